"""The widget that is served is the one its sources make: small, and without a way for data to become markup."""

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from service_stand_ins import client_of

WIDGET = ROOT / "widget"
BUILT = ROOT / "service" / "web" / "static" / "widget.js"
SOURCES = sorted((WIDGET / "src").glob("*.ts"))
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (WIDGET / "node_modules").is_dir(),
    reason="Node or its packages are missing (npm ci --prefix widget)",
)


def words_of(lang: str) -> list[str]:
    """The names of the phrases of one language, in order."""
    text = "".join(path.read_text(encoding="utf-8") for path in sorted((WIDGET / "src").glob("words*.ts")))
    block = re.search(rf"^(?:export )?const {lang}\b[^{{]*\{{\n(.*?)^\}};", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    return re.findall(r"^  (\w+):", block[1], re.MULTILINE)


@needs_node
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", tmp_path], cwd=WIDGET, check=True)
    assert (tmp_path / "widget.js").read_bytes() == BUILT.read_bytes(), "npm run build --prefix widget"


@needs_node
def test_types_and_form() -> None:
    done = subprocess.run(["npm", "run", "--silent", "check"], cwd=WIDGET, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()


def test_it_is_small() -> None:
    assert len(gzip.compress(BUILT.read_bytes(), 9, mtime=0)) <= 30 * 1024


@pytest.mark.parametrize("path", [*SOURCES, BUILT], ids=lambda path: path.name)
def test_nothing_in_it_parses_markup_or_makes_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ways = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|setHTML|DOMParser"
    assert re.findall(ways, text) == []
    assert re.findall(r"\.style\b|document\.cookie", text) == []
    assert ("localStorage" in text) == (path.name in ("threads.ts", BUILT.name)), "only for threads of the first page"


def test_modules_are_short() -> None:
    assert [path.name for path in SOURCES if len(path.read_text(encoding="utf-8").splitlines()) > 300] == []


def test_the_three_languages_have_the_same_phrases() -> None:
    assert words_of("hant") == words_of("hans") == words_of("en")
    assert len(words_of("en")) > 60


def test_pages_of_other_sites_may_load_it_and_ask_whether_it_is_still_the_same() -> None:
    with client_of().get("/widget.js", headers={"Origin": "https://a.example"}) as response:
        assert response.get_data() == BUILT.read_bytes()
        assert response.mimetype == "text/javascript"
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert response.headers["Cache-Control"] == "no-cache"
        again = client_of().get("/widget.js", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    with client_of().get("/static/fonts/wenli-rare.woff2") as font:
        assert font.headers["Access-Control-Allow-Origin"] == "*"
    with client_of().get("/static/wenli.css") as page:
        assert "Access-Control-Allow-Origin" not in page.headers
    assert "Access-Control-Allow-Origin" not in client_of().get("/v1/chapters").headers, "asking is another matter"


def test_its_page_shows_the_line_with_the_address_of_the_service() -> None:
    html = client_of().get("/widget?lang=en", base_url="https://wenli.example").get_data(as_text=True)
    assert "&lt;script src=&#34;" not in html
    assert '&lt;script src="https://wenli.example/widget.js" data-lang="en" defer&gt;' in html
    main = (WIDGET / "src" / "main.ts").read_text(encoding="utf-8")
    listed = re.search(r"ATTRIBUTES = \[(.*?)\]", main)
    assert listed is not None
    attributes = re.findall(r'"(\w+)"', listed[1])
    assert re.findall(r'<th scope="row"><code>(\w+)</code>', html) == attributes
    docs = (ROOT / "docs" / "widget.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", docs, re.MULTILINE) == attributes


def test_the_parts_that_pages_may_style_are_those_that_are_described() -> None:
    given = {name for path in SOURCES for name in re.findall(r'part: "(\w+)"', path.read_text(encoding="utf-8"))}
    docs = (ROOT / "docs" / "widget.md").read_text(encoding="utf-8")
    sentence = docs.split("## Styling")[1].split("\n## ")[0]
    assert given == set(re.findall(r"^\| `::part\((\w+)\)`", sentence, re.MULTILINE))
    styles = (WIDGET / "src" / "wenli-chat.css").read_text(encoding="utf-8")
    assert set(re.findall(r"var\((--wenli-[\w-]+)", styles)) == set(re.findall(r"`(--wenli-[\w-]+)`", sentence))
