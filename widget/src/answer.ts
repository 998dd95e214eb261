// The text of an answer as nodes: paragraphs and numbered steps, chips where a marker [n] has a citation, and Han
// quotations marked as such.

import { evidence, hasBlocks } from "./evidence";
import { h } from "./dom";
import { clauseOf } from "./follow";
import type { Citation, Exchange } from "./model";
import { fill, type Words } from "./words";

export type Open = (citation: Citation, chip: HTMLElement) => void;
/** Where the stage shows a clause. */
export type Staged = (clause: string) => string;

const MARKER = /(\[\d{1,3}\])/;
/** Markers that follow each other, with the sign that ends the sentence: no line begins with any of them. */
const MARKERS = /((?: ?\[\d{1,3}\])+[。，；：、！？」』）.,;:!?)]*)/;
/** After the sentences of an answer, and an empty line, what they rest on: a line each. */
const EVIDENCE = /\n\n(?=\[1\] )/;
const STEP = /^\s*(\d+)[.、．]\s*(.*)$/;
const CLAUSE = /^\d+\.\d+\.\w+$/;
const HOW_MANY = /\bhow (many|much|far|long|often|high|wide|deep)\b|[幾几]|多少|[多](遠|远|高|長|长|大|寬|宽|深)/i;
const NUMBER =
  /\d[\d,.]*|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)\b|[一二三四五六七八九十百千兩两]+(?=[\u3400-\u9fff])/i;
const QUOTATION = /(「[^「」]*」|『[^『』]*』|[\u3400-\u9fff\u{20000}-\u{3ffff}]{2,})/u;

/** The sentences alone; what older services, and this one while it tells, give in one text. */
export function leadOf(exchange: Exchange): string {
  return exchange.lead || exchange.answer.split(EVIDENCE)[0] || "";
}

/** The nodes of an answer. While it is being written its citations are not known yet: then chips cannot be opened. */
export function answerNodes(exchange: Exchange, words: Words, open: Open, staged: Staged): (Node | string)[] {
  const known = new Map(exchange.citations.map((citation) => [citation.index, citation]));
  const single = (part: string): Node | string => {
    const number = MARKER.test(part) ? Number(part.slice(1, -1)) : 0;
    const citation = known.get(number);
    if (citation) return chip(citation, words, open);
    return number && exchange.state === "asking" ? h("span", { class: "chip waiting" }, String(number)) : part;
  };
  const told = (text: string): (Node | string)[] =>
    text.split(MARKERS).flatMap((part, at): (Node | string)[] => {
      if (at % 2) return [h("span", { class: "refs" }, ...part.split(MARKER).map(single))];
      return exchange.lang === "en" ? marked(part) : [part];
    });
  if (exchange.state !== "done") return told(exchange.answer);
  const shown = (text: string): Node | string => {
    const clause = markers(text).map((number) => clauseOf(known.get(number)?.ref ?? ""));
    const [first] = clause.filter((one) => CLAUSE.test(one));
    return first
      ? h(
          "a",
          { class: "staged", href: staged(first), title: words.stage, "aria-label": words.stage },
          h("span", {}, words.stage),
        )
      : "";
  };
  const sentences = leadOf(exchange);
  const lead = h("div", { class: "lead", part: "lead" }, ...stretches(sentences, told, shown));
  if (HOW_MANY.test(exchange.question)) embolden(lead);
  if (hasBlocks(exchange)) return [lead];
  const [, ...rest] = exchange.answer.split(EVIDENCE);
  const lines = rest.join("\n\n").split("\n").filter(Boolean);
  if (!lines.length) return [lead];
  return [lead, h("div", { class: "lines" }, ...lines.map((line) => h("p", {}, ...told(line))))];
}

const markers = (text: string): number[] => [...text.matchAll(/\[(\d{1,3})\]/g)].map((one) => Number(one[1]));

/** Where a number is asked for, the first one in the answer stands out. */
function embolden(lead: HTMLElement): void {
  const first = lead.querySelector("p")?.firstChild;
  const found = first instanceof Text ? NUMBER.exec(first.data) : null;
  if (!found) return;
  const number = (first as Text).splitText(found.index);
  number.splitText(found[0].length);
  const strong = h("strong", { class: "figure" });
  number.replaceWith(strong);
  strong.append(number);
}

/** Lines are paragraphs; lines that begin with a number are the steps of a walk-through, each with its scene. */
function stretches(
  text: string,
  told: (text: string) => (Node | string)[],
  shown: (text: string) => Node | string,
): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const line of text.split("\n").filter((one) => one.trim())) {
    const step = STEP.exec(line);
    if (!step) found.push(h("p", {}, ...told(line)));
    else {
      if (found.at(-1)?.localName !== "ol") found.push(h("ol", { start: step[1] }));
      found.at(-1)!.append(h("li", {}, ...told(step[2]!), " ", shown(step[2]!)));
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
