// The frame around a conversation: launcher, panel, header, card, and where focus goes.

import { Composer, type ComposerContext } from "./composer";
import { h } from "./dom";
import { glance } from "./evidence";
import { greeting, launcher, threaded, titled } from "./frame";
import { Menu } from "./menu";
import { Peek } from "./peek";
import { ThreadBar, type ThreadContext } from "./threadbar";
import type { Citation, Lang } from "./model";
import type { Words } from "./words";

export interface ShellContext extends ComposerContext {
  open: (open: boolean) => void;
  clear: () => void;
  save: (kind: "markdown" | "json") => void;
  /** What a marker stands for, and the language of its answer; null for what is no marker of an answer. */
  cited: (chip: HTMLElement) => [Citation, Lang] | null;
  /** Of the first page: the conversations that are kept. */
  threads: ThreadContext | null;
}

/** In a corner of another page, in the course of one, or as Wenli's own first page, which scrolls as a whole. */
export type Mode = "floating" | "inline" | "page";

const NARROW = "(max-width: 30rem)";
const FOCUSABLE = "button:not([tabindex='-1']), a[href], textarea, select, input, summary, [tabindex='0']";

export class Shell {
  readonly element: HTMLElement;
  private readonly launcher: HTMLButtonElement;
  private readonly panel: HTMLElement;
  private readonly header: HTMLElement;
  private readonly log: HTMLElement;
  private readonly greeting: HTMLElement;
  private readonly composer: Composer;
  private readonly menu: Menu;
  private readonly peek: Peek;
  private readonly bar: ThreadBar | null;
  private readonly live = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  private following = false;
  private card: { element: HTMLElement; chip: HTMLElement } | null = null;

  constructor(
    words: Words,
    lang: Lang,
    private readonly mode: Mode,
    /** How many others stand in the same corner already. */
    above: number,
    draft: string,
    private readonly context: ShellContext,
  ) {
    const ask = (question: string) => {
      const taken = context.ask(question);
      if (taken) this.asked();
      return taken;
    };
    this.composer = new Composer(words, draft, { ...context, ask });
    this.menu = new Menu(words.menu, [
      [words.markdown, () => context.save("markdown")],
      [words.json, () => context.save("json")],
      ...(context.threads ? [] : [[words.clear, () => context.clear()] as [string, () => void]]),
    ]);
    this.bar = context.threads && new ThreadBar(words, lang, context.threads);
    this.launcher = launcher(words, () => context.open(true));
    this.header = this.bar
      ? threaded(words, this.bar.element, this.menu.element)
      : titled(words, this.menu.element, mode === "floating" && (() => context.open(false)));
    this.greeting = greeting(words, mode !== "page", (question) => this.composer.submit(question));
    const region = { tabindex: "0", role: "region", "aria-label": words.conversation };
    this.log = h("div", { class: "log", part: "conversation", ...region }, this.greeting);
    if (mode === "page") for (const name of Object.keys(region)) this.log.removeAttribute(name); // the page is that
    const role = { role: mode === "floating" ? "dialog" : "region", "aria-labelledby": "title" };
    const parts = [this.header, this.log, this.composer.element];
    this.panel = h("section", { class: "panel", part: "panel", ...role }, ...parts);
    const corner = above ? ` above-${Math.min(above, 3)}` : "";
    this.element = h("div", { class: `root ${mode}${corner}`, lang });
    const glimpse = h("div", { class: "peek", id: "peek", role: "tooltip" });
    this.element.append(...(mode === "floating" ? [this.launcher] : []), this.panel, this.live, glimpse);
    this.peek = new Peek(glimpse, this.element, {
      at: (target) => target.closest<HTMLElement>(".answer .chip"),
      tell: (chip) => {
        const cited = context.cited(chip);
        return cited && glance(...cited, words);
      },
      tap: false, // a tap opens the passage
    });
    this.listen();
  }

  /** What has to stand beside the style sheet of the widget. */
  get sheet(): CSSStyleSheet {
    return this.peek.sheet;
  }

  show(open: boolean, focus: boolean): void {
    this.panel.hidden = !open;
    this.launcher.hidden = open;
    this.launcher.setAttribute("aria-expanded", String(open));
    if (this.mode === "floating" && matchMedia(NARROW).matches) this.panel.setAttribute("aria-modal", "true");
    else this.panel.removeAttribute("aria-modal");
    if (open && this.mode !== "page") this.toEnd();
    if (focus) this.focus();
  }

  /** To the box – on touch screens to the conversation, where no keyboard covers it. */
  focus(): void {
    if (this.panel.hidden) this.launcher.focus();
    else if (matchMedia("(pointer: coarse)").matches) (this.mode === "page" ? this.header : this.log).focus();
    else this.composer.input.focus({ preventScroll: this.mode === "page" });
  }

  /** Of the first page: whether anything has been said, and so what stands above it. */
  begun(begun: boolean): void {
    this.element.classList.toggle("begun", begun);
    this.greeting.hidden = begun;
    this.bar?.update();
  }

  append(exchange: HTMLElement): void {
    this.greeting.hidden = true;
    this.log.append(exchange);
    if (this.mode !== "page") this.toEnd();
  }

  /** Keep the end in sight while an answer is written, unless the reader has gone up to read. */
  follow(writing: boolean): void {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    if (!writing || this.mode === "page") return;
    this.following = scrollHeight - scrollTop - clientHeight < 320; // a line of evidence can be that high
    if (this.following) this.toEnd();
  }

  /** What stands below a finished answer comes into sight too, as far as its question stays there. */
  settle(exchange: HTMLElement): void {
    if (this.mode === "page") return;
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    const near = this.following || scrollHeight - scrollTop - clientHeight <= 320;
    this.following = false; // what comes later moves nothing for who reads
    if (!near) return;
    const above = exchange.getBoundingClientRect().top - this.log.getBoundingClientRect().top;
    this.log.scrollTop = Math.min(scrollHeight - clientHeight, scrollTop + above);
  }

  /** A question is on its way: its answer is what is to be seen. */
  asked(): void {
    this.closeCard();
    this.toEnd();
    this.focus();
  }

  /** What is going on, to be seen; voices are told when it is over. */
  status(message: string, busy: boolean): void {
    this.composer.say(message);
    this.composer.busy(busy, this.focused());
    this.log.setAttribute("aria-busy", String(busy));
  }

  /** Something to be seen and heard. */
  say(message: string): void {
    this.composer.say(message);
    this.announce(message);
  }

  /** For voices alone. The same words twice would not be heard, so they are taken out in between. */
  announce(message: string): void {
    this.live.textContent = "";
    setTimeout(() => (this.live.textContent = message), 50);
  }

  openCard(element: HTMLElement, chip: HTMLElement): void {
    this.closeCard();
    this.peek.hide();
    this.card = { element, chip };
    this.behind(true);
    this.panel.append(element);
    element.querySelector("button")?.focus();
  }

  closeCard(): void {
    if (!this.card) return;
    const { element, chip } = this.card;
    this.card = null;
    element.remove();
    this.behind(false);
    chip.focus();
  }

  private behind(card: boolean): void {
    for (const part of [this.header, this.log, this.composer.element]) part.inert = card;
  }

  /** To the end; where the page itself scrolls, to the latest question, which has its answer below it. */
  toEnd(): void {
    if (this.mode !== "page") this.log.scrollTop = this.log.scrollHeight;
    else if (this.greeting.hidden) this.log.lastElementChild?.scrollIntoView({ block: "start" });
  }

  /** Keys stay within: the page around takes what is typed here for short cuts otherwise. */
  private listen(): void {
    this.element.addEventListener("keydown", (event) => this.key(event));
    for (const name of ["keydown", "keyup", "keypress"]) {
      this.element.addEventListener(name, (event) => event.stopPropagation());
    }
  }

  private key(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Tab") this.tab(event);
    if (event.key !== "Escape") return;
    if (this.peek.hide()) return;
    if (this.card) this.closeCard();
    else if (this.menu.open) this.menu.show(false);
    else if (this.bar?.open) this.bar.show(false);
    else if (this.mode === "floating" && !this.panel.hidden) this.context.open(false);
  }

  /** An open card, and a panel that covers the page, keep the focus: what lies behind cannot be seen. */
  private tab(event: KeyboardEvent): void {
    const covering = this.panel.getAttribute("aria-modal") === "true";
    const within = this.card?.element ?? (covering && !this.panel.hidden ? this.panel : null);
    if (!within) return;
    const stops = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => one.checkVisibility());
    const [first, last] = [stops[0], stops.at(-1)];
    if (this.focused() !== (event.shiftKey ? first : last)) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }

  private focused(): Element | null {
    return (this.element.getRootNode() as ShadowRoot).activeElement ?? null;
  }
}
