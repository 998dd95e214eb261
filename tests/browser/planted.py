"""A page of references to the texts and of what only looks like references: seeded, of any size."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from corpus.canon import Canon, Clause
from corpus.ref import CHAPTERS, Ref

QUOTED = {"「": "」", "“": "”", "『": "』"}
WORDS = [
    "the",
    "rite",
    "is",
    "told",
    "here",
    "and",
    "what",
    "follows",
    "was",
    "read",
    "by",
    "those",
    "who",
    "came",
    "with",
    "bows",
    "and",
    "cups",
    "of",
    "wine",
    "that",
    "day",
]
HAN = "周公制禮作樂其儀三百威儀三千學者多苦其難讀然則先王之道賓主之義升降揖讓皆在於是"
PINYIN = {4: "Xiangyinjiuli", 5: "Xiangsheli", 7: "Dasheyi", 15: "Teshengkuishili"}
ENGLISH = {
    4: "District Drinking Ceremony",
    5: "District Archery Ceremony",
    7: "Great Archery Ceremony",
    15: "Single Victim Food Offering",
}
WIDE = str.maketrans("0123456789.-()", "０１２３４５６７８９．－（）")


@dataclass(frozen=True)
class Item:
    """A stretch of a page: its markup, and the reference that is planted in it ("" in a decoy)."""

    html: str
    ref: str


def prose(rng: random.Random) -> str:
    """Some words of no meaning, in Chinese or English, without a mark that would join what stands beside."""
    if rng.random() < 0.5:
        return "".join(rng.choice(HAN) for _ in range(rng.randint(4, 20)))
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(3, 12)))


def references(canon: Canon, rng: random.Random) -> Iterator[Item]:
    """References that a reader would follow, in all forms, endlessly."""
    clauses = list(canon.clauses.values())
    while True:
        clause = rng.choice(clauses)
        written, ref = rng.choice(FORMS)(clause, canon, rng)
        yield Item(f"{escape(prose(rng))}，{written}。{escape(prose(rng))}", ref)


def _numbers(clause: Clause) -> str:
    return f"{clause.phase}.{clause.label}"


def _name(clause: Clause, rng: random.Random) -> str:
    return rng.choice(CHAPTERS[clause.chapter][:2])


def _chinese(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    form = rng.choice(
        ("{n} {p}", "{n}{p}", "《儀禮·{n}》{p}", "《仪礼·{n}》{p}", "儀禮·{n} {p}", "《{n}》第{p}節", "{n}（{p}）")
    )
    return form.format(n=_name(clause, rng), p=_numbers(clause)), clause.ref


def _wide(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    return f"{_name(clause, rng)}　{_numbers(clause)}".translate(WIDE), clause.ref


def _english(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    form = rng.choice(("Yili {r}", "Yili, {r}", "the Yi-li {r}", "{y} {p}", "Yili, {y} {p}", "{e} {p}", "the {e}, {p}"))
    names = {"y": PINYIN[clause.chapter], "e": ENGLISH[clause.chapter]}
    return form.format(r=clause.ref, p=_numbers(clause), **names), clause.ref


def _range(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    last = canon.phase(clause.chapter, clause.phase).clauses[-1].label
    dash = rng.choice("-–—－~至")
    ref = str(Ref(clause.chapter, clause.phase, clause.label, None if last == clause.label else last))
    tail = f"{_numbers(clause)}{dash}{last}" if last != clause.label else _numbers(clause)
    name = rng.choice((f"Yili {clause.chapter}.", f"{_name(clause, rng)} "))
    return name + tail, ref


def _phase(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    form = rng.choice(("儀禮·{n} {p}", "《儀禮·{n}》{p}", "Yili {c}.{p}", "{n}第{p}節"))
    return form.format(n=_name(clause, rng), p=clause.phase, c=clause.chapter), f"{clause.chapter}.{clause.phase}"


def _named(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    phase, script = canon.phase(clause.chapter, clause.phase), rng.randint(0, 1)
    name = (phase.name_hant, phase.name_hans)[script]
    return f"{CHAPTERS[clause.chapter][script]}·{name}·{clause.label}", clause.ref


def _quoting(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    long = [c for c in canon.chapters[clause.chapter].clauses if len(c.text) > 8]
    words = rng.choice(long).text[:8].replace("「", "").replace("」", "").replace("『", "")
    opening = rng.choice(list(QUOTED))
    quote, name = opening + words + QUOTED[opening], _name(clause, rng)
    form = rng.choice(("《儀禮·{n}》：{q}", "《{n}》曰：{q}", "《仪礼·{n}》{q}", "{q}（《儀禮·{n}》）", "{n}云：{q}"))
    return form.format(n=name, q=quote), str(clause.chapter)


def _inline(clause: Clause, canon: Canon, rng: random.Random) -> tuple[str, str]:
    form = rng.choice(
        (
            "《<i>儀禮·{n}</i>》<b>{p}</b>",
            "<em>Yili</em> {r}",
            "<cite>{n}</cite> {p}",
            "<span><b>{n}</b></span>&nbsp;{p}",
        )
    )
    return form.format(n=_name(clause, rng), p=_numbers(clause), r=clause.ref), clause.ref


FORMS: tuple[Callable[[Clause, Canon, random.Random], tuple[str, str]], ...] = (
    _chinese,
    _chinese,
    _wide,
    _english,
    _english,
    _range,
    _phase,
    _named,
    _quoting,
    _inline,
)


def decoys(canon: Canon, rng: random.Random) -> Iterator[Item]:
    """What looks like a reference and is none, endlessly."""
    while True:
        yield Item(f"{escape(prose(rng))}，{rng.choice(LOOKALIKES)(canon, rng)}。{escape(prose(rng))}", "")


def _absent(canon: Canon, rng: random.Random) -> str:
    chapter = rng.choice(canon.held)
    phase = rng.choice(chapter.phases)
    beyond = len(phase.clauses) + rng.randint(1, 40)
    forms = (
        "Yili {c}.{p}.{b}",
        "{n} {p}.{b}",
        "《儀禮·{n}》{p}.{b}",
        "Yili {c}.{q}.1",
        "{n} {q}.2",
        "{n}·射御·3",
        "Yili {c}.{p}.0",
    )
    names = {"n": rng.choice(CHAPTERS[chapter.number][:2]), "q": len(chapter.phases) + rng.randint(1, 40)}
    return rng.choice(forms).format(c=chapter.number, p=phase.number, b=beyond, **names)


def _elsewhere(canon: Canon, rng: random.Random) -> str:
    number = rng.choice([n for n in CHAPTERS if n not in (4, 5, 7, 15)])
    other = rng.choice(
        (
            "《禮記·鄉飲酒義》",
            "《禮記·射義》",
            "《周禮·地官》",
            "《論語》",
            f"《儀禮·{CHAPTERS[number][0]}》",
            "《禮記·鄉射禮》",
        )
    )
    a, b = rng.randint(1, 20), rng.randint(1, 9)
    forms = (
        f"{other}：「射者仁之道也求正諸己」",
        f"{other}{a}.{b}",
        f"{CHAPTERS[number][rng.randint(0, 1)]} {a}.{b}",
        f"Yili {number}.{a}.{b}",
        f"《周禮》鄉射禮 {a}.{b}",
    )
    return rng.choice(forms)


def _numbering(canon: Canon, rng: random.Random) -> str:
    a, b, c = rng.randint(1, 17), rng.randint(1, 30), rng.randint(1, 9)
    forms = (
        "{a}.{b}.{c}",
        "v{a}.{b}.{c}",
        "版本 {a}.{b}.{c}",
        "192.168.{a}.{b}",
        "§ {a}.{b}",
        "yili-{a}.{b}.{c}.tar.gz",
    )
    more = ("Yili 5.{b}.{c}.{a}.9", "20{b:02}.{a}.{c}", "π 3.14", "Yili 20{b:02}", "Li {a}.{b}.{c}", "Yilis {a}.{b}")
    return rng.choice(forms + more).format(a=a, b=b, c=c)


def _measured(canon: Canon, rng: random.Random) -> str:
    a, b = rng.choice((4, 5, 7, 15)), rng.randint(1, 20)
    forms = (
        "Yili {a}.{b}%",
        "Yili shares at {a}.{b} yuan",
        "Yili {a}.{b} yuan",
        "鄉射禮 {a}.{b} 公里",
        "大射 {b} 次",
        "特牲 {b} 頭",
        "Xiangsheli {b} pages",
        "鄉射禮 {b} 人",
        "鄉飲酒禮 {b} 頁",
        "鄉射禮 19{b:02} 年",
        "大射儀 {a}:{b:02}",
        "the District Archery Ceremony. {b} people came",
        "the Yili. 5.{b} million read it",
    )
    return rng.choice(forms).format(a=a, b=b)


def _mentioned(canon: Canon, rng: random.Random) -> str:
    name = rng.choice(CHAPTERS[rng.choice((4, 5, 7, 15))])
    forms = (
        "《{n}》",
        "《儀禮·{n}》",
        "{n}",
        "《{n}》與「射」",
        "《{n}》的「禮樂射御」之說",
        "the Yili",
        "儀禮",
        "{n} 之禮",
        "Yili 5",
    )
    return rng.choice(forms).format(n=name)


def _untouchable(canon: Canon, rng: random.Random) -> str:
    clause = rng.choice(list(canon.clauses.values()))
    tag = rng.choice(
        (
            "code",
            "kbd",
            "samp",
            'a href="#x"',
            "button type=button",
            "textarea",
            "div contenteditable",
            'span role="button"',
            "span data-wenli-skip",
            "svg",
            "select",
        )
    )
    words = f"Yili {clause.ref} {CHAPTERS[clause.chapter][0]} {_numbers(clause)}"
    inner = {"svg": f"<text>{words}</text>", "select": f"<option>{words}</option>"}.get(tag, words)
    return f"<{tag}>{inner}</{tag.split()[0]}>"


LOOKALIKES: tuple[Callable[[Canon, random.Random], str], ...] = (
    _absent,
    _absent,
    _elsewhere,
    _numbering,
    _measured,
    _mentioned,
    _untouchable,
)


def page_of(canon: Canon, planted: int, false: int, seed: int = 1) -> tuple[str, list[Item]]:
    """The body of a page with so many references and decoys, each in an element (id i0, i1 …), and all in order."""
    rng = random.Random(seed)
    real, other = references(canon, rng), decoys(canon, rng)
    items = [next(real) for _ in range(planted)] + [next(other) for _ in range(false)]
    rng.shuffle(items)
    return "".join(f'<div id="i{n}">{item.html}</div>\n' for n, item in enumerate(items)), items
