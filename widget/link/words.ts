// Every word of the pop-up in three languages, and which of them a page wants.

export type Lang = "zh-Hant" | "zh-Hans" | "en";

const LANGS: Lang[] = ["zh-Hant", "zh-Hans", "en"];
const ALL = {
  close: "關閉|关闭|Close",
  reading: "正在查閱……|正在查阅……|Looking it up …",
  unread: "現在讀不到此文。|现在读不到此文。|It cannot be read now.",
  context: "在上下文中閱讀|在上下文中阅读|Read in context",
  aid: "譯意，僅供參考|译意，仅供参考|Rendering, a reading aid",
  stands: "見於|见于|Stands at",
  nearest: "最相近者|最相近者|Nearest",
  exact: "一字不差。|一字不差。|Exact, to the character.",
  normalized:
    "文字相同，僅繁簡、異體或標點有別。|文字相同，仅繁简、异体或标点有别。|The same text; only script, variants or punctuation differ.",
  elided: "節引屬實。|节引属实。|Shortened, and true.",
  altered: "與原文有出入。|与原文有出入。|Altered.",
  misattributed:
    "確有其文，但不在所稱之處。|确有其文，但不在所称之处。|Misattributed: the words are real, but stand elsewhere.",
  not_found: "所收四篇中未見此文。|所收四篇中未见此文。|Not found in the texts held.",
};

export type Words = Record<keyof typeof ALL, string>;

/** The words in one language. */
export const wordsIn = (lang: Lang): Words =>
  Object.fromEntries(Object.entries(ALL).map(([key, all]) => [key, all.split("|")[LANGS.indexOf(lang)]])) as Words;

/** The language of the three that is nearest to a tag: plain zh is simplified, anything unknown English. */
export function nearest(tag: string): Lang {
  if (!/^zh\b/i.test(tag)) return "en";
  return /^zh[-_](hant|tw|hk|mo)\b/i.test(tag) ? "zh-Hant" : "zh-Hans";
}
