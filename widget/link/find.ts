// Where a text names a passage. Nothing here knows of pages; a text comes in, stretches of it come out.

import { chapterOf, NAMES, phaseAt, reference, type Named } from "./names";
import { quoteAfter, quoteBefore } from "./quotes";

/** text[start:end] names `ref`; where words are quoted from it, `quote` is what is quoted and `claimed` from where. */
export interface Found {
  start: number;
  end: number;
  ref: string;
  quote: string;
  claimed: string;
}

const WORK = "(?:儀禮|仪礼|(?<![a-z\\d/@_.#-])(?:the\\s+)?(?:yi[\\s-]?li|i-li)(?![a-z]))";
const DOT = "\\s?[.·]\\s?";
const DASH = "\\s?[-–至]\\s?";
const LABEL = "[1-9]\\d{0,2}[a-z]?";
const NUMBER = "[1-9]\\d{0,2}";
/** A name, perhaps after that of the work. */
const HEAD = new RegExp(`${WORK}(?:[》〉\\]]?[\\s·.,:]{0,2}[《〈\\[]?(${NAMES}))?|(?<![a-z\\d/@_.#-])(${NAMES})`, "gi");
/** Chapter, phase and clause after the name of the work; phase and clause after that of a chapter. */
const WHOLE = tail(`(?<chapter>[1-9]\\d?)${DOT}(?<phase>${NUMBER})(?:${DOT}(?<clause>${LABEL}))?`);
const WITHIN = tail(`(?<phase>${NUMBER})(?:${DOT}(?<clause>${LABEL}))?`);
const NAMED = /(?<close>[》〉\]]?)\s?[·.]\s?(?=[\u3400-\u9fff])/y;
const NAMED_CLAUSE = new RegExp(`(?:\\s?[·.]\\s?|\\s)?(?<clause>${LABEL})(?:${DASH}(?<through>${LABEL}))?`, "y");

/** What may not follow: more of the number, a unit, the rest of a word or of a file's name. */
const MORE =
  /[\da-z_]|\s?[-–至]\s?\d|-[a-z]|[.,:/·][\da-z]|\s?(?:[%‰°℃元圓圆塊块米里倍折噸吨億亿萬万千百十]|公[里分尺斤頃顷]|[厘毫]米|美金|港幣|港币|(?:[ckm]?m|kg|yuan|rmb|usd|million|billion|per\s?cent|points?|pts?)(?![a-z]))/iy;
/** What may follow a single number, which else counts something: 21 pages, 21 人. */
const ENDS =
  /\s*(?:[.,;:)\]}"'?!、。」』”’》〉–]|$|[與与和及或所中之的說说云曰言載载記记])|\s+(?:and|for|on|in|is|as|has|with|to|we|the|shows?|says?|tells?)\s/iy;
const SPEAKER = /(?:[鄭郑]玄?注?|[賈贾]公彥?彦?疏?|[賈贾]疏|四[庫库][館馆]臣案?|朱熹(?:今按)?|陸德明|陆德明)[·\s]?$/;

function tail(numbers: string): RegExp {
  const before = "(?<close>[》〉\\]]?)(?<blank>\\s?·?[.,:]?)\\s?(?<open>[(\\[]?)(?<word>第?)\\s?";
  return new RegExp(
    `${before}${numbers}(?:${DASH}(?<through>${LABEL}))?(?<unit>\\s?[節节章條条](?![\\u3400-\\u9fff]))?`,
    "iy",
  );
}

/** Full-width letters, digits and marks, dots and dashes as the usual ones, each in its place. */
export function plain(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000\u00a0‧・•∙~‐‑‒—―−〜]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code > 0xff00) return String.fromCharCode(code - 0xfee0);
    return /\s/.test(char) ? " " : /[‧・•∙]/.test(char) ? "·" : "–";
  });
}

const at = (pattern: RegExp, text: string, place: number): RegExpExecArray | null => {
  pattern.lastIndex = place;
  return pattern.exec(text);
};

/** All references in a text, in order, none within another. */
export function find(given: string, quotes = true): Found[] {
  const text = plain(given);
  const all: Found[] = [];
  let from = 0;
  for (;;) {
    const head = at(HEAD, text, from);
    if (!head) return all;
    from = head.index + head[0].length;
    const found = read(text, head);
    const quote = found && quotes ? quoteAfter(text, found.end) || quoteBefore(text, found.start) : null;
    if (!found || !(quote || found.ref.includes("."))) continue;
    if (quote) {
      const spoken = SPEAKER.exec(text.slice(Math.max(0, found.start - 8), found.start))?.[0] ?? "";
      found.claimed = (spoken + text.slice(found.start, found.end) + quote.said).trim();
      found.quote = given.slice(quote.start, quote.end);
    }
    all.push(found);
    from = Math.max(from, found.end);
  }
}

/** What stands at a name: a passage by its numbers, by the name of its phase, or the chapter alone. */
function read(text: string, head: RegExpExecArray): Found | null {
  const name = head[1] ?? head[2];
  const named = name ? chapterOf(name) : null;
  if (!head[1] && !own(text, head.index, head[0])) return null;
  const end = head.index + head[0].length;
  const found = (stop: number, ref: string) =>
    ref ? { start: opening(text, head.index, stop), end: stop, ref, quote: "", claimed: "" } : null;
  const numbers = at(named ? WITHIN : WHOLE, text, end);
  if (numbers && joined(numbers, named !== null)) {
    const { chapter, phase, clause = "", through, close, open, unit, word } = numbers.groups!;
    const ref = reference(named?.chapter ?? Number(chapter), Number(phase), clause, through);
    let stop = end + numbers[0].length;
    if (open && (text[stop] === ")" || text[stop] === "]")) stop += 1;
    if (at(MORE, text, stop)) return null;
    if (!named || clause || unit || word) return found(stop, ref);
    // A single number: that of a phase after a title or a whole name, where it counts nothing.
    return (head[1] || close || !named.short) && at(ENDS, text, stop) ? found(stop, ref) : null;
  }
  if (!named) return null;
  return byPhase(text, end, named.chapter, found) ?? alone(text, end, named, found);
}

/** A full stop ends what comes before; a comma or colon joins numbers that can be nothing else. */
function joined({ 0: whole, groups }: RegExpExecArray, named: boolean): boolean {
  const { blank = "", clause } = groups!;
  return !/^\.\s/.test(whole) && !(named && !clause && /[.,:]/.test(blank));
}

/** A name that stands for itself: not the tail of another book's title, 《禮記·鄉射》, 《周禮》鄉射; short Latin names count as such only with a capital. */
function own(text: string, start: number, name: string): boolean {
  if (/^[a-z]/i.test(name)) return /^(?:the\s|yi[\s-]?li|i-li)/i.test(name) || !chapterOf(name).short || name < "a";
  const before = text.slice(Math.max(0, start - 9), start);
  if (/[》〉]\s?$/.test(before)) return false;
  return !/[·.]\s?$/.test(before) || SPEAKER.test(before);
}

/** The bracket before a name belongs to the reference where the one that closes it does. */
function opening(text: string, start: number, end: number): number {
  const pairs: Record<string, RegExp> = { "《": /^[^《]*》/, "〈": /^[^〈]*〉/, "[": /^[^[]*\]/ };
  return pairs[text[start - 1] ?? ""]?.test(text.slice(start, end)) ? start - 1 : start;
}

type Make = (stop: number, ref: string) => Found | null;

/** 鄉射禮·三耦射, 鄉射禮·三耦射·3. */
function byPhase(text: string, end: number, chapter: number, found: Make): Found | null {
  const mark = at(NAMED, text, end);
  if (!mark) return null;
  const begin = end + mark[0].length;
  const phase = phaseAt(chapter, text.slice(begin, begin + 24));
  if (!phase) return null;
  const stop = begin + phase[1];
  const clause = at(NAMED_CLAUSE, text, stop);
  if (clause) {
    const whole = stop + clause[0].length;
    const ref = reference(chapter, phase[0], clause.groups!.clause, clause.groups!.through);
    return at(MORE, text, whole) ? null : found(whole, ref);
  }
  return /[\u3400-\u9fff\d]/.test(text[stop] ?? "") ? null : found(stop, reference(chapter, phase[0]));
}

/** A chapter's title alone: a reference only where words from it are quoted, which is seen later. */
function alone(text: string, end: number, { chapter, short }: Named, found: Make): Found | null {
  const close = /[》〉]/.test(text[end] ?? "");
  return short && !close ? null : found(close ? end + 1 : end, String(chapter));
}
