"""A small edition in the Kanripo format, made for tests: a juan of 士冠禮 and one of 鄉射禮."""

from pathlib import Path

HEAD = """# -*- mode: mandoku-view; -*-
#+TITLE: 試句讀
#+PROPERTY: ID KR1d0038
#+PROPERTY: BASEEDITION WYG
#+PROPERTY: JUAN {juan}
"""
JUAN_1 = (
    HEAD.format(juan="卷一")
    + """<pb:KR1d0038_WYG_001-1a>¶
欽定四庫全書¶
　試句讀卷一¶
　士冠禮第一(鄭目錄云童子任職居士/位)¶
士冠禮筮于廟門(筮者以蓍問日吉凶/於易也)主人𤣥冠朝服¶
即位于門東西面(主人將冠者之/父兄也)¶
　右筮日¶
<pb:KR1d0038_WYG_001-1b>¶
主人戒賔賔禮辭許(戒警也告/也)¶
　右戒賔¶
記冠義(記經不/備)始冠緇布之冠也(大古冠布/齊則緇之)¶
"""
)
JUAN_5 = (
    HEAD.format(juan="卷五")
    + """<pb:KR1d0038_WYG_005-1a>¶
　鄉射禮第五¶
鄉射之禮主人戒賔賔出迎再拜主人荅再拜乃請(主人州/長也)¶
賔禮辭許(請告/也)主人再拜賔荅再拜主人退賔送再拜(退還/射宫)¶
<pb:KR1d0038_WYG_005-1b>¶
無介(雖先飲酒主於射也/其序賔之禮畧)¶
"""
)


def repository(folder: Path, files: dict[str, str]) -> Path:
    """A folder with these files, by name without ending."""
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return folder
