// Asking: one question at a time, its answer as it comes, and in words what went wrong. Shows nothing itself.

import { Trouble, type Client, type Kind } from "./client";
import { clean, history, type Keep } from "./keep";
import { asCitations, asFields, asGrounding, asLang, asText, asWithdrawn, type Exchange } from "./model";
import { fill, type Words } from "./words";

export const LONGEST = 2000;
const PATIENCE = [1500, 4000];

export interface Listener {
  /** Something about an exchange is different now. */
  changed(exchange: Exchange): unknown;
  /** An exchange has come to its end, good or bad. */
  ended(exchange: Exchange): unknown;
  /** A word about what is going on, to be seen. */
  status(message: string): unknown;
}

export class Conversation {
  exchanges: Exchange[];
  draft: string;
  chapters: (string | number)[] = [];
  private aborter: AbortController | null = null;

  constructor(
    readonly client: Client,
    private readonly keep: Keep,
    private readonly words: () => Words,
    private readonly listener: Listener,
  ) {
    ({ exchanges: this.exchanges, draft: this.draft } = keep.read());
  }

  get busy(): boolean {
    return this.aborter !== null;
  }

  save(): void {
    this.keep.write({ exchanges: this.exchanges, draft: this.draft });
  }

  clear(): void {
    this.stop();
    this.exchanges = [];
    this.save();
  }

  stop(): void {
    this.aborter?.abort();
  }

  /** A new question; false where there is none to ask or another is still being answered. */
  ask(text: string, wanted: Exchange["wanted"] = "auto"): boolean {
    const question = clean(text).slice(0, LONGEST).toWellFormed();
    if (!question || this.busy) return false;
    const exchange = unanswered(question, wanted);
    this.exchanges.push(exchange);
    void this.run(exchange);
    return true;
  }

  /** An answer that came with the page, as if it had been asked for here. */
  adopt(question: string, given: Record<string, unknown>): void {
    const exchange = unanswered(question, "auto");
    exchange.citations = asCitations(given.citations);
    exchange.at = new Date().toISOString();
    finish(exchange, given);
    this.exchanges.push(exchange);
    this.save();
    this.listener.changed(exchange);
  }

  /** The same question once more, in the same place. */
  again(exchange: Exchange): void {
    if (this.busy) return;
    Object.assign(exchange, {
      answer: "",
      lead: "",
      id: "",
      state: "asking",
      citations: [],
      related: [],
      withdrawn: [],
      rating: undefined,
      trouble: undefined,
      wait: undefined,
    });
    void this.run(exchange);
  }

  private async run(exchange: Exchange): Promise<void> {
    const aborter = new AbortController();
    this.aborter = aborter;
    exchange.at = new Date().toISOString();
    this.listener.status(this.words().working);
    this.listener.changed(exchange);
    this.save();
    try {
      await this.patiently(exchange, aborter.signal);
      exchange.state = "done";
    } catch (error) {
      if (aborter.signal.aborted) exchange.state = "stopped";
      else this.fail(exchange, error instanceof Trouble ? error : new Trouble("broken"));
    }
    this.aborter = null;
    this.listener.status("");
    if (!this.exchanges.includes(exchange)) return;
    this.save();
    this.listener.changed(exchange);
    this.listener.ended(exchange);
  }

  /** A service that restarts is away for seconds: wait twice before saying so. */
  private async patiently(exchange: Exchange, signal: AbortSignal): Promise<void> {
    for (const pause of [...PATIENCE, 0]) {
      try {
        return await this.receive(exchange, signal);
      } catch (error) {
        if (!pause || !(error instanceof Trouble) || error.kind !== "unreachable") throw error;
        this.listener.status(this.words().trying);
        await waited(pause, signal);
      }
    }
  }

  private async receive(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const before = this.exchanges.slice(0, this.exchanges.indexOf(exchange));
    const { question, wanted: lang } = exchange;
    const asked = { question, lang, history: history(before), filters: { chapter: this.chapters } };
    for await (const [name, data] of this.client.ask(asked, signal)) {
      if (signal.aborted) throw new Trouble("broken");
      if (name === "delta") exchange.answer += asText(data.text);
      else if (name === "citations") exchange.citations = asCitations(data.citations);
      else if (name === "done") finish(exchange, data);
      else continue;
      this.listener.changed(exchange);
    }
  }

  private fail(exchange: Exchange, trouble: Trouble): void {
    exchange.state = "failed";
    exchange.trouble = this.explain(trouble);
    if (trouble.seconds) exchange.wait = Date.now() + trouble.seconds * 1000;
  }

  private explain({ kind, slug, message, seconds }: Trouble): string {
    const words = this.words();
    if (slug === "question-too-long" || slug === "body-too-large") return words.tooLong;
    const told: Record<Kind, string> = {
      offline: words.offline,
      unreachable: words.unreachable,
      forbidden: words.forbidden,
      busy: fill(words.busy, seconds),
      broken: words.broken,
      server: words.server,
      refused: fill(words.refused, message),
    };
    return told[kind];
  }
}

const unanswered = (question: string, wanted: Exchange["wanted"]): Exchange => ({
  question,
  wanted,
  answer: "",
  lead: "",
  lang: "zh-Hant",
  grounding: "abstained",
  id: "",
  at: "",
  state: "asking",
  citations: [],
  related: [],
  withdrawn: [],
});

/** What is known of an answer when it is complete. */
function finish(exchange: Exchange, data: Record<string, unknown>): void {
  exchange.answer = asText(data.answer) || exchange.answer;
  exchange.lead = asText(data.lead);
  exchange.related = asCitations(data.related);
  exchange.withdrawn = asWithdrawn(asFields(data.generation).withdrawn);
  exchange.lang = asLang(data.lang);
  exchange.grounding = asGrounding(data.grounding);
  exchange.id = asText(data.id);
  exchange.state = "done";
}

function waited(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new Trouble("broken"));
      },
      { once: true },
    );
  });
}
