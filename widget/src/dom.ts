// Making elements. Text always becomes a text node: nothing here parses markup, so no data can become any.

type Child = Node | string | false | null | undefined;
type Value = string | boolean | ((event: Event) => void) | undefined;

/** An element: `on…` are listeners, true is an empty attribute, false and undefined none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

const PATHS = {
  close: "M5 5l10 10M15 5L5 15",
  menu: "M4 10h.01M10 10h.01M16 10h.01",
  new: "M10 4v12M4 10h12",
  list: "M4 5h12M4 10h12M4 15h12",
  bin: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
  send: "M10 16V4M5 9l5-5 5 5",
  stop: "M6 6h8v8H6z",
  copy: "M7 7V3h10v10h-4M3 7h10v10H3z",
  again: "M16 10a6 6 0 1 1-2-4.5M16 2v4h-4",
  up: "M3 9h3v8H3zM6 9l4-7c1.6 0 2 1 1.6 2.5L11 8h5.2l-1.4 8.200L13.500 17H6",
  down: "M3 11h3V3H3zM6 11l4 7c1.6 0 2-1 1.600-2.500L11 12h5.200l-1.400-8.200L13.500 3H6",
} as const;

/** A drawing in the colour of the text around it; its meaning stands in the label of the button. */
export function icon(name: keyof typeof PATHS): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  for (const [key, value] of [
    ["viewBox", "0 0 20 20"],
    ["aria-hidden", "true"],
    ["class", `icon ${name}`],
  ] as const) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that is a drawing; voices and pointers get its label. */
export function iconButton(
  name: keyof typeof PATHS,
  label: string,
  attributes: Record<string, Value> = {},
): HTMLButtonElement {
  const all = { type: "button", class: "round", "aria-label": label, title: label, ...attributes };
  const button = h("button", all);
  button.append(icon(name));
  return button;
}

/** One stop for the Tab key in a group of buttons; arrows, Home and End move within it. */
export function roving(group: HTMLElement, selector = "button"): void {
  const items = () => [...group.querySelectorAll<HTMLElement>(selector)].filter((item) => !item.hidden);
  const stop = (chosen?: HTMLElement) => items().forEach((item) => (item.tabIndex = item === chosen ? 0 : -1));
  stop(items()[0]);
  group.addEventListener("focusin", (event) => stop(event.target as HTMLElement));
  group.addEventListener("keydown", (event) => {
    const all = items();
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  });
}

/** Text to the clipboard; where that is not allowed (plain http), by way of a selection. */
export async function copy(text: string, within: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = h("textarea", { class: "hidden", "aria-hidden": "true", readonly: true });
    const focused = (within.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    within.appendChild(box);
    box.value = text;
    box.select();
    const copied = document.execCommand("copy");
    box.remove();
    focused?.focus();
    return copied;
  }
}

/** Offer text as a file to keep. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
