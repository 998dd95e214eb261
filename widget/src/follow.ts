// What one could ask next, from the phase that an answer is about: what follows, who does what, what a note means.

import type { Client } from "./client";
import type { Exchange, Lang, Passage } from "./model";
import { fill, type Words } from "./words";

const QUOTED = 14;

/** The clause a reference stands in: 5.17.1#zheng.1 → 5.17.1; a comment on a chapter as a whole keeps its own name. */
export function clauseOf(ref: string): string {
  const place = ref.split("#")[0]!.split("@")[0]!;
  return place.includes(".") ? place : ref;
}

/** At most three questions, none of them asked before. */
export async function suggestions(
  client: Client,
  exchange: Exchange,
  asked: string[],
  lang: Lang,
  words: Words,
): Promise<string[]> {
  const first = exchange.citations.find((one) => one.layer === "經" || one.layer === "記") ?? exchange.citations[0];
  if (!first) return [];
  const passage = await client.passage(clauseOf(first.ref));
  const found = [...course(passage, lang, words), note(passage, first.cited_text, exchange, lang, words)];
  return found.filter((one): one is string => Boolean(one) && !asked.includes(one as string));
}

/** What happens after the phase, and what someone does in it. */
function course(passage: Passage, lang: Lang, words: Words): string[] {
  const phase = passage.phase?.[lang];
  if (!phase) return [];
  const actor = passage.actors[lang];
  const next = fill(words.next, phase, passage.chapter[lang]);
  return actor ? [next, fill(words.who, phase, passage.chapter[lang], actor)] : [next];
}

/** A comment on the clause that the answer has not quoted yet. */
function note(passage: Passage, quoted: string, exchange: Exchange, lang: Lang, words: Words): string | undefined {
  const told = new Set(exchange.citations.map((one) => one.ref));
  const comment = passage.commentary.find((one) => one.commentator && !told.has(one.ref));
  const short = Array.from(quoted)
    .slice(0, QUOTED)
    .join("")
    .replace(/[，。；：、,;:]$/u, "");
  return comment && short && fill(words.note, short, comment.authors[lang] || comment.commentator);
}
