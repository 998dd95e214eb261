// What the service says and what a conversation is. Whatever comes from outside – the network, the tab's storage –
// passes through here once and is afterwards what its type says.

export type Lang = "zh-Hant" | "zh-Hans" | "en";
export type Grounding = "grounded" | "partial" | "related" | "abstained";

export interface Citation {
  index: number;
  ref: string;
  label: string;
  chapter: string;
  phase: string;
  layer: string;
  commentator: string;
  witness: string;
  cited_text: string;
  start: number;
  end: number;
  /** What the words mean, who says them and where, in the language of the answer; "" where the service is older. */
  translation: string;
  speaker: string;
  place: string;
  converted: string;
  /** Whether the service has found the words in the stored text. */
  verified: boolean;
}

/** A sentence that a language model wrote and that did not leave, and why. */
export interface Withdrawn {
  text: string;
  reason: string;
}

/** How far a question has come: waiting, answered, stopped by the reader, or failed. */
export type State = "asking" | "done" | "stopped" | "failed";

export interface Exchange {
  question: string;
  /** The language the answer should have; auto is the question's own. */
  wanted: Lang | "auto";
  answer: string;
  /** The sentences of the answer, without the lines of evidence; "" until it is done. */
  lead: string;
  lang: Lang;
  grounding: Grounding;
  id: string;
  at: string;
  state: State;
  citations: Citation[];
  /** What bears on the question and is no part of the answer; numbered by itself. */
  related: Citation[];
  withdrawn: Withdrawn[];
  rating?: "up" | "down";
  /** Why it failed, in words; `wait` is when it may be asked again, in milliseconds since 1970. */
  trouble?: string;
  wait?: number;
}

export interface Names {
  "zh-Hant": string;
  "zh-Hans": string;
  en: string;
}

export interface Unit {
  ref: string;
  layer: string;
  commentator: string;
  witness: string;
  /** What it is called, and who says it, in the reader's language; "" where the service is older. */
  labels: Names;
  speakers: Names;
  authors: Names;
  script: string;
  text: string;
}

export interface Passage {
  chapter: Names;
  phase: Names | null;
  witnesses: Unit[];
  commentary: Unit[];
  renderings: (Names & { ref: string })[];
  /** Who does the first thing told, in the reader's language. */
  actors: Names;
  /** Whether the stage shows it: somebody does something there. */
  staged: boolean;
}

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const one = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.includes(value as T) ? (value as T) : otherwise;

export const LANGS: readonly Lang[] = ["zh-Hant", "zh-Hans", "en"];
const GROUNDINGS: readonly Grounding[] = ["grounded", "partial", "related", "abstained"];

export const asText = text;
export const asFields = fields;
export const asLang = (value: unknown): Lang => one(value, LANGS, "zh-Hant");
export const asGrounding = (value: unknown): Grounding => one(value, GROUNDINGS, "abstained");

export function asCitations(value: unknown): Citation[] {
  return list(value).map((given) => ({
    index: number(given.index),
    ref: text(given.ref),
    label: text(given.label),
    chapter: text(given.chapter),
    phase: text(given.phase),
    layer: text(given.layer),
    commentator: text(given.commentator),
    witness: text(given.witness),
    cited_text: text(given.cited_text),
    start: number(given.start),
    end: number(given.end),
    translation: text(given.translation),
    speaker: text(given.speaker),
    place: text(given.place),
    converted: text(given.converted),
    verified: given.verified === true || ["exact", "normalized", "elided"].includes(text(given.verification)),
  }));
}

export const asWithdrawn = (value: unknown): Withdrawn[] =>
  list(value).map((given) => ({ text: text(given.text), reason: text(given.reason) }));

/** A kept exchange; one that was still waiting when the page went away has failed. */
export function asExchange(value: unknown): Exchange {
  const given = fields(value);
  const state = one<State>(given.state, ["done", "stopped"], "failed");
  return {
    question: text(given.question),
    wanted: one<Lang | "auto">(given.wanted, LANGS, "auto"),
    answer: text(given.answer),
    lead: text(given.lead),
    lang: asLang(given.lang),
    grounding: asGrounding(given.grounding),
    id: text(given.id),
    at: text(given.at),
    state,
    citations: asCitations(given.citations),
    related: asCitations(given.related),
    withdrawn: asWithdrawn(given.withdrawn),
    rating: given.rating === "up" || given.rating === "down" ? given.rating : undefined,
  };
}

const asNames = (value: unknown): Names => {
  const names = fields(value);
  return { "zh-Hant": text(names["zh-Hant"]), "zh-Hans": text(names["zh-Hans"]), en: text(names.en) };
};

const asUnit = (given: Fields): Unit => ({
  ref: text(given.ref),
  layer: text(given.layer),
  commentator: text(given.commentator),
  witness: text(given.witness),
  labels: asNames(given.labels),
  speakers: asNames(given.speakers),
  authors: asNames(given.authors),
  script: given.script === "Hans" ? "Hans" : "Hant",
  text: text(given.text),
});

/** Who acts first: a term in traditional script; how other readers call him stands in the step as it is told. */
function asActor(steps: Fields[]): Names {
  const acting = steps.find((step) => Array.isArray(step.actor) && step.actor.length);
  const actor = text(Array.isArray(acting?.actor) ? acting.actor[0] : "");
  const told = asNames(acting?.in_words);
  const at = told["zh-Hant"].indexOf(actor);
  const simplified = at < 0 ? "" : told["zh-Hans"].slice(at, at + actor.length);
  const english = told.en.includes(":") ? told.en.split(":")[0]!.replace(/[[\]]/g, "") : "";
  return { "zh-Hant": actor, "zh-Hans": simplified || actor, en: english || actor };
}

export function asPassage(value: unknown): Passage {
  const given = fields(value);
  return {
    chapter: asNames(fields(given.chapter).names),
    phase: given.phase ? asNames(fields(given.phase).names) : null,
    witnesses: list(given.witnesses).map(asUnit),
    commentary: list(given.commentary).map(asUnit),
    renderings: list(given.renderings).map((one) => ({
      ref: text(one.ref),
      "zh-Hant": text(one.zh_hant),
      "zh-Hans": text(one.zh_hans),
      en: text(one.en),
    })),
    actors: asActor(list(given.steps)),
    staged: list(given.steps).some((step) => step.kind === "act" || step.kind === "repeat"),
  };
}
