// One question and its answer as they are shown; made anew from the state whenever that changes.

import { answerNodes, leadOf, plainAnswer } from "./answer";
import { copy, h, icon, iconButton, roving } from "./dom";
import { evidenceNodes, verified } from "./evidence";
import { suggestions } from "./follow";
import { judging } from "./judging";
import type { Client } from "./client";
import type { Citation, Exchange, Lang } from "./model";
import { fill, type Words } from "./words";

export interface ExchangeContext {
  client: Client;
  words: Words;
  lang: Lang;
  asked: () => string[];
  /** Whether this is what the reader is at: the latest exchange of an open panel. */
  current: (exchange: Exchange) => boolean;
  ask: (question: string) => void;
  again: (exchange: Exchange) => void;
  open: (citation: Citation, chip: HTMLElement) => void;
  say: (message: string) => void;
  save: () => void;
  grown: (element: HTMLElement) => void;
}

export class ExchangeView {
  readonly element: HTMLElement;
  private readonly answer = h("div", { class: "answer", part: "answer" });
  private readonly after = h("div", { class: "after" });
  private timer = 0;

  constructor(
    private readonly exchange: Exchange,
    private readonly context: ExchangeContext,
  ) {
    const said = h("span", { class: "hidden" }, `${context.words.asked}: `);
    const question = h("h3", { class: "question", part: "question" }, said, exchange.question);
    this.element = h("article", { class: "exchange" }, question, this.answer, this.after);
    this.update();
  }

  update(): void {
    const { exchange, context } = this;
    clearTimeout(this.timer);
    this.answer.lang = exchange.lang;
    this.answer.hidden = !exchange.answer;
    this.answer.replaceChildren(
      ...answerNodes(exchange, context.words, context.open, (clause) => context.client.stageUrl(clause, context.lang)),
    );
    this.after.replaceChildren(...(exchange.state === "asking" ? [] : this.ending()));
  }

  /** Below a finished answer: what it rests on, what can be done with it, what could be asked next. */
  private ending(): Node[] {
    const { exchange, context } = this;
    const { words } = context;
    if (exchange.state === "failed") return [this.failure()];
    if (exchange.state === "stopped") {
      return [h("p", { class: "notice" }, words.stopped, " ", this.againButton())];
    }
    const below = h("div");
    const tools = h(
      "div",
      { class: "tools", role: "toolbar", "aria-label": words.tools },
      iconButton("copy", words.copy, { onclick: () => void this.copyAnswer() }),
      iconButton("again", words.again, { onclick: () => context.again(exchange) }),
      ...(exchange.id
        ? judging(exchange, below, { client: context.client, words, say: context.say, changed: context.save })
        : []),
    );
    roving(tools);
    const grounding = h(
      "div",
      { class: "standing" },
      h("p", { class: `grounding ${exchange.grounding}` }, words[exchange.grounding]),
      verified(exchange, words),
    );
    const follow = h("div", { class: "follow" });
    if (context.current(exchange)) void this.suggest(follow);
    return [grounding, ...this.withdrawn(), ...evidenceNodes(exchange, words, context.open), tools, below, follow];
  }

  /** What a language model wrote and no passage bears out: there for who asks for it, and struck out. */
  private withdrawn(): HTMLElement[] {
    const { exchange, context } = this;
    if (!exchange.withdrawn.length) return [];
    const list = exchange.withdrawn.map(({ text, reason }) =>
      h("li", { lang: exchange.lang }, h("del", {}, text), ` – ${reason}`),
    );
    const title = fill(context.words.withdrawn, list.length);
    return [h("details", { class: "more" }, h("summary", {}, title), h("ul", { class: "withdrawn" }, ...list))];
  }

  private failure(): HTMLElement {
    const { exchange, context } = this;
    const button = this.againButton();
    const remaining = (exchange.wait ?? 0) - Date.now();
    if (remaining > 0) {
      button.setAttribute("aria-disabled", "true");
      this.timer = window.setTimeout(() => button.removeAttribute("aria-disabled"), Math.min(remaining, 2 ** 31 - 1));
    }
    return h("p", { class: "notice trouble" }, exchange.trouble ?? context.words.broken, " ", button);
  }

  private againButton(): HTMLButtonElement {
    const press = () => button.getAttribute("aria-disabled") || this.context.again(this.exchange);
    const button = h(
      "button",
      { type: "button", class: "quiet", onclick: press },
      icon("again"),
      this.context.words.again,
    );
    return button;
  }

  private async copyAnswer(): Promise<void> {
    const { client, words, lang, say } = this.context;
    const text = plainAnswer(this.exchange, (ref) => client.readUrl(ref, lang));
    say((await copy(text, this.after)) ? words.copied : words.uncopied);
  }

  /** Suggestions are an extra: where they cannot be had, there are none. */
  private async suggest(place: HTMLElement): Promise<void> {
    const { client, words, lang, asked, ask } = this.context;
    const found = await suggestions(client, this.exchange, asked(), lang, words).catch(() => []);
    if (!found.length) return;
    const list = found.map((question) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "suggestion", part: "suggestion", onclick: () => ask(question) },
          question,
        ),
      ),
    );
    place.replaceChildren(h("p", { class: "label" }, words.follow), h("ul", {}, ...list));
    this.context.grown(this.element);
  }

  /** What a voice says when the answer is there: its sentences, without the numbers of their sources. */
  spoken(): string {
    const { exchange, context } = this;
    if (exchange.state === "failed") return exchange.trouble ?? context.words.broken;
    if (exchange.state === "stopped") return context.words.stopped;
    return fill("{0} {1}", context.words.complete, leadOf(exchange).replace(/\s?\[\d{1,3}\]/g, ""));
  }
}
