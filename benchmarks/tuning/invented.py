"""Things added to true texts that no passage tells: what language models invent, made by rule.

added = invented(lexicon)["a foreign thing"]
added("The host washes the cup.", rng)       # "The host washes the cup with a sponge."
"""

from __future__ import annotations

import random
import re

from benchmarks.claims import Change
from corpus.claims.lexicon import NOUNS, Lexicon
from corpus.fold import is_han

_THINGS_ZH = (
    "海綿|毛巾|蠟燭|玉璧|絲綢|屏風|香爐|銀盤|扇子|金印|竹簡|毛筆|花環|鏡子|鈴鐺|地毯|帳幕|印章|名冊|牌匾|珍珠|寶劍|長矛|盾牌|馬車|花瓣|"
    "麝香|蜂蜜|水果|糕點|銅錢|手杖|面具|風箏|木梳|紙張|燈籠|火把|雨傘|收據|合約|門票|報紙|手套|襪子|枕頭|抽屜|櫃子|沙漏|算盤|地圖"
)
_THINGS_EN = (
    "sponge|towel|candle|jade disc|roll of silk|folding screen|censer|silver dish|fan|golden seal|bamboo slip|brush|"
    "garland|mirror|bell|carpet|tent|stamp|roster|plaque|pearl|sword|spear|shield|carriage|petal|musk|jar of honey|"
    "fruit|cake|coin|walking stick|mask|kite|comb|sheet of paper|lantern|umbrella|receipt|contract|ticket|glove|sock|"
    "pillow|drawer|cupboard|hourglass|abacus|map|feather|ribbon|cushion|bucket|ladder|trumpet|flute of bone|horse"
)
_ADDED_ZH = (
    "，並送給他一個{x}", "，還要帶上{x}", "，手裡拿著{x}", "，旁邊放著{x}", "，用{x}擦乾淨", "，然後把它包在{x}裡", "，上面畫著{x}", "，再把{x}折成兩段",  # noqa: E501
    "，事先要買好{x}", "，否則要罰一個{x}", "，並且把{x}埋在階下", "，同時點起{x}",
)  # fmt: skip
_ADDED_EN = (
    " with a {x}", " and gives him a {x}", ", holding a {x}", ", next to a {x}", " and wipes it with a {x}",
    ", wrapped in a {x}", ", painted with a {x}", " and breaks the {x} in two", ", who has to pay for a {x}",
    " and is fined a {x}", ", buries a {x} under the steps", " while a {x} is lit",
)  # fmt: skip
_ACTS_ZH = (
    "，並且大聲唱歌", "，跪著哭了三聲", "，然後互相擁抱", "，先禁食七天", "，由大家投票決定", "，輸的人要賠錢", "，還要把頭髮剪掉", "，並當眾發誓",  # noqa: E501
    "，這時眾人一齊鼓掌", "，事後寫成文書存檔", "，因為當時下雨", "，這是從夷人學來的", "，違者鞭打", "，並抽籤決定先後",  # noqa: E501
)  # fmt: skip
_ACTS_EN = (
    " and sings aloud", " and weeps three times", ", and they embrace", " after fasting for seven days",
    ", as all have voted", " and pays a fine", ", having cut his hair", " and swears an oath", " while all applaud",
    ", which is written down and kept", ", because it rains", ", a custom learnt from foreigners",
    ", and whoever fails is beaten", ", as the lot decides",
)  # fmt: skip
_END = re.compile(r"[。.]?\s*$")
_JOINT = re.compile(r"(?<=[一-龥\w])(?=[，,；;。])")


def invented(lexicon: Lexicon) -> dict[str, Change]:
    """Each kind of addition, by its name."""
    names = _names(lexicon)
    foreign = (tuple(_THINGS_ZH.split("|")), tuple(_THINGS_EN.split("|")))
    return {
        "a foreign thing": _adding(foreign, (_ADDED_ZH, _ADDED_EN)),
        "a thing of the rites": _adding(names, (_ADDED_ZH, _ADDED_EN)),
        "an act": _adding((("",), ("",)), (_ACTS_ZH, _ACTS_EN)),
        "another thing": _another(lexicon, names),
    }


def _names(lexicon: Lexicon) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of things in Chinese and in English."""
    han, english = lexicon.names(("object", "food", "dress", "music"))
    return tuple(sorted(name for name in han if len(name) > 1)), tuple(sorted(english))


def _adding(things: tuple[tuple[str, ...], tuple[str, ...]], added: tuple[tuple[str, ...], tuple[str, ...]]) -> Change:
    def change(text: str, rng: random.Random) -> str:
        if not text:
            return ""
        language = not any(map(is_han, text))
        more = rng.choice(added[language]).format(x=rng.choice(things[language]))
        places = [match.start() for match in _JOINT.finditer(text)]
        end = _END.search(text)
        at = rng.choice(places) if places and rng.random() < 0.4 else end.start() if end else len(text)
        return text[:at] + more + text[at:]

    return change


def _another(lexicon: Lexicon, names: tuple[tuple[str, ...], tuple[str, ...]]) -> Change:
    """One thing in the place of another."""

    def change(text: str, rng: random.Random) -> str:
        found = [m for m in lexicon.mentions(text) if m.kind in NOUNS and m.kind not in ("role", "place")]
        if not found:
            return ""
        mention = rng.choice(found)
        other = rng.choice(names[text[mention.start].isascii()])
        if any(m.concept == mention.concept for m in lexicon.mentions(other)):
            return ""
        return text[: mention.start] + other + text[mention.end :]

    return change
