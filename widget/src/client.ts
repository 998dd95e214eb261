// Talking to the service: questions as streams, passages as JSON, and every failure as a Trouble with a kind.

import { asFields, asPassage, asText, type Passage } from "./model";

export type Kind = "offline" | "unreachable" | "forbidden" | "busy" | "broken" | "server" | "refused";

/** What went wrong; `slug` names the kind of problem the service told, `seconds` when to come back. */
export class Trouble extends Error {
  constructor(
    readonly kind: Kind,
    detail = "",
    readonly slug = "",
    readonly seconds = 0,
  ) {
    super(detail);
  }
}

export interface Turn {
  role: "user" | "assistant";
  content: string;
}

export interface Question {
  question: string;
  lang: string;
  history: Turn[];
  filters: { chapter: (string | number)[] };
}

const SILENCE = 60_000;

export class Client {
  private passages = new Map<string, Promise<Passage>>();

  constructor(readonly server: string) {}

  /** Where a person reads a passage; made from the reference, never from an address that came with the data. */
  readUrl(ref: string, lang: string): string {
    const [place = "", comment] = ref.split("#");
    const query = `?lang=${lang}`;
    return `${this.server}/read/${encodeURIComponent(place)}${query}${comment ? `#${encodeURIComponent(comment)}` : ""}`;
  }

  /** A moment of the stage as a page, or as a picture (`.svg`): that of a clause such as 5.17.1. */
  stageUrl(clause: string, lang: string, kind: "" | ".svg" = ""): string {
    const [chapter, phase] = clause.split(".");
    return `${this.server}/rites/${chapter}/${phase}${kind}?at=${encodeURIComponent(clause)}&lang=${lang}`;
  }

  /** The events of an answer. Ends with `done`, or throws a Trouble; an abort by `signal` throws what abort throws. */
  async *ask(question: Question, signal: AbortSignal): AsyncGenerator<[string, Record<string, unknown>]> {
    const response = await this.fetch("/v1/ask", signal, { ...question, stream: true });
    let done = false;
    for await (const [name, data] of events(response.body!, signal)) {
      if (name === "error") throw new Trouble("server", asText(data.detail), slug(data));
      done ||= name === "done";
      yield [name, data];
    }
    if (!done) throw new Trouble("broken");
  }

  /** A passage with its commentary; asked for once. */
  passage(ref: string): Promise<Passage> {
    let found = this.passages.get(ref);
    if (!found) {
      found = this.fetch(`/v1/passages/${encodeURIComponent(ref)}`)
        .then((answer) => answer.json())
        .then(asPassage);
      this.passages.set(ref, found);
      found.catch(() => this.passages.delete(ref));
    }
    return found;
  }

  /** A citation in a style of scholars; as JSON where the style is a data format. */
  async cite(ref: string, style: string): Promise<string> {
    const response = await this.fetch(`/v1/cite/${encodeURIComponent(ref)}?style=${style}`);
    const body = await response.text();
    if (style === "csl-json" || !response.headers.get("Content-Type")?.includes("json")) return body.trim();
    const told = asFields(JSON.parse(body));
    return asText(told.citation) || asText(told.text) || body.trim();
  }

  async judge(id: string, rating: string, reason: string): Promise<void> {
    await this.fetch("/v1/feedback", undefined, { id, rating, reason });
  }

  private async fetch(path: string, signal?: AbortSignal, body?: object): Promise<Response> {
    const init: RequestInit = { signal, credentials: "omit", referrerPolicy: "no-referrer" };
    if (body) {
      init.method = "POST";
      init.headers = { "Content-Type": "application/json" };
      init.body = JSON.stringify(body);
    }
    let response: Response;
    try {
      response = await fetch(this.server + path, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Trouble(await this.reason());
    }
    if (response.ok) return response;
    const problem = asFields(await response.json().catch(() => null));
    throw explained(response, problem);
  }

  /** A browser does not say whether nobody answers or this site may not ask: an answer without a look at it tells. */
  private async reason(): Promise<Kind> {
    if (navigator.onLine === false) return "offline";
    try {
      await fetch(`${this.server}/healthz`, { mode: "no-cors", cache: "no-store", credentials: "omit" });
      return new URL(this.server).origin === location.origin ? "broken" : "forbidden";
    } catch {
      return "unreachable";
    }
  }
}

const slug = (problem: Record<string, unknown>): string => asText(problem.type).split("/").pop() ?? "";

function explained(response: Response, problem: Record<string, unknown>): Trouble {
  const { status } = response;
  const detail = asText(problem.detail);
  if (status === 429) {
    const given = response.headers.get("Retry-After") ?? "";
    const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
    return new Trouble("busy", detail, slug(problem), Math.ceil(Math.min(Math.max(seconds || 5, 1), 86_400)));
  }
  if (status === 502 || status === 504 || (status === 503 && slug(problem) !== "feedback-full")) {
    return new Trouble("unreachable", detail, slug(problem));
  }
  return new Trouble(status >= 500 ? "server" : "refused", detail, slug(problem));
}

/** Server-sent events: separated by an empty line; a chunk may end anywhere, even inside a character. */
async function* events(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<[string, Record<string, unknown>]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  try {
    for (;;) {
      const { value, done } = await chunk(reader, signal);
      if (done) return;
      buffer += decoder.decode(value, { stream: true }).replaceAll("\r", "");
      let end: number;
      while ((end = buffer.indexOf("\n\n")) >= 0) {
        const lines = buffer.slice(0, end).split("\n");
        buffer = buffer.slice(end + 2);
        const name = lines
          .find((line) => line.startsWith("event:"))
          ?.slice(6)
          .trim();
        const data = lines
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5))
          .join("\n");
        if (name && data) yield [name, asFields(JSON.parse(data))];
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The next chunk. A broken line, data that cannot be read and a long silence are all the same to the reader. */
async function chunk(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal) {
  let timer = 0;
  const silence = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Trouble("broken")), SILENCE);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } catch (error) {
    throw signal.aborted || error instanceof Trouble ? error : new Trouble(navigator.onLine ? "broken" : "offline");
  } finally {
    clearTimeout(timer);
  }
}

/** The service without a slash at the end; only the web's own schemes are addresses of services. */
export function serverOf(given: string): string {
  try {
    const url = new URL(given || location.origin, location.href);
    if (/^https?:$/.test(url.protocol)) return (url.origin + url.pathname).replace(/\/+$/, "");
  } catch {
    // Not an address: as if none were given.
  }
  return location.origin;
}
