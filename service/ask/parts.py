"""Taking a question apart: what is asked in it, without what is said around it, and the parts of a double question.

Rules over sentences and clauses, in three languages; nothing is lost by them, since retrieval looks at the whole, too.
"""

from __future__ import annotations

import re

from corpus.fold import is_han

_SENTENCE = re.compile(r"[^.!?。！？…\n]*(?:[.!?。！？…]+[”’\"」』)]*|\n|$)")
_ASKS = re.compile(
    r"[?？]|\b(?:who|whom|whose|where|when|what|what's|which|why|how|how's|whether|does|did|do you|is there|are there|"
    r"tell me|walk me|explain|describe|list|name|give me)\b|誰|谁|哪|何|幾|几|多少|怎|什麼|什么|甚麼|啥|嗎|吗|呢|是否|"
    r"是不是|有沒有|有没有|會不會|会不会|要不要|能不能|請問|请问|乎|孰|奚|安在|安所|也歟|耶",
    re.IGNORECASE,
)
_CUES = re.compile(_ASKS.pattern.replace("[?？]|", "", 1), re.IGNORECASE)
"""The same without the question mark."""
_ENGLISH_SPEAKER = re.compile(
    r"\b(?:i|i'm|i’m|i've|i’ve|i'd|we|we're|we’re|we've|my|our|me|here|please|hi|hello|thanks|sorry|question|wait|ok|okay|so|"
    r"lol|just)\b",
    re.IGNORECASE,
)
_CHINESE_SPEAKER = re.compile(
    r"我|咱|俺|本人|請問|请问|請教|请教|想問|想问|您好|你好|大家好|老師|老师|求助|問一下|问一下|話說|话说|"
    r"提問|提问|發問|发问|想了解|想知道|好奇|求教|求解|求問|求问|公众号|公眾號"
)
_PERSONA = re.compile(
    r"^as an? [\w' -]{2,40}$|^an? [\w' -]{2,40} (?:asks?|asking|wonders|wondering)$|"
    r"^(?![^，,：:]*[禮礼射弓祝樂乐主賓宾])[^，,：:]{0,8}"
    r"(?:(?<!第)一[个個枚名位只]|[师師员員匠手迷粉控党黨生友农農夫]|司机|司機|老板|老闆|[记記]者|[编編][辑輯]|妈妈?|媽媽?|奶奶|爷爷|爺爺)$",
    re.IGNORECASE,
)
"""A clause that only says what the asker is: 修车师傅一个, "As a nurse"; not who takes part in the rites: 射手."""
_OF_ONESELF = re.compile(
    r"^\W*(?:and |but |so |because )?(?:i|i['’](?:m|ve|d|ll)|my|we|our)\b(?!.*\b(?:wonder|know|ask|curious)\b)|"
    r"^[我阮咱俺](?!.*(?:想|請|请|知道|好奇))",
    re.IGNORECASE,
)
"""A clause in which the asker tells of himself: without a question mark it is no question of its own."""
_CLAUSE = re.compile(r"[,，:：;；]\s*|\s+[–—-]+\s+")
_OPENING = re.compile(
    r"^(?:(?:請問|请问|請教|请教|想問|想问|問一下|问一下|話說|话说|那個|那个|誒|欸|喂|嗨|你好|您好)[一下]*[,，:：!！]?\s*|"
    r"(?:hi|hello|hey|wait|ok|okay|so|um|well|btw|quick question|question|please|sorry|just curious)\b[,:!.…]*\s*)+",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"[?？;；]\s*(?:and\s+)?|,?\s+and\s+(?=(?:who|where|when|what|which|why|how|do|does|did|is|are|was|were|can|must)\b)|"
    r"[，,、]\s*(?:以及|並且|并且|還有|还有|又|再)?(?=[^，,。？?]*(?:誰|谁|哪|何|幾|几|多少|怎|什麼|什么|為什麼|为什么|嗎|吗))|以及|還有|还有",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"「[^」]*」|“[^”]*”|《[^》]*》")
_LEAST_HAN, _LEAST_WORDS = 3, 2


def core(text: str) -> str:
    """What is asked in a question, without who asks, why, and how politely; the whole where nothing else can be told.

    >>> core("Pastry cook here: how were the dates and the chestnuts prepared?")
    'how were the dates and the chestnuts prepared?'
    >>> core("我是打擊樂手，想問編磬都掛在院子什麼位置？")
    '編磬都掛在院子什麼位置？'
    """
    sentences = [found.strip() for found in _SENTENCE.findall(text) if found.strip()]
    asking = [one for one in sentences if _ASKS.search(one) and _enough(one)]
    kept = [_without_speaker(one) for one in (asking or sentences)]
    found = " ".join(kept) if not any(map(is_han, text)) else "".join(kept)
    found = _OPENING.sub("", found).strip()
    return found if _enough(found) else text.strip()


def _without_speaker(sentence: str) -> str:
    """A sentence without leading clauses that ask nothing and speak of the one who asks: "A beekeeper asks: …"."""
    while True:
        mark = _CLAUSE.search(sentence)
        if not mark:
            return sentence
        clause, rest = sentence[: mark.start()], sentence[mark.end() :]
        speaker = _CHINESE_SPEAKER if any(map(is_han, clause)) else _ENGLISH_SPEAKER
        speaks = speaker.search(clause) or _PERSONA.search(clause)
        if not speaks or (_ASKS.search(clause) and _enough(clause)) or not _ASKS.search(rest) or not _enough(rest):
            return sentence
        sentence = rest


def asking_clause(text: str) -> str:
    """The clause of a question that asks, where only one does; else "".

    >>> asking_clause("鄉射奏騶虞，那大射奏什麼？")
    '那大射奏什麼？'
    """
    asking = [clause for clause in _CLAUSE.split(text) if _CUES.search(clause)]
    return asking[0] if len(asking) == 1 else ""


_WHEN_EN = (
    "(?:after|before|when|once|while|whenever|if|during|until|by the time|as soon as|now that|given that|since|because|"
    "though|although)"
)
_BEFORE_EN = re.compile(
    rf"^(?:and |but |so |then |ok |okay )*{_WHEN_EN}\b[^,?]*[,–—-]+\s*(?P<main>.+)$", re.IGNORECASE | re.DOTALL
)
_AFTER_EN = re.compile(rf"^(?P<main>.+?[^\s,]),?\s+{_WHEN_EN}\b[^,?]*[?]?\s*$", re.IGNORECASE | re.DOTALL)
_BEFORE_ZH = re.compile(
    r"^(?:[既當当及待迨等][^，,？?]*|[^，,？?]*(?:以後|以后|之後|之后|之前|以前|時候|时候|當中|当中|期間|期间|完了?|了|時|时|後|后|前))"
    r"[，,]\s*(?P<main>.+)$",
    re.DOTALL,
)


def main_clause(text: str) -> str:
    """What is asked, without the clause that says when or under which condition; the whole where there is none.

    >>> main_clause("once the score is announced, what do the losers do?")
    'what do the losers do?'
    >>> main_clause("射完箭之後，輸的人要做什麼？")
    '輸的人要做什麼？'
    """
    chinese = any(map(is_han, text))
    for pattern in (_BEFORE_ZH,) if chinese else (_BEFORE_EN, _AFTER_EN):
        found = pattern.match(text)
        if found and _enough(found["main"]) and _ASKS.search(found["main"]):
            return found["main"].strip()
    return text


def parts_of(text: str) -> list[str]:
    """The parts of a question that asks several things; one where it asks one.

    >>> parts_of("How many musicians are there, and where do they sit?")
    ['How many musicians are there', 'where do they sit']
    """
    hidden = _QUOTED.sub(lambda found: "「" + "〇" * (len(found[0]) - 2) + "」", asked := core(text))
    marks = list(_PARTS.finditer(hidden))
    starts = [0, *(mark.end() for mark in marks)]
    ends = [*(mark.start() for mark in marks), len(asked)]
    asks = [*(mark[0][0] in "?？" for mark in marks), asked.rstrip()[-1:] in ("?", "？")]
    found = [(asked[a:b].strip(" ,，。.？?"), sure) for a, b, sure in zip(starts, ends, asks, strict=True)]
    asking = [
        part
        for part, sure in found
        if _enough(part) and (sure or (_ASKS.search(part) and not _OF_ONESELF.search(part)))
    ]
    return asking or [asked]


def _enough(text: str) -> bool:
    """True if a text is long enough to ask something."""
    return sum(map(is_han, text)) >= _LEAST_HAN or len(re.findall("[A-Za-z]+", text)) > _LEAST_WORDS
