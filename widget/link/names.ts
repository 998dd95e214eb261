// What there is to refer to: chapters by their names, phases and clauses by number. The table is made from the canon.

import table from "./table.json";

export interface Named {
  chapter: number;
  /** Whether the name also means other things. */
  short: boolean;
}

const CLAUSES = new Map<number, string[]>();
const BY_NAME = new Map<string, Named>();
const spelled: string[] = [];

for (const [number, { full, short, clauses }] of Object.entries(table)) {
  const chapter = Number(number);
  CLAUSES.set(chapter, clauses.split(" "));
  for (const names of [full, short])
    for (const name of names.split("|").filter(Boolean)) {
      spelled.push(name);
      BY_NAME.set(name.replaceAll(" ", ""), { chapter, short: names === short });
    }
}

/** All names, the longest first, as a pattern; between the parts of Latin ones blanks and apostrophes may stand. */
export const NAMES = spelled
  .sort((a, b) => b.length - a.length)
  .map((name) => (name < "{" ? `${name.replaceAll(" ", "[\\s'’]*")}(?![a-z])` : name))
  .join("|");

/** The chapter of a name that NAMES has found. */
export function chapterOf(name: string): Named {
  return BY_NAME.get(name.toLowerCase().replace(/[\s'’]/g, ""))!;
}

/** A clause label as something that can be compared: 3 < 3a < 4. */
const order = (label: string): number =>
  parseInt(label) * 32 + (/[a-z]$/.test(label) ? label.charCodeAt(label.length - 1) - 96 : 0);

function has(chapter: number, phase: number, label: string): boolean {
  const [count = "0", ...more] = CLAUSES.get(chapter)?.[phase - 1]?.split("/") ?? [];
  return more.includes(label) || (/^\d+$/.test(label) && Number(label) <= Number(count));
}

/** The reference in its canonical form, such as 5.17.1-3, or "" where nothing stands there. */
export function reference(chapter: number, phase: number, clause = "", through = ""): string {
  const phases = CLAUSES.get(chapter)?.length ?? 0;
  if (phase < 1 || phase > phases || (clause && !has(chapter, phase, clause))) return "";
  const base = `${chapter}.${phase}${clause && `.${clause}`}`;
  if (!through || through === (clause || String(phase))) return base;
  const exists = clause ? has(chapter, phase, through) : Number(through) <= phases;
  return exists && order(through) > order(clause || String(phase)) ? `${base}-${through}` : "";
}

/** Names of phases, which the service tells where a page seems to have some: chapter and name → number. */
export const PHASES = { wanted: false, known: new Map<string, number>() };

/** The phase whose name a text begins with: its number and how long the name is. */
export function phaseAt(chapter: number, text: string): [number, number] | null {
  PHASES.wanted = true;
  for (let size = Math.min(text.length, 16); size > 0; size--) {
    const phase = PHASES.known.get(chapter + text.slice(0, size));
    if (phase) return [phase, size];
  }
  return null;
}
