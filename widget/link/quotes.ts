// Which quotation belongs to a reference: the one it introduces, or the one it stands behind in brackets.

export interface Quote {
  start: number;
  end: number;
  /** The words between the reference and the quotation, which may name who speaks. */
  said: string;
}

const PAIRS: Record<string, string> = { "「": "」", "『": "』", "“": "”", "‘": "’", "〝": "〞", "﹁": "﹂", '"': '"' };
const CLOSING = new Map(Object.entries(PAIRS).map(([open, close]) => [close, open]));
const LONGEST = 400;
const ENOUGH = 4;
/** Who speaks, then a word of saying or a colon; or nothing at all. */
const SAYING =
  /^[)\]]?(?:(?:[之的篇·]?(?:[經经記记注疏]|[鄭郑]玄?注?|[賈贾](?:公[彥彦])?疏?)[文中]?)?(?:[\u3400-\u9fff]{0,3}[曰云謂谓言載载說说道]|[記记][載载])?|\s(?:says?|reads?|has|states?|said))\s?[:,]?\s?$/;
const BEFORE = /[,。.]?\s?(?:[(\[〔]\s?(?:[見见]|出自|see\s)?|[–─]{1,2}\s?)$/i;

/** The quotation that a reference ending at `end` introduces. */
export function quoteAfter(text: string, end: number): Quote | null {
  const near = text.slice(end, end + 24);
  const open = near.search(/[「『“‘〝﹁"]/);
  if (open < 0 || !SAYING.test(near.slice(0, open))) return null;
  const start = end + open + 1;
  const stop = other(text, start, 1, near[open]!, PAIRS[near[open]!]!);
  const said = near.slice(0, open).replace(/[\s:,]+$/, "");
  return stop > 0 && enough(text, start, stop) ? { start, end: stop, said } : null;
}

/** The quotation that stands before a reference in brackets: 「三耦皆執弓」（《儀禮·鄉射禮》）. */
export function quoteBefore(text: string, start: number): Quote | null {
  const near = text.slice(Math.max(0, start - 10), start);
  const mark = BEFORE.exec(near);
  if (!mark) return null;
  const stop = start - near.length + mark.index - 1;
  const open = CLOSING.get(text[stop] ?? "");
  if (!open) return null;
  const begin = other(text, stop - 1, -1, text[stop]!, open) + 1;
  return begin > 0 && enough(text, begin, stop) ? { start: begin, end: stop, said: "" } : null;
}

/** Where the mark that belongs to the one beside `from` stands, forwards or backwards; -1 where there is none nearby. */
function other(text: string, from: number, step: 1 | -1, mark: string, wanted: string): number {
  let depth = 1;
  for (let at = from; at >= 0 && at < text.length && (at - from) * step < LONGEST && text[at] !== "\n"; at += step) {
    if (text[at] === wanted && --depth === 0) return at;
    if (text[at] === mark) depth++;
  }
  return -1;
}

function enough(text: string, start: number, end: number): boolean {
  return (text.slice(start, end).match(/\p{Script=Han}/gu)?.length ?? 0) >= ENOUGH;
}
