// A small card beside a word or a number, while the pointer or the focus is on it: what a word of the glossary means
// in the reading room, what stands behind a marker in an answer. Escape and leaving put it away.

export interface PeekContext {
  /** What an event is at: the word or the number that has a card, if it is at one. */
  at: (target: Element) => HTMLElement | null;
  /** What the card says; null where there is nothing to say. */
  tell: (anchor: HTMLElement) => Node[] | null;
  /** Whether a tap shows the card, and does nothing else. */
  tap: boolean;
}

const SHOW_AFTER = 250;
const HIDE_AFTER = 300;
const GAP = 4;
const EDGE = 8;

export class Peek {
  private readonly place = new CSSStyleSheet();
  private anchor: HTMLElement | null = null;
  private timer = 0;
  private touched = false;

  /** `element` is the card, with an id; events are heard at `ground`, positions become rules of `root`. */
  constructor(
    private readonly element: HTMLElement,
    ground: Document | HTMLElement,
    private readonly context: PeekContext,
  ) {
    element.hidden = true;
    ground.addEventListener("pointerover", (event) => this.over(event as PointerEvent));
    ground.addEventListener("pointerleave", () => this.later(() => this.hide(), HIDE_AFTER));
    ground.addEventListener("focusin", (event) => this.focused(event.target as Element));
    ground.addEventListener("pointerdown", (event) => this.down(event as PointerEvent));
    ground.addEventListener("click", (event) => this.click(event));
  }

  /** The style sheet that says where the card is: a rule and not an attribute, which a page's policy may forbid. */
  get sheet(): CSSStyleSheet {
    return this.place;
  }

  /** Put the card away; false where there is none. */
  hide(): boolean {
    clearTimeout(this.timer);
    const { anchor, element } = this;
    if (!anchor) return false;
    this.anchor = null;
    if (element.contains((element.getRootNode() as Document | ShadowRoot).activeElement)) anchor.focus();
    anchor.removeAttribute("aria-describedby");
    element.hidden = true;
    return true;
  }

  private show(anchor: HTMLElement): void {
    clearTimeout(this.timer);
    if (this.anchor === anchor) return;
    const told = this.context.tell(anchor);
    this.hide();
    if (!told) return;
    this.anchor = anchor;
    this.element.replaceChildren(...told);
    this.element.hidden = false;
    anchor.setAttribute("aria-describedby", this.element.id);
    this.put(anchor);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.element.animate([{ opacity: 0 }, { opacity: 1 }], 120);
    }
  }

  /** Under the word, or over it where there is more room. */
  private put(anchor: HTMLElement): void {
    const { element } = this;
    const box = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const below = box.bottom + height + EDGE < innerHeight || box.top < height + EDGE;
    const parent = element.offsetParent;
    const from =
      parent && parent !== document.body ? parent.getBoundingClientRect() : { left: -scrollX, top: -scrollY };
    const top = (below ? box.bottom + GAP : box.top - height - GAP) - from.top;
    const edge = document.documentElement.clientWidth - width - EDGE;
    const left = Math.max(EDGE, Math.min(box.left, edge)) - from.left;
    this.place.replaceSync(`#${element.id}{top:${Math.round(top)}px;left:${Math.round(left)}px}`);
  }

  private later(act: () => void, after: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(act, after);
  }

  private over(event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    const target = event.target as Element;
    const anchor = this.context.at(target);
    if (anchor) this.later(() => this.show(anchor), SHOW_AFTER);
    else if (this.anchor && !this.element.contains(target)) this.later(() => this.hide(), HIDE_AFTER);
    else clearTimeout(this.timer);
  }

  private focused(target: Element): void {
    const anchor = this.context.at(target);
    if (anchor?.matches(":focus-visible")) this.show(anchor);
    else if (!this.element.contains(target)) this.hide();
  }

  private down(event: PointerEvent): void {
    const target = event.target as Element;
    this.touched = event.pointerType === "touch";
    if (!this.element.contains(target) && this.context.at(target) !== this.anchor) this.hide();
  }

  private click(event: Event): void {
    const anchor = this.context.at(event.target as Element);
    if (!anchor || !this.touched || !this.context.tap) return;
    event.preventDefault(); // a tap explains; the card leads on
    this.show(anchor);
  }
}
