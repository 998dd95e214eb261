"""What a sentence does besides claiming: it says that something is not told, leads over to what follows, or chats."""

from __future__ import annotations

import re

from corpus.fold import is_han

_SOURCES_ZH = "段落|文字|材料|資料|资料|原文|經文|经文|引文|注文|文獻|文献|這裡|这里|所給|所给|以上|上述|其中|篇中"
_NOT_TOLD_ZH = (
    "沒有|没有|並未|并未|未曾|未見|未见|未提|未說|未说|未載|未载|未言|"
    "不見|不见|無法|无法|不足以|看不出|不能確定|不能确定"
)
_SOURCES_EN = r"passages?|texts?|sources?|chapters?|notes?|evidence|material|excerpts?"
_NOT_TOLD_EN = (
    r"do(?:es)? not|don[’']t|doesn[’']t|did not|cannot|can[’']t|nothing|neither|silent|nowhere|"
    r"no (?:mention|information|answer)"
)
_SILENT = re.compile(
    rf"(?:{_SOURCES_ZH}).{{0,24}}(?:{_NOT_TOLD_ZH})|^[^，。]{{0,6}}(?:無法|无法|不能)(?:確定|确定|判斷|判断|得知|回答)"
    rf"|(?:{_SOURCES_EN})\b.{{0,60}}\b(?:{_NOT_TOLD_EN})\b"
    r"|\b(?:nothing|no passage|none of the (?:passages|texts|sources))\b.{0,60}"
    r"\b(?:says?|tells?|answers?|mentions?|states?|explains?|given|cited)\b|"
    r"\b(?:cannot|can[’']t) be (?:told|answered|known)\b",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"^\s*(?:關於|关于|至於|至于|對於|对于|因此|所以|不過|不过|但|然而|"
    r"(?:as for|as to|regarding|about|concerning|therefore|thus|so|however|but|unfortunately)\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[，,；;：:]|\b(?:but|however|although|because|since|whereas|while)\b", re.IGNORECASE)
_LEADS_ZH = (
    "綜上(?:所述)?|综上(?:所述)?|總之|总之|簡言之|简言之|總的來說|总的来说|換言之|换言之|此外|另外|其次|首先|最後|最后|"
    "因此|所以|答案如下|答|回答|分述如下|"
    "(?:具體|具体|其)?(?:步驟|步骤|次序|順序|顺序|過程|过程|儀節|仪节|理由|原因)?(?:依次)?如下"
)
_LEADS_EN = (
    r"in (?:short|sum|summary|brief|conclusion|other words)|to sum up|in order|as follows|answer|here is the answer|"
    r"the (?:steps|order|sequence|reasons?|answer)(?: (?:is|are))?(?: as follows)?"
)
_LEADS = re.compile(rf"^[\s#>*_\-–—]*(?:{_LEADS_ZH}|{_LEADS_EN})[\s*_：:，,。.]*$", re.IGNORECASE)
_CHAT_ZH = (
    "好的|當然|当然|沒問題|没问题|您好|你好|希望.{0,12}(?:幫助|帮助)|如(?:果|有).{0,20}(?:請|请|歡迎|欢迎).{0,12}|"
    "謝謝.{0,6}|谢谢.{0,6}|以下是.{0,12}(?:回答|答案|解釋|解释)"
)
_CHAT_EN = (
    r"sure|certainly|of course|great question|hello|hi|thank(?:s| you).{0,30}|i hope (?:this|that) helps?|"
    r"let me know.{0,60}|here(?: is|['’]s) (?:the|my|an) (?:answer|explanation).{0,20}|none"
)
_CHAT = re.compile(rf"^\W*(?:{_CHAT_ZH}|{_CHAT_EN})\W*$", re.IGNORECASE)
_WRITERS = re.compile(
    r"您|你|所問|所问|提問|提问|問題中|问题中|問句|问句|所引|\basked\b|\byour?\b|\bthe question\b|\bquoted? in\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"不見於|不见于|並無|并无|沒有|没有|查無|查无|未見|未见|並非|并非|不是|"
    r"\bnot\b|\bno such\b|\bnowhere\b|n[’']t\b|\bfalse\b|\bunknown\b",
    re.IGNORECASE,
)
_ABSENT_BEFORE = re.compile(
    r"(?:沒有|没有|並無|并无|未見|未见|不見|不见|查無|查无)[^，。；]{0,4}$|\b(?:not?|nowhere)\b[\w\s]{0,24}[“\"「『]?$",
    re.IGNORECASE,
)
_ABSENT_AFTER = re.compile(
    r"^[」』”’〞\",，\s]{0,3}(?:這|这|此|一)?(?:句話|句话|句|語|语|話|话)?[^，。；「]{0,4}"
    r"(?:不見|不见|未見|未见|並無|并无|查無|查无|不出自|不在)|"
    r"^[」』”’〞\",\s]{0,3}(?:(?:is|are) not (?:in|found)|(?:does|do) not (?:stand|occur|appear|exist)|stands? nowhere|"
    r"cannot be found)",
    re.IGNORECASE,
)
_DIFFERS = re.compile(
    r"不同|有異|有异|出入|有誤|有误|之誤|之误|應作|应作|應為|应为|實作|实作|改動|改动|\b(?:differs?|altered|misquot\w+|instead|wrong(?:ly)?|"
    r"not (?:quite|exactly)|rather|inaccurate\w*|should (?:be|read))\b",
    re.IGNORECASE,
)
_LINK = re.compile(r"https?:|www\.|\]\(|!\[|<[a-z!/]|&(?:#\w+|[a-z]{2,8});|\\[a-z]+\{", re.IGNORECASE)
_ROW = re.compile(r"^\s*\|.*\|")
_NOTE = re.compile(r"^\s*(?:[-*]\s*)?\[\d+\]\s*[:：]")
_WORDS = re.compile(r"[^\W\d_]")
_NEAR = 16
"""Characters on either side of a quotation in which it is said whose words it is."""


def is_empty(sentence: str) -> bool:
    """Whether nothing is said at all: blanks, rules, stray marks."""
    return not _WORDS.search(sentence) and not any(char.isdigit() for char in sentence)


def is_chat(sentence: str) -> bool:
    """Whether it is small talk, which is left out without a word."""
    return bool(_CHAT.match(sentence.strip()))


def is_silence(sentence: str) -> bool:
    """Whether all it says is that the passages do not tell something; that needs no passage to rest on.

    ``is_silence("經文沒有說為什麼。")``; not 「司馬由弟子擔任，經文沒有說為什麼」, whose first clause claims something.
    """
    clauses = [clause for clause in _CLAUSE.split(sentence) if _WORDS.search(clause)]
    silent = [clause for clause in clauses if _SILENT.search(clause)]
    rest = [clause for clause in clauses if clause not in silent and not _TOPIC.match(clause)]
    return bool(silent) and len(sentence) <= 200 and all(_size(clause) <= 3 for clause in rest)


def is_lead(sentence: str) -> bool:
    """Whether it only leads over to what follows, or is the heading of a list, and claims nothing."""
    return bool(_LEADS.match(sentence.strip()))


def is_the_askers(sentence: str) -> bool:
    """Whether it speaks of what the one who asked wrote, or denies something."""
    return bool(_WRITERS.search(sentence)) or bool(_DENIES.search(sentence))


def is_theirs(sentence: str, start: int, end: int) -> bool:
    """Whether a quotation, ``sentence[start:end]``, is given as the asker's words, or as words that stand nowhere."""
    before, after = sentence[max(start - _NEAR, 0) : start], sentence[end + 1 : end + 1 + _NEAR]
    if after.lstrip('」』”’〞" ').startswith("["):
        return False
    return bool(_WRITERS.search(before) or _ABSENT_BEFORE.search(before) or _ABSENT_AFTER.search(after))


def is_denied(sentence: str, start: int, end: int) -> bool:
    """Whether a quotation, ``sentence[start:end]``, is said to stand nowhere, or otherwise than it was quoted."""
    before, after = sentence[max(start - _NEAR, 0) : start], sentence[end : end + 1 + _NEAR]
    absent = _ABSENT_BEFORE.search(before) or _ABSENT_AFTER.search(after)
    return bool(absent or _DIFFERS.search(sentence, end))


def has_link(sentence: str) -> bool:
    """Whether it has an address, an image or markup in it: a model has no reason to write any."""
    return bool(_LINK.search(sentence))


def is_row(sentence: str) -> bool:
    """Whether it is a row of a table: rows leave one by one, and what stands in a head would be lost."""
    return bool(_ROW.match(sentence))


def is_note(sentence: str) -> bool:
    """Whether it says of a marker what it means, [1]: …, as footnotes and lists of sources do; citations say that."""
    return bool(_NOTE.match(sentence))


def items(sentence: str) -> int:
    """How many things a sentence lists, at the most: 賓、介、眾賓 are three."""
    return 1 + len(re.findall(r"[、，,；;]|\band\b|[和與与及跟]", sentence))


def key(sentence: str) -> str:
    """What two sentences share that say the same in the same words; "" of one without words."""
    return "".join(char for char in sentence.lower() if is_han(char) or char.isalpha())


def _size(clause: str) -> int:
    """Words of English, or Han characters."""
    return sum(map(is_han, clause)) + len(re.findall(r"[A-Za-z]+", clause))
