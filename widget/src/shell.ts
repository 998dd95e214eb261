// The frame around a conversation: launcher, panel, header, card, and where focus goes.

import { Composer, type ComposerContext } from "./composer";
import { h, iconButton } from "./dom";
import { Menu } from "./menu";
import type { Lang } from "./model";
import type { Words } from "./words";

export interface ShellContext extends ComposerContext {
  open: (open: boolean) => void;
  clear: () => void;
  save: (kind: "markdown" | "json") => void;
}

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
  private readonly live = h("p", { class: "hidden", role: "status", "aria-live": "polite" });
  private following = false;
  private card: { element: HTMLElement; chip: HTMLElement } | null = null;

  constructor(
    words: Words,
    lang: Lang,
    private readonly inline: boolean,
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
      [words.clear, () => context.clear()],
    ]);
    this.launcher = this.makeLauncher(words);
    this.header = this.makeHeader(words);
    this.greeting = this.makeGreeting(words);
    const region = { tabindex: "0", role: "region", "aria-label": words.conversation };
    this.log = h("div", { class: "log", part: "conversation", ...region }, this.greeting);
    const role = { role: inline ? "region" : "dialog", "aria-labelledby": "title" };
    const parts = [this.header, this.log, this.composer.element];
    this.panel = h("section", { class: "panel", part: "panel", ...role }, ...parts);
    this.element = h("div", { class: `root ${inline ? "inline" : "floating"}`, lang });
    this.element.append(...(inline ? [] : [this.launcher]), this.panel, this.live);
    this.listen();
  }

  show(open: boolean, focus: boolean): void {
    this.panel.hidden = !open;
    this.launcher.hidden = open;
    this.launcher.setAttribute("aria-expanded", String(open));
    if (!this.inline && matchMedia(NARROW).matches) this.panel.setAttribute("aria-modal", "true");
    else this.panel.removeAttribute("aria-modal");
    if (open) this.toEnd();
    if (focus) this.focus();
  }

  /** To the box – on touch screens to the conversation, where no keyboard covers it. */
  focus(): void {
    if (this.panel.hidden) this.launcher.focus();
    else if (matchMedia("(pointer: coarse)").matches) this.log.focus();
    else this.composer.input.focus();
  }

  append(exchange: HTMLElement): void {
    this.greeting.hidden = true;
    this.log.append(exchange);
    this.toEnd();
  }

  /** Keep the end in sight while an answer is written, unless the reader has gone up to read. */
  follow(writing: boolean): void {
    const { scrollHeight, scrollTop, clientHeight } = this.log;
    if (!writing) return;
    this.following = scrollHeight - scrollTop - clientHeight < 320; // a line of evidence can be that high
    if (this.following) this.toEnd();
  }

  /** What stands below a finished answer comes into sight too, as far as its question stays there. */
  settle(exchange: HTMLElement): void {
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

  private toEnd(): void {
    this.log.scrollTop = this.log.scrollHeight;
  }

  private makeLauncher(words: Words): HTMLButtonElement {
    const state = { type: "button", "aria-haspopup": "dialog", "aria-expanded": "false" };
    const onclick = () => this.context.open(true);
    const label = h("span", {}, words.launch);
    return h("button", { class: "launcher", part: "launcher", ...state, onclick }, seal(), label);
  }

  private makeHeader(words: Words): HTMLElement {
    const title = h("h2", { id: "title" }, words.title, " ", h("small", {}, words.subtitle));
    const close = iconButton("close", words.close, { onclick: () => this.context.open(false) });
    const bar = { class: "bar", part: "header" };
    return h("header", bar, seal(), title, this.menu.element, this.inline ? null : close);
  }

  private makeGreeting(words: Words): HTMLElement {
    const examples = [words.example1, words.example2, words.example3].map((question) => {
      const onclick = () => this.composer.submit(question);
      return h("li", {}, h("button", { type: "button", class: "suggestion", part: "suggestion", onclick }, question));
    });
    const label = h("p", { class: "label" }, words.examples);
    return h("div", { class: "greeting" }, h("p", {}, words.greeting), label, h("ul", {}, ...examples));
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
    if (this.card) this.closeCard();
    else if (this.menu.open) this.menu.show(false);
    else if (!this.inline && !this.panel.hidden) this.context.open(false);
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

const seal = () => h("span", { class: "seal", lang: "zh-Hant", "aria-hidden": "true" }, "禮");
