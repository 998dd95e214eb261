// Above a conversation of the first page: a new one, and the list of those kept in this browser.

import { h, icon, iconButton } from "./dom";
import type { Lang } from "./model";
import type { Thread, Threads } from "./threads";
import { fill, type Words } from "./words";

export interface ThreadContext {
  threads: Threads;
  begin: () => void;
  open: (id: string) => void;
  remove: (id: string) => void;
}

export class ThreadBar {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly list = h("div", { class: "threads", id: "threads", hidden: true });

  constructor(
    private readonly words: Words,
    private readonly lang: Lang,
    private readonly context: ThreadContext,
  ) {
    const begin = h(
      "button",
      { type: "button", class: "quiet new", onclick: context.begin },
      icon("new"),
      words.newThread,
    );
    const state = { "aria-expanded": "false", "aria-controls": "threads" };
    const onclick = () => this.show(!this.open);
    this.button = h("button", { type: "button", class: "quiet", ...state, onclick });
    this.element = h("div", { class: "threadbar" }, begin, this.button, this.list);
    this.element.addEventListener("focusout", (event) => {
      const to = (event as FocusEvent).relatedTarget;
      if (this.open && to instanceof Node && !this.element.contains(to)) this.show(false);
    });
    this.update();
  }

  get open(): boolean {
    return !this.list.hidden;
  }

  /** The number of threads has changed. */
  update(): void {
    const all = this.context.threads.all;
    this.button.replaceChildren(icon("list"), fill(this.words.threads, all.length));
    this.button.hidden = !all.length;
    if (!all.length) this.list.hidden = true;
    else this.fillList(all);
  }

  show(open: boolean): void {
    if (open) this.update();
    this.list.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  private fillList(all: Thread[]): void {
    const { words, lang, context } = this;
    const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
    const rows = all.map(({ id, title, at }) => {
      const current = id === context.threads.current;
      const when = Date.parse(at);
      const name = h(
        "button",
        { type: "button", class: "thread", "aria-current": current && "true", onclick: () => context.open(id) },
        h("span", {}, title),
        h("small", {}, Number.isNaN(when) ? "" : day.format(when)),
      );
      const remove = iconButton("bin", fill(words.removeThread, title), { onclick: () => this.remove(id) });
      return h("li", {}, name, remove);
    });
    this.list.replaceChildren(h("ul", {}, ...rows), h("p", { class: "faint" }, words.threadsKept));
  }

  private remove(id: string): void {
    this.context.remove(id);
    this.update();
    this.button.focus();
  }
}
