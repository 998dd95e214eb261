// The parts of the frame that only stand there: the button in the corner, the bar at the head, what greets.

import { h, iconButton } from "./dom";
import type { Words } from "./words";

const seal = () => h("span", { class: "seal", lang: "zh-Hant", "aria-hidden": "true" }, "禮");
const bar = { class: "bar", part: "header" };

export function launcher(words: Words, onclick: () => void): HTMLButtonElement {
  const state = { type: "button", "aria-haspopup": "dialog", "aria-expanded": "false" };
  return h("button", { class: "launcher", part: "launcher", ...state, onclick }, seal(), h("span", {}, words.launch));
}

export function titled(words: Words, menu: HTMLElement, close: (() => void) | false): HTMLElement {
  const title = h("h2", { id: "title" }, words.title, " ", h("small", {}, words.subtitle));
  return h("header", bar, seal(), title, menu, close && iconButton("close", words.close, { onclick: close }));
}

/** On the first page, which has a title of its own. */
export function threaded(words: Words, threads: HTMLElement, menu: HTMLElement): HTMLElement {
  const title = h("h2", { id: "title", class: "hidden" }, words.conversation);
  return h("header", { ...bar, tabindex: "-1" }, title, threads, menu);
}

/** Questions to begin with, after a word on what this is where the page has none. */
export function greeting(words: Words, introduced: boolean, ask: (question: string) => void): HTMLElement {
  const examples = [words.example1, words.example2, words.example3, words.example4].map((question) => {
    const onclick = () => ask(question);
    return h("li", {}, h("button", { type: "button", class: "suggestion", part: "suggestion", onclick }, question));
  });
  const label = h("p", { class: "label" }, words.examples);
  return h("div", { class: "greeting" }, introduced && h("p", {}, words.greeting), label, h("ul", {}, ...examples));
}
