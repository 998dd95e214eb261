// What an answer rests on: for each citation a block with the words, what they mean, who says them and where.

import { chip, type Open } from "./answer";
import { h } from "./dom";
import type { Citation, Exchange } from "./model";
import { fill, type Words } from "./words";

const STRONG = 2;

/** Whether the service told enough for blocks; older ones, and threads kept from then, have lines instead. */
export const hasBlocks = (exchange: Exchange): boolean =>
  [...exchange.citations, ...exchange.related].some((one) => one.place);

/** Who says the words of a citation, in the reader's language; the base text speaks for itself. */
export const speakerOf = (citation: Citation, words: Words): string =>
  citation.speaker || citation.commentator || (citation.layer === "記" ? words.record : words.clause);

/** Where the words of a citation stand; the label of one that names no place ends in its number already. */
export const placeOf = (citation: Citation, ref: string): string =>
  citation.place ? `${citation.place} ${ref}` : citation.label;

/** A piece of evidence as one line: 鄭玄注，鄉射禮 · 司馬命張侯倚旌 5.17.1#zheng.1「…」 – what it means. */
export function evidence(citation: Citation): string {
  const where = [citation.speaker, placeOf(citation, citation.ref)].filter(Boolean).join(" · ");
  const converted = citation.converted && `（${citation.converted}）`;
  const meaning = citation.translation && ` – ${citation.translation}`;
  return `${where}「${citation.cited_text}」${converted}${meaning}`;
}

/** The blocks below an answer: the strong ones open, the others and what is only related folded. */
export function evidenceNodes(exchange: Exchange, words: Words, open: Open): HTMLElement[] {
  if (!hasBlocks(exchange)) return [];
  const { citations, related, grounding, lang } = exchange;
  const list = (own: Citation[], numbered: boolean) =>
    h("ul", { class: "evidence" }, ...own.map((one) => block(one, numbered, lang, words, open)));
  const found: HTMLElement[] = [];
  if (citations.length) found.push(list(citations.slice(0, STRONG), true));
  const more = citations.slice(STRONG);
  if (more.length) found.push(folded(fill(words.moreEvidence, more.length), list(more, true), false));
  if (related.length) {
    const alone = grounding === "related";
    found.push(folded(alone ? words.relatedTitle : words.also, list(related, false), alone));
  }
  return found;
}

const folded = (title: string, list: HTMLElement, open: boolean) =>
  h("details", { class: "more", open }, h("summary", {}, title), list);

function block(citation: Citation, numbered: boolean, lang: string, words: Words, open: Open): HTMLElement {
  const script = "zh-Hant";
  const speaker = speakerOf(citation, words);
  const where: HTMLButtonElement = h(
    "button",
    { type: "button", class: "where", "aria-haspopup": "dialog", onclick: () => open(citation, where) },
    placeOf(citation, citation.ref.split("#")[0]!),
  );
  return h(
    "li",
    { class: citation.speaker ? "piece said" : "piece", part: "evidence" },
    numbered && chip(citation, words, open),
    h(
      "div",
      { class: "pair" },
      h("blockquote", { lang: script }, citation.cited_text),
      citation.translation && h("p", { lang }, citation.translation),
    ),
    citation.converted && h("p", { class: "faint", lang: "zh-Hans" }, citation.converted),
    h("p", { class: "faint", lang }, h("span", { class: "tag" }, speaker), " ", where),
  );
}
