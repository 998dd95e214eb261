// The conversation outlives the page, but not the tab: sessionStorage, where the page allows it. Also: taking it along.

import { leadOf } from "./answer";
import { placeOf } from "./evidence";
import { asExchange, asFields, asText, type Citation, type Exchange } from "./model";
import type { Turn } from "./client";

const MOST = 40;
const TURNS = 10;
const TURN_LENGTH = 4000;
const HISTORY_BYTES = 30_000;

export interface Kept {
  exchanges: Exchange[];
  draft: string;
}

export class Keep {
  constructor(private readonly key: string) {}

  read(): Kept {
    try {
      const kept = asFields(JSON.parse(sessionStorage.getItem(this.key) ?? "{}"));
      const exchanges = Array.isArray(kept.exchanges) ? kept.exchanges.slice(-MOST).map(asExchange) : [];
      return { exchanges: exchanges.filter((one) => one.question), draft: asText(kept.draft) };
    } catch {
      return { exchanges: [], draft: "" };
    }
  }

  write(kept: Kept): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ ...kept, exchanges: kept.exchanges.slice(-MOST) }));
    } catch {
      // A page may forbid storage, or it may be full: then the conversation lasts as long as the page.
    }
  }
}

/** Half of a surrogate pair and control characters are no text, and the service refuses them. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "")
    .trim();
}

/** What the service is told of the conversation: the latest turns, as many as it takes. */
export function history(exchanges: Exchange[]): Turn[] {
  const turns: Turn[] = [];
  let room = HISTORY_BYTES;
  for (const { question, answer, state } of [...exchanges].reverse()) {
    if (state !== "done") continue;
    const pair = [turn("user", question), turn("assistant", answer)].filter((one) => one.content);
    room -= new TextEncoder().encode(JSON.stringify(pair)).length;
    if (room < 0 || turns.length + pair.length > TURNS) break;
    turns.unshift(...pair);
  }
  return turns;
}

const turn = (role: Turn["role"], text: string): Turn => ({
  role,
  content: Array.from(clean(text)).slice(0, TURN_LENGTH).join(""),
});

/** The conversation as JSON, for programs. */
export function asJson(exchanges: Exchange[], server: string): string {
  const told = exchanges.map(({ wait: _wait, trouble: _trouble, ...exchange }) => exchange);
  return JSON.stringify({ format: "wenli-conversation", version: 1, server, exchanges: told }, null, 2) + "\n";
}

/** The conversation as Markdown, with the sources of each answer below it. */
export function asMarkdown(exchanges: Exchange[], readUrl: (ref: string) => string, title: string): string {
  const parts = exchanges.map((one) => {
    const source = (c: Citation) =>
      `[${escape(placeOf(c, c.ref))}](${readUrl(c.ref)}) (${escape(c.speaker || c.commentator || c.layer)}): 「${escape(c.cited_text)}」` +
      (c.translation && ` – ${escape(c.translation)}`);
    const related = one.grounding === "related" ? one.related : [];
    const sources = [...one.citations.map((c) => `${c.index}. ${source(c)}`), ...related.map((c) => `- ${source(c)}`)];
    return [`## ${escape(one.question)}`, escape(leadOf(one)), sources.join("\n")].filter(Boolean).join("\n\n");
  });
  return `# ${title}\n\n${parts.join("\n\n")}\n`;
}

/** Characters that Markdown or HTML would take for more than text; the markers [1] stay as they are. */
const escape = (text: string): string => text.replace(/[\\`*_{}<>#|~]|\[(?!\d+\])|\](?=\()/g, "\\$&");
