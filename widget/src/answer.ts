// The text of an answer as nodes: paragraphs and numbered steps, chips where a marker [n] has a citation, and Han
// quotations marked as such.

import { evidence, hasBlocks } from "./evidence";
import { h } from "./dom";
import type { Citation, Exchange } from "./model";
import { fill, type Words } from "./words";

export type Open = (citation: Citation, chip: HTMLElement) => void;

const MARKER = /(\[\d{1,3}\])/;
/** After the sentences of an answer, and an empty line, what they rest on: a line each. */
const EVIDENCE = /\n\n(?=\[1\] )/;
const STEP = /^\s*(\d+)[.、．]\s*(.*)$/;
const QUOTATION = /(「[^「」]*」|『[^『』]*』|[\u3400-\u9fff\u{20000}-\u{3ffff}]{2,})/u;

/** The sentences alone; what older services, and this one while it tells, give in one text. */
export function leadOf(exchange: Exchange): string {
  return exchange.lead || exchange.answer.split(EVIDENCE)[0] || "";
}

/** The nodes of an answer. While it is being written its citations are not known yet: then chips cannot be opened. */
export function answerNodes(exchange: Exchange, words: Words, open: Open): (Node | string)[] {
  const known = new Map(exchange.citations.map((citation) => [citation.index, citation]));
  const told = (text: string): (Node | string)[] =>
    text.split(MARKER).flatMap((part): (Node | string)[] => {
      const number = MARKER.test(part) ? Number(part.slice(1, -1)) : 0;
      const citation = known.get(number);
      if (citation) return [chip(citation, words, open)];
      if (number && exchange.state === "asking") return [h("span", { class: "chip waiting" }, String(number))];
      return exchange.lang === "en" ? marked(part) : [part];
    });
  if (exchange.state !== "done") return told(exchange.answer);
  const lead = h("div", { class: "lead", part: "lead" }, ...stretches(leadOf(exchange), told));
  if (hasBlocks(exchange)) return [lead];
  const [, ...rest] = exchange.answer.split(EVIDENCE);
  const lines = rest.join("\n\n").split("\n").filter(Boolean);
  if (!lines.length) return [lead];
  return [lead, h("div", { class: "lines" }, ...lines.map((line) => h("p", {}, ...told(line))))];
}

/** Lines are paragraphs; lines that begin with a number are the steps of a walk-through. */
function stretches(text: string, told: (text: string) => (Node | string)[]): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const step = STEP.exec(line);
    if (!step) found.push(h("p", {}, ...told(line)));
    else {
      if (found.at(-1)?.localName !== "ol") found.push(h("ol", { start: step[1] }));
      found.at(-1)!.append(h("li", {}, ...told(step[2]!)));
    }
  }
  return found;
}

export function chip(citation: Citation, words: Words, open: Open): HTMLElement {
  const label = citation.place || citation.label;
  const button = h(
    "button",
    {
      type: "button",
      class: "chip",
      part: "citation",
      "aria-haspopup": "dialog",
      "aria-label": fill(words.source, citation.index, label),
      title: label,
      onclick: () => open(citation, button),
    },
    String(citation.index),
  );
  return button;
}

/** In an English sentence a voice has to know what is Chinese. */
const marked = (text: string): (Node | string)[] =>
  text.split(QUOTATION).map((part, at) => (at % 2 ? h("span", { lang: "zh-Hant" }, part) : part));

/** An answer to be pasted somewhere: its sentences, then each piece of evidence with its address. */
export function plainAnswer(exchange: Exchange, readUrl: (ref: string) => string): string {
  const sources = exchange.citations.map((one) => `[${one.index}] ${evidence(one)}\n    ${readUrl(one.ref)}`);
  const near = exchange.grounding === "related" ? exchange.related : [];
  const related = near.map((one) => `${evidence(one)}\n    ${readUrl(one.ref)}`);
  return [leadOf(exchange).trim(), [...sources, ...related].join("\n")].filter(Boolean).join("\n\n");
}
