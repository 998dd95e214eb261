from corpus.canon import Canon
from corpus.library import Library
from corpus.model import Layer, Unit
from index.context import LIMIT, contexts, wide_texts

pytest_plugins = ["tests.index_fixtures"]


def of(ref: str, witness: str, library: Library, canon: Canon) -> tuple[str, tuple[str, ...], str]:
    at = [unit.key for unit in library.units].index(f"{ref}@{witness}")
    context = contexts(library.units, canon)[at]
    return context.header, context.around, context.text


def test_a_clause_stands_among_its_neighbours_in_the_phase(library: Library, canon: Canon) -> None:
    header, around, text = of("4.1.2", "tongxing", library, canon)
    clauses = [clause.text for clause in canon.phase(4, 1).clauses]
    assert header == "鄉飲酒禮 謀賓戒賓 District Drinking Ceremony: " + canon.phase(4, 1).name_en
    assert around == (clauses[0], *clauses[2:4])
    assert all(part in text for part in (header, clauses[0], clauses[1], clauses[2]))


def test_neighbours_come_from_the_same_witness(library: Library, canon: Canon) -> None:
    _, around, _ = of("5.1.2", "jishi", library, canon)
    assert around[0].startswith("鄉射之禮") and "荅" in around[0]


def test_a_comment_stands_with_the_clause_it_explains(library: Library, canon: Canon) -> None:
    _, around, text = of("5.1.1#zheng.1", "jishi", library, canon)
    assert len(around) == 1 and around[0].startswith("鄉射之禮")
    assert text.endswith("主人,州長也。戒猶警也,語也。")


def test_a_comment_on_the_head_of_a_chapter_has_its_name_only(library: Library, canon: Canon) -> None:
    header, around, _ = of("4#zheng.1", "zhushu", library, canon)
    assert header == "鄉飲酒禮 District Drinking Ceremony"
    assert around == ()


def test_a_clause_held_by_no_witness_is_read_in_the_canon(canon: Canon) -> None:
    unit = Unit("5.1.1#zheng.1", Layer.ZHU, "jishi", "戒猶警也", 5, 1, "1", "鄭玄")
    assert contexts([unit], canon)[0].around == (canon.clauses["5.1.1"].text,)


def test_no_wide_text_is_long(library: Library, canon: Canon) -> None:
    long = Unit("5.1.1#jia.1", Layer.SHU, "jishi", "疏" * 300, 5, 1, "1", "賈公彥")
    texts = wide_texts([*library.units, long], canon)
    assert max(map(len, texts)) <= LIMIT
    assert len(texts) == len(library.units) + 1
