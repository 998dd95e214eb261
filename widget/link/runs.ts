// A page as runs of text: what is read in one go, whatever inline elements it is set in, with the nodes it stands in.

/** A stretch of a page's text; `start` is where a node's text begins in it. */
export interface Run {
  text: string;
  pieces: { node: Text; start: number }[];
}

const words = (list: string): Set<string> => new Set(list.split(" "));
/** Elements within a line of text; at the edges of all others a run ends. */
const INLINE = words(
  "abbr b bdi bdo big cite data del dfn em font i ins label mark q rb ruby s small span strong time u var wbr",
);
/** Elements whose text is none, is not prose, or already does something when it is clicked. */
const CLOSED = words(
  "a audio button canvas code head iframe input kbd math noscript object option pre rp rt samp script select style " +
    "summary svg template textarea title video",
);
const BUSY = words("button link textbox searchbox combobox menuitem option tab");
/** Ruby glosses stand between the characters of the text they are said of. */
const PASSED = words("rp rt wbr");
/** What any reference has in it; a run without is not looked at again. */
const KEY = /[儀仪射牲鄉乡]|(?:yi|i-)\s?-?li|xiang|da\s?she|te\s?sheng|archery|drinking|victim/i;
const BREATH = 100;

/** Whether nothing within an element is to be touched. */
export function closed(element: Element, skip: string): boolean {
  if (CLOSED.has(element.localName)) return true;
  if (!element.hasAttributes()) return false;
  const editable = element.getAttribute("contenteditable");
  return (
    (editable !== null && editable.toLowerCase() !== "false") ||
    element.hasAttribute("data-wenli-skip") ||
    BUSY.has(element.getAttribute("role") ?? "") ||
    (skip !== "" && element.matches(skip))
  );
}

/** The element around a changed place in which its runs begin and end; null where nothing may be touched. */
export function around(node: Node, skip: string): Element | null {
  let element = node instanceof Element ? node : node.parentElement;
  while (element && INLINE.has(element.localName) && element.parentElement) element = element.parentElement;
  for (let above = element; above; above = above.parentElement) if (closed(above, skip)) return null;
  return element;
}

/** The runs of a part of a page, in order; null now and then, when there is time for other things. Returns whether it
    came to the end: it does not where the page takes away what is being read. */
export function* runs(root: Element, skip: string): Generator<Run | null, boolean> {
  let run: Run = { text: "", pieces: [] };
  let node: Node | null = root as Node;
  let seen = 0;
  const done = (): Run | null => {
    const whole = run;
    if (whole.text) run = { text: "", pieces: [] };
    return whole.pieces.length && KEY.test(whole.text) ? whole : null;
  };
  while (node) {
    if (++seen % BREATH === 0) yield null;
    let into = false;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = (node as Text).data;
      if (text) run.pieces.push({ node: node as Text, start: run.text.length });
      run.text += text;
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const name = (node as Element).localName;
      into = !closed(node as Element, skip);
      if (name === "q") run.text += "“";
      if (into ? !INLINE.has(name) : !PASSED.has(name)) {
        const whole = done();
        if (whole) yield whole;
      }
    }
    if (into && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    if (into) yield* left(node);
    while (node !== root && !node.nextSibling) {
      if (!node.parentNode) return false;
      node = node.parentNode;
      yield* left(node);
    }
    if (node === root) break;
    node = node.nextSibling;
  }
  const last = done();
  if (last) yield last;
  return true;

  function* left(node: Node): Generator<Run> {
    const name = (node as Element).localName;
    if (name === "q") run.text += "”";
    const whole = INLINE.has(name) ? null : done();
    if (whole) yield whole;
  }
}
