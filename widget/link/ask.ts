// What the service is asked when a reference is opened. Whatever it says is read once, field by field.

import type { Lang } from "./words";

export interface Passage {
  title: Record<Lang, string>;
  phase: Record<Lang, string>;
  /** Clause by clause: its reference, its text in one witness, which that is, the rendering. */
  clauses: { ref: string; text: string; label: string; script: string; rendering: Record<Lang, string> }[];
}

export interface Place {
  ref: string;
  label: string;
  before: string;
  cited: string;
  after: string;
  diff: { op: string; quote: string; text: string }[];
}

export interface Judgement {
  verdict: string;
  /** Where the words stand, or what is most like them (`near`). */
  place: Place | null;
  near: boolean;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const names = (value: unknown): Record<Lang, string> => {
  const given = fields(value);
  return {
    "zh-Hant": text(given["zh-Hant"] ?? given.zh_hant),
    "zh-Hans": text(given["zh-Hans"] ?? given.zh_hans),
    en: text(given.en),
  };
};

async function get(address: string, body?: object): Promise<Fields> {
  const init: RequestInit = { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(20_000) };
  if (body)
    Object.assign(init, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const response = await fetch(address, init);
  if (!response.ok) throw new Error(String(response.status));
  return fields(await response.json());
}

/** A passage; of each clause a witness in the reader's script, and with punctuation where there is one. */
export async function passage(server: string, ref: string, lang: Lang): Promise<Passage> {
  const given = await get(`${server}/v1/passages/${encodeURIComponent(ref)}`);
  const units = list(given.witnesses);
  const renderings = list(given.renderings);
  const refs = [...new Set(units.map((unit) => text(unit.ref)).filter(Boolean))];
  const clauses = refs.map((clause) => {
    const own = units.filter((unit) => unit.ref === clause);
    const fit = (one: Fields): number =>
      ((one.script === "Hans") === (lang === "zh-Hans") ? 2 : 0) + (/[，。,.：]/.test(text(one.text)) ? 1 : 0);
    const unit = own.reduce((best, one) => (fit(one) > fit(best) ? one : best));
    const aid = renderings.find((one) => one.ref === clause);
    const script = unit.script === "Hans" ? "zh-Hans" : "zh-Hant";
    return {
      ref: clause,
      text: text(unit.text),
      label: names(unit.labels)[lang] || text(unit.label),
      script,
      rendering: names(aid),
    };
  });
  return { title: names(fields(given.chapter).names), phase: names(fields(given.phase).names), clauses };
}

/** The verdict on a quotation. */
export async function judge(server: string, quote: string, claimed: string): Promise<Judgement> {
  const given = await get(`${server}/v1/quotes/verify`, { quote, claimed: claimed.slice(0, 200), limit: 1 });
  const match = list(given.matches)[0];
  const best = match ?? (given.nearest ? fields(given.nearest) : null);
  const context = fields(best?.context);
  const place = best && {
    ref: text(best.ref),
    label: text(best.label),
    before: text(context.before),
    cited: text(best.cited_text),
    after: text(context.after),
    diff: list(best.diff).map((run) => ({ op: text(run.op), quote: text(run.quote), text: text(run.text) })),
  };
  return { verdict: text(given.verdict), place, near: !match };
}

/** The names of phases in both scripts, for 鄉射禮·三耦射·3: chapter and name → number. */
export async function phases(server: string): Promise<[string, number][]> {
  const given = await get(`${server}/v1/chapters`);
  return list(given.chapters).flatMap((chapter) =>
    list(chapter.phases).flatMap((phase) => {
      const { "zh-Hant": hant, "zh-Hans": hans } = names(phase.names);
      return [hant, hans].map((name): [string, number] => [`${chapter.number}${name}`, Number(phase.number)]);
    }),
  );
}
