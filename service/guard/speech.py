"""What a sentence does besides claiming: it says that something is not told, leads over to what follows, or chats."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.fold import is_han

_SOURCES_ZH = (
    "段落|文字|材料|資料|资料|原文|經文|经文|引文|注文|注疏|注解|文獻|文献|文中|文本|正文|這裡|這裏|这里|[這这][幾几些][段條条句]|[這这][幾几]處|此處|此处|這段|这段|哪一?段|"
    "所給|所给|所提供|以上|上述|其中|篇中|內容|内容|篇章|對此|对此"
)
_NOT_TOLD_ZH = (
    "(?:沒有?|没有?|並未|并未|未曾?|未能|未予|不曾|不?並?無|并无|無|无)(?:任何|明確|明确|明白|具體|具体|直接|進一步|进一步|相關|相关|有關|有关|明|再|細|细|加以|曾)*的?"
    "(?:見到|见到|提到|提及|提|說明|说明|說到|说到|說|说|記載|记载|載|载|言明|言|交代|涉及|寫明|写明|寫|写|談到|谈到|談|谈|解釋|解释|指出|描述|描寫|描写|"
    "告訴|告诉|資料|资料|信息|線索|线索|依據|依据|根據|根据|答案|規定|规定|介紹|介绍|論及|论及|回答)|"
    "未見|未见|不見|不见|無法|无法|不足以|看不出|看不到|不能確定|不能确定|不能判斷|不能判断|查不到|找不到|讀不出|读不出|回答不了|答不了|"
    "隻字未提|只字未提|無從得知|无从得知|不得而知|無可考|无可考|無考|无考|不詳|不详|未詳|未详|付之闕如|难以判断|難以判斷|難以確定|难以确定|無從判斷|无从判断|不清楚"
)
_NOT_KNOWN_ZH = (
    "不得而知|無從得知|无从得知|無從判斷|无从判断|無可考|无可考|不詳|不详|未詳|未详|隻字未提|只字未提|付之闕如|"
    "(?:無法|无法|不能|難以|难以)(?:由此|據此|据此|從中|从中)?(?:確定|确定|判斷|判断|得知|回答|作答|知道|斷定|断定)|回答不了|答不了"
)
_SOURCES_EN = r"passages?|texts?|sources?|chapters?|notes?|evidence|materials?|excerpts?|commentar(?:y|ies)|given|provided|supplied|here|rendering|record"  # noqa: E501
_TELL_EN = (
    r"sa(?:y|ys|id)|tell|tells|told|state[sd]?|mention(?:s|ed)?|explain(?:s|ed)?|give[sn]?|record(?:s|ed)?|address(?:es|ed)?|cover(?:s|ed)?|"
    r"discuss(?:es|ed)?|specif(?:y|ies|ied)|describe[sd]?|indicate[sd]?|answer(?:s|ed)?|settle[sd]?|decide[sd]?|provide[sd]?|offer(?:s|ed)?|"
    r"contain(?:s|ed)?|name[sd]?|reveal(?:s|ed)?|determine[sd]?|know|known|find|found|touch(?:es|ed)? on|speak(?:s)? of|spell(?:s|ed)? out|"  # noqa: E501
    r"include[sd]?|support(?:s|ed)?|clarif(?:y|ies|ied)|note[sd]?|show[sn]?|establish(?:es|ed)?|suggest(?:s|ed)?"
)
_NOT_TOLD_EN = (
    rf"(?:do(?:es)? not|don[’']t|doesn[’']t|did not|didn[’']t|cannot|can[’']t|could not|couldn[’']t|is not|isn[’']t|are not|aren[’']t|never|nowhere|"  # noqa: E501
    rf"not(?: anywhere)?|neither|was not|were not)(?:\s+(?:be|been|really|actually|directly|explicitly|anywhere|itself|themselves|say|something|that|the|"  # noqa: E501
    rf"passages?|texts?|these|to)){{0,4}}\s+(?:{_TELL_EN}|tell)|"
    r"no (?:mention|information|answer|details?|indication|word|description|explanation|record|account|evidence|such|clue|hint)|nothing|silent|leaves? (?:it |this |that )?(?:unsaid|open)|"  # noqa: E501
    rf"(?:no|none of the|none of these) (?:passages?|texts?|sources?|notes?|excerpts?)(?: \w+){{0,2}} (?:{_TELL_EN})"
)
_NOT_KNOWN_EN = (
    r"(?:cannot|can[’']t|could not|can not) be (?:told|answered|known|determined|decided|established|inferred|said)|"
    r"(?:is|are|was|were|remains?|stays?|left) (?:unclear|unknown|unsaid|unstated|unspecified|unrecorded|open|untold|unanswered|not (?:stated|said|told|recorded|given|specified|known|clear|mentioned))|"  # noqa: E501
    r"(?:we|one|you|the reader) (?:are|is) (?:never|not) told|i (?:do not|don[’']t|cannot|can[’']t) (?:know|tell|say)|(?:it|this|that) is (?:never|not) (?:stated|said|told|recorded|specified|mentioned|explained)|"  # noqa: E501
    rf"(?:no|none of the|none of these) (?:passages?|texts?|sources?|notes?|excerpts?)(?: \w+){{0,2}} (?:{_TELL_EN})|"
    r"i (?:could not|couldn[’']t|cannot|can[’']t|did not|didn[’']t) find|not something (?:the|these) \w+|"
    rf"(?:nobody|no one|nothing (?:here|there)|none of (?:it|them|these)) (?:{_TELL_EN})|found (?:\W*)(?:none|nothing)|"
    rf"no \w+(?: \w+)? (?:is|are) (?:(?:stated|told|recorded|mentioned|specified)|given(?=.{{0,60}}\b(?:{_SOURCES_EN})\b))"  # noqa: E501
)
_SILENT = re.compile(
    rf"(?:{_SOURCES_ZH}).{{0,24}}(?:{_NOT_TOLD_ZH})|(?:{_NOT_TOLD_ZH}).{{0,10}}$(?<=(?:記載|记载|說明|说明|提到|提及|交代|資料|资料|信息|答案|涉及))|"
    rf"^\W*(?:給出|给出|[這这][幾几些])[^，。]{{0,8}}(?:沒有|没有|未)(?:說|说|講|讲|記|记|提|寫|写|描)|"
    rf"(?:{_NOT_KNOWN_ZH})|(?:沒有|没有)(?:任何|哪)一?[段處处][^，。]{{0,6}}(?:說|说|提|寫|写|記|记|解)|"
    rf"\b(?:{_SOURCES_EN})\b.{{0,60}}\b(?:{_NOT_TOLD_EN})\b|"
    rf"\b(?:{_NOT_TOLD_EN})\b.{{0,80}}\b(?:{_SOURCES_EN})\b|\b(?:{_NOT_KNOWN_EN})\b",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:這|这|[這这給给](?:幾|几|些|出|裡|裏|里)的?|所[給给]的?|材料|其中|裡面|裏面|里面|經注|经注|經文|经文|注疏|文字|段落|文中|裡|裏|里|段|當然|当然|也|都|和)*(?:沒|没|未)有?(?:人|明|詳|详)?"
    r"(?:說到|说到|說|说|講到|讲到|講|讲|提到|提及|提|寫|写|記錄|记录|記載|记载|記|记|描寫|描写|交代|收錄|收录|說明|说明|涉及|給出|给出)(?:過|过)?\W*$|"
    r"^(?:\W*)(?:查不到|(?:當然|当然)?[無无][從从]知道)\W*$|"
    r"^(?:沒|没)有哪一?[段處处].{0,3}[說说講讲提寫写記记]"
)
"""A clause that says only that something is not told, after the one that names it: 「…，經注都沒有說」."""
_TOLD_EN = r"\b(?:is|are|was|were)(?: ever| not)? (?:mentioned|named|stated|told|recorded|described)"
_UNNAMED = re.compile(
    rf"^\W*No\b.{{0,60}}{_TOLD_EN}\b|^\W*(?:The|Its|His|Their)\b(?=[^,;]*\bnot\b)[^,;]{{0,60}}{_TOLD_EN}\W*$",
    re.IGNORECASE,
)
"""The same in English, without a word for the passages: “The hand that holds the knife is not named.”"""
_NAMES_MOST = 30
"""Characters of what is named before it is said that it is not told."""
_PRESUMES = re.compile(r"(?:說明|说明|說|说|解釋|解释)(?:這|这)?(?:個|个)?(?:原因|理由)$")
_AS_REASON = re.compile(r"\b(?:because|since)\b|因為|因为|只說|只说|but|但", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:多[重長长高大久少遠远寬宽深]|什麼|什么|為何|为何|怎[麼么樣样]|如何|是否|誰|谁|哪|幾|几|何[時时處处人以]|能不能|是不是|有沒有|有没有|會不會|会不会)|"
    r"^\W*(?:how|who|whom|whose|what|when|where|why|whether|which|if)\b",
    re.IGNORECASE,
)
"""A clause that asks, and so claims nothing: 弓有多重, how heavy the bow is."""
_TOPIC = re.compile(
    r"^\s*(?:關於|关于|至於|至于|對於|对于|因此|所以|不過|不过|但|然而|"
    r"(?:as for|as to|regarding|about|concerning|therefore|thus|so|however|but|unfortunately|sorry|based on|from|judging)\b|(?:很)?抱歉|可惜|遺憾|遗憾|"  # noqa: E501
    r"(?:let me|to) be (?:plain|clear|frank|honest|fair|exact)\b|frankly|honestly|in short|in brief|i (?:have )?(?:looked|searched) (?:for|in|through)\b|"  # noqa: E501
    r"坦白|老實說|老实说|說實話|说实话|簡單地?說|简单地?说|我(?:找|查)(?:了|過|过|遍)|[這这]一?點|"
    r"(?:從|从|就|根據|根据|依據|依据|在)[^，]{0,16}$|[^，]{0,4}(?:問題|问题)$)",
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
LEAD = 24
"""English words or Han characters of a line that leads over, at most."""
_MARKED = re.compile(r"[「」『』“”\"]")
_ITEM = re.compile(r"^\s*(?:[-*•–·]\s+|\d{1,2}[.)、）]\s*|[（(]\d{1,2}[)）]\s*|[一二三四五六七八九十]{1,2}、)")
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
    if _UNNAMED.search(sentence) or (clauses and _BARE.search(clauses[-1]) and _only_named(clauses[:-1])):
        return not _AS_REASON.search(sentence)
    silent = [clause for clause in clauses if _SILENT.search(clause)]
    if not silent and len(clauses) > 1 and _SILENT.search(sentence):
        return len(sentence) <= 200 and all(_SILENT.search(c) or _mute(c) for c in clauses)
    rest = [clause for clause in clauses if clause not in silent and not _mute(clause)]
    if any(_PRESUMES.search(clause) for clause in silent) or _AS_REASON.search(sentence):
        return False
    return bool(silent) and len(sentence) <= 200 and all(_size(clause) <= 3 for clause in rest)


def _only_named(clauses: Sequence[str]) -> bool:
    """Whether clauses can be read as the name of what is not told: short, without a quotation or a marker."""
    told = "".join(clauses)
    return len(told) <= _NAMES_MOST and not re.search(r"[「『“\[]", told)


def _mute(clause: str) -> bool:
    """Whether a clause names a topic or asks, and claims nothing."""
    return bool(_TOPIC.match(clause) or _ASKS.search(clause))


def is_lead(sentence: str) -> bool:
    """Whether it only leads over to what follows, or is the heading of a list, and claims nothing by itself: a stock
    phrase, a line that ends with a colon, a heading, a line that is all bold."""
    line = sentence.strip()
    if _LEADS.match(line):
        return True
    bare = line.strip("#*_ \t")
    if not bare or _MARKED.search(line) or _size(bare) > LEAD:
        return False
    if is_question(bare):
        return True
    heading = line.startswith("#") or bool(
        re.fullmatch(r"(?:[-*]\s+|\d{1,2}[.)]\s*)?(?:\*\*|__)[^*_]+(?:\*\*|__)[:：]?", line)
    )
    return bare.endswith((":", "：")) or (heading and not bare.endswith((".", "。")))


def is_question(sentence: str) -> bool:
    """Whether it asks, as headings and those who answer themselves do: 為什麼叫貍步？"""
    return sentence.rstrip("*_ \t\n").endswith(("?", "？")) and bool(_ASKS.search(sentence))


def may_open(sentence: str) -> bool:
    """Whether a sentence is short, without a marker, and goes on in its line."""
    if sentence.endswith("\n") or any(char.isdigit() for char in sentence):
        return False
    if is_question(sentence) or is_chat(sentence):
        return False
    return 0 < _size(sentence) <= LEAD and not _MARKED.search(sentence)


def opens(sentence: str, following: str) -> bool:
    """Whether a sentence that ``may_open`` and the next lead to a list together: “The scorer does it. In steps:”"""
    return following.rstrip("*_ \t\n").endswith((":", "：")) and is_lead(sentence + following)


def is_item(sentence: str) -> bool:
    """Whether it is an item of a list: - …, 2. …, 三、…"""
    return bool(_ITEM.match(sentence))


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
