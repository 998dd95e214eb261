// The text of an answer as nodes: text, chips where a marker [n] has a citation, and Han quotations marked as such.

import { h } from "./dom";
import type { Citation, Exchange } from "./model";
import { fill, type Words } from "./words";

const MARKER = /(\[\d{1,3}\])/;
const QUOTATION = /(「[^「」]*」|『[^『』]*』|[\u3400-\u9fff\u{20000}-\u{3ffff}]{2,})/u;

/** The nodes of an answer. While it is being written its citations are not known yet: then chips cannot be opened. */
export function answerNodes(exchange: Exchange, words: Words, open: (citation: Citation, chip: HTMLElement) => void) {
  const known = new Map(exchange.citations.map((citation) => [citation.index, citation]));
  return exchange.answer.split(MARKER).flatMap((part): (Node | string)[] => {
    const number = MARKER.test(part) ? Number(part.slice(1, -1)) : 0;
    const citation = known.get(number);
    if (citation) return [chip(citation, words, open)];
    if (number && exchange.state === "asking") return [h("span", { class: "chip waiting" }, String(number))];
    return exchange.lang === "en" ? marked(part) : [part];
  });
}

function chip(citation: Citation, words: Words, open: (citation: Citation, chip: HTMLElement) => void): HTMLElement {
  const button = h(
    "button",
    {
      type: "button",
      class: "chip",
      part: "citation",
      "aria-haspopup": "dialog",
      "aria-label": fill(words.source, citation.index, citation.label),
      title: citation.label,
      onclick: () => open(citation, button),
    },
    String(citation.index),
  );
  return button;
}

/** In an English sentence a voice has to know what is Chinese. */
const marked = (text: string): (Node | string)[] =>
  text.split(QUOTATION).map((part, at) => (at % 2 ? h("span", { lang: "zh-Hant" }, part) : part));

/** An answer to be pasted somewhere: its text, and what the markers stand for. */
export function plainAnswer(exchange: Exchange, readUrl: (ref: string) => string): string {
  const sources = exchange.citations.map((one) => `[${one.index}] ${one.label} ${readUrl(one.ref)}`);
  return [exchange.answer.trim(), sources.join("\n")].filter(Boolean).join("\n\n");
}
