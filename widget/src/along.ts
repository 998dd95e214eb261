// Taking a conversation along: as Markdown for people, as JSON for programs.

import { leadOf } from "./answer";
import type { Conversation } from "./conversation";
import { download } from "./dom";
import { placeOf } from "./evidence";
import type { Citation, Exchange, Lang } from "./model";
import type { Words } from "./words";

export function takeAlong(kind: "markdown" | "json", conversation: Conversation, words: Words, lang: Lang): void {
  const { exchanges, client } = conversation;
  const readUrl = (ref: string) => client.readUrl(ref, lang);
  if (kind === "json") download("wenli.json", "application/json", asJson(exchanges, client.server));
  else download("wenli.md", "text/markdown", asMarkdown(exchanges, readUrl, words.title));
}

/** The conversation as JSON, for programs. */
function asJson(exchanges: Exchange[], server: string): string {
  const told = exchanges.map(({ wait: _wait, trouble: _trouble, ...exchange }) => exchange);
  return JSON.stringify({ format: "wenli-conversation", version: 1, server, exchanges: told }, null, 2) + "\n";
}

/** The conversation as Markdown, with the sources of each answer below it. */
function asMarkdown(exchanges: Exchange[], readUrl: (ref: string) => string, title: string): string {
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
