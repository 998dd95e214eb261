"""The names in use for chapters and speakers: what references are written with."""

from __future__ import annotations

CHAPTERS = {
    1: ("士冠禮", "士冠礼", "shiguanli"),
    2: ("士昏禮", "士昏礼", "shihunli"),
    3: ("士相見禮", "士相见礼", "shixiangjianli"),
    4: (
        *("鄉飲酒禮", "乡饮酒礼", "xiangyinjiuli", "鄉飲酒", "乡饮酒", "xiangyinjiu"),
        *("districtdrinkingceremony", "districtdrinking"),
    ),
    5: (
        *("鄉射禮", "乡射礼", "xiangsheli", "鄉射", "乡射", "xiangshe"),
        *("districtarcheryceremony", "districtarchery"),
    ),
    6: ("燕禮", "燕礼", "yanli"),
    7: (
        *("大射儀", "大射仪", "dasheyi", "大射禮", "大射礼", "大射", "dashe", "dasheli"),
        *("greatarcheryceremony", "greatarchery"),
    ),
    8: ("聘禮", "聘礼", "pinli"),
    9: ("公食大夫禮", "公食大夫礼", "gongshidafuli"),
    10: ("覲禮", "觐礼", "jinli"),
    11: ("喪服", "丧服", "sangfu"),
    12: ("士喪禮", "士丧礼", "shisangli"),
    13: ("既夕禮", "既夕礼", "jixili"),
    14: ("士虞禮", "士虞礼", "shiyuli"),
    15: (
        *("特牲饋食禮", "特牲馈食礼", "teshengkuishili", "特牲饋食", "特牲馈食", "特牲", "tesheng"),
        *("singlevictimfoodoffering",),
    ),
    16: ("少牢饋食禮", "少牢馈食礼", "shaolaokuishili"),
    17: ("有司徹", "有司彻", "yousiche", "有司"),
}
"""Number → full traditional and simplified name, pinyin in one word, and the short names in use; of the chapters held
the English names too. Latin names stand here without blanks, which writers set as they like."""

SPEAKERS = {
    "zheng": ("zhu", "鄭玄注", "郑玄注", "鄭注", "郑注", "鄭玄", "郑玄"),
    "jia": ("shu", "賈公彥疏", "贾公彦疏", "賈疏", "贾疏", "賈公彥", "贾公彦"),
    "siku": ("an", "四庫館臣案", "四库馆臣案", "四庫館臣", "四库馆臣"),
    "zhuxi": ("jinan", "朱熹今按", "朱熹", "今按"),
    "lu": ("yin", "陸德明音義", "陆德明音义", "陸德明", "陆德明"),
    "zhang": ("zhang", "張載", "张载", "張子", "张子"),
    "yang": ("yang", "楊復", "杨复", "楊氏", "杨氏"),
    "tijie": ("tijie", "題解", "题解"),
    "jinzhu": ("jinzhu", "今注"),
    "jinyi": ("jinyi", "今譯", "今译"),
}
"""Slug of a commentator (or of an anonymous layer) in references → the layer's code in URNs and the names in use."""
