// A conversation outlives the page: on other sites in the tab alone, on Wenli's own first page in the browser, where
// storage is allowed.

import { asExchange, asFields, asText, type Exchange } from "./model";
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
  constructor(
    private readonly key: string,
    private readonly storage: () => Storage = () => sessionStorage,
  ) {}

  read(): Kept {
    try {
      const kept = asFields(JSON.parse(this.storage().getItem(this.key) ?? "{}"));
      const exchanges = Array.isArray(kept.exchanges) ? kept.exchanges.slice(-MOST).map(asExchange) : [];
      return { exchanges: exchanges.filter((one) => one.question), draft: asText(kept.draft) };
    } catch {
      return { exchanges: [], draft: "" };
    }
  }

  write(kept: Kept): void {
    try {
      const storage = this.storage();
      if (!kept.exchanges.length && !kept.draft) storage.removeItem(this.key);
      else storage.setItem(this.key, JSON.stringify({ ...kept, exchanges: kept.exchanges.slice(-MOST) }));
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
