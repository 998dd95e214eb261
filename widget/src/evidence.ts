// What an answer rests on: for each citation a block with the words, what they mean, who says them and where.

import { chip, type Open } from "./answer";
import { h } from "./dom";
import type { Citation, Exchange } from "./model";
import { fill, type Words } from "./words";

const STRONG = 2;
const COMPARES = /\b(compare\w*|differ\w*|versus|vs|unlike)\b|不同|異同|异同|[區区][別别]|差[別别異异]|比較|比较|相比/i;

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

/** Below the words that say how far the question is answered, and apart from them: whether the quotations are real. */
export function verified(exchange: Exchange, words: Words): HTMLElement | null {
  const own = exchange.citations;
  return own.length && own.every((one) => one.verified)
    ? h("p", { class: "verified" }, fill(words.verified, own.length))
    : null;
}

/** The two rites that a question compares and an answer quotes; null where it is no comparison. */
function compared({ question, citations }: Exchange): [Citation[], Citation[]] | null {
  const rites = [...new Set(citations.map((one) => one.chapter))];
  if (rites.length !== 2 || !COMPARES.test(question)) return null;
  const [left, right] = rites.map((rite) => citations.filter((one) => one.chapter === rite));
  return [left!, right!];
}

/** What two rites say, beside each other. */
function table(sides: [Citation[], Citation[]], cell: (one: Citation) => HTMLElement): HTMLElement {
  const head = ([first]: Citation[]) => h("th", { scope: "col" }, first!.place.split(" · ")[0]!);
  const rows = Array.from({ length: Math.max(...sides.map((side) => side.length)) }, (_, at) =>
    h("tr", {}, ...sides.map((side) => h("td", {}, side[at] && cell(side[at])))),
  );
  return h("table", { class: "compared" }, h("thead", {}, h("tr", {}, ...sides.map(head))), h("tbody", {}, ...rows));
}

/** The blocks below an answer: the strong ones open, the others and what is only related folded. */
export function evidenceNodes(exchange: Exchange, words: Words, open: Open): HTMLElement[] {
  if (!hasBlocks(exchange)) return [];
  const { citations, related, grounding, lang } = exchange;
  const list = (own: Citation[], numbered: boolean) =>
    h("ul", { class: "evidence" }, ...own.map((one) => block(one, numbered, lang, words, open)));
  const found: HTMLElement[] = [];
  const sides = compared(exchange);
  if (sides) found.push(table(sides, (one) => block(one, true, lang, words, open, "div")));
  else if (citations.length) found.push(list(citations.slice(0, STRONG), true));
  const more = sides ? [] : citations.slice(STRONG);
  if (more.length) found.push(folded(fill(words.moreEvidence, more.length), list(more, true), false));
  if (related.length) {
    const alone = grounding === "related";
    found.push(folded(alone ? words.relatedTitle : words.also, list(related, false), alone));
  }
  return found;
}

const folded = (title: string, list: HTMLElement, open: boolean) =>
  h("details", { class: "more", open }, h("summary", {}, title), list);

function block(
  citation: Citation,
  numbered: boolean,
  lang: string,
  words: Words,
  open: Open,
  tag: "li" | "div" = "li",
): HTMLElement {
  const quote = h("blockquote", { lang: "zh-Hant" }, citation.cited_text);
  const speaker = speakerOf(citation, words);
  const where: HTMLButtonElement = h(
    "button",
    { type: "button", class: "where", "aria-haspopup": "dialog", onclick: () => open(citation, where) },
    placeOf(citation, citation.ref.split("#")[0]!),
  );
  return h(
    tag,
    { class: citation.speaker ? "piece said" : "piece", part: "evidence" },
    numbered && chip(citation, words, open),
    h(
      "div",
      { class: "pair" },
      citation.converted ? h("div", {}, quote, h("p", { class: "faint", lang: "zh-Hans" }, citation.converted)) : quote,
      citation.translation && h("p", { lang }, citation.translation),
    ),
    h("p", { class: "faint", lang }, h("span", { class: "tag" }, speaker), " ", where),
  );
}

/** What the small card beside a marker says: the words, their meaning, who says them and where. */
export function glance(citation: Citation, lang: string, words: Words): HTMLElement[] {
  const whence = h("p", { class: "faint", lang });
  whence.append(h("span", { class: "tag" }, speakerOf(citation, words)), ` ${placeOf(citation, citation.ref)}`);
  const quote = h("blockquote", { lang: "zh-Hant" }, citation.cited_text);
  return citation.translation ? [quote, h("p", { lang }, citation.translation), whence] : [quote, whence];
}
