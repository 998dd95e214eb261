"""The tools for assistants, asked by the protocol's own client over both transports of real processes."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters, stdio_client

from corpus.errors import WenliError
from corpus.fold import fold
from prompts.tools import FOLDER, description
from service.problems import RequestInvalid
from service.protocols.mcp.links import LinksInvalid, read_host
from service.protocols.mcp.protocol import make_server
from service.protocols.mcp.reading import LISTED, ROOM
from service.protocols.mcp.tools import Tools
from service.wenli import Wenli

ROOT = Path(__file__).resolve().parent.parent
NAMES = ["search", "read_passage", "verify_quotation", "resolve_reference", "rite_steps"]
HOST = "https://wenli.example"


@pytest.fixture(scope="module")
def tools(wenli: Wenli) -> Tools:
    return Tools(wenli, HOST)


def call(tools: Tools, name: str, **arguments: Any) -> tuple[dict[str, Any], str]:
    told = tools.call(name, arguments)
    return told.values, told.text


def test_search_gives_stored_text_with_place_and_link(tools: Tools, wenli: Wenli) -> None:
    values, text = call(tools, "search", query="誰當司馬", limit=3)
    assert values["count"] == len(values["results"]) == 3
    first = values["results"][0]
    assert first["ref"] == "5.17.1" and first["url"] == f"{HOST}/read/5.17.1"
    for one in values["results"]:
        units = [u for u in wenli.library.by_ref(one["ref"]) if u.witness == one["witness"] and u.ref == one["ref"]]
        assert units[0].text == one["text"]
        assert one["text"] in text and one["url"] in text
    only, _ = call(tools, "search", query="司馬", chapter=["大射儀"], layer=["經"])
    assert {r["ref"].partition(".")[0] for r in only["results"]} == {"7"}


def test_a_passage_is_told_with_its_speakers_and_the_renderings_apart(tools: Tools) -> None:
    values, text = call(tools, "read_passage", ref="鄉射禮 17.1")
    assert {(t["ref"], t["layer"], t["commentator"]) for t in values["texts"]} == {
        ("5.17.1", "經", None),
        ("5.17.1#zheng.1", "注", "鄭玄"),
    }
    assert [r["ref"] for r in values["renderings"]] == ["5.17.1", "5.17.1#zheng.1"]
    assert text.index("never to be quoted as the text") > text.index("兼官由便也")
    assert values["next"]["url"] == f"{HOST}/read/5.17.2"
    alone, _ = call(tools, "read_passage", ref="5.17.1#zheng.1", renderings=False)
    assert [t["ref"] for t in alone["texts"]] == ["5.17.1#zheng.1"] and alone["renderings"] == []
    base, _ = call(tools, "read_passage", ref="5.17", commentary=False, witness="儀禮集釋")
    assert {(t["layer"], t["witness"]) for t in base["texts"]} == {("經", "jishi")}


@pytest.mark.parametrize("ref", ["4", "5", "7", "15", "5.52", "4.1"])
def test_a_long_passage_is_cut_between_texts_and_says_what_is_left(tools: Tools, ref: str) -> None:
    values, text = call(tools, "read_passage", ref=ref)
    assert sum(len(t["text"]) for t in values["texts"]) <= ROOM
    assert len(json.dumps(values, ensure_ascii=False)) < 60_000 and len(text) < 60_000
    assert len(values["left_out"]) == min(values["left_out_total"], LISTED)
    if values["left_out"]:
        assert values["left_out"][0] in text
        following, _ = call(tools, "read_passage", ref=values["left_out"][0])
        assert following["texts"]


@pytest.mark.parametrize(
    ("quote", "claimed", "verdict", "says"),
    [
        ("三耦皆执弓，搢三而挟一个", "《儀禮·鄉射禮》", "normalized", "5.19.4"),
        ("兼官由便也", "5.17.1", "exact", "注 鄭玄"),
        ("司正為司馬", "鄭玄注", "misattributed", "not where claimed"),
        ("大侯八十，参七十，干五十", None, "altered", "大侯[八→九]十"),
        ("大學之道在明明德在親民", None, "not_found", "stands nowhere"),
    ],
)
def test_verdicts(tools: Tools, quote: str, claimed: str | None, verdict: str, says: str) -> None:
    values, text = call(tools, "verify_quotation", quote=quote, claimed=claimed)
    assert values["verdict"] == verdict and text.startswith(verdict) and says in text
    for match in values["matches"]:
        assert match["text"][match["start"] : match["end"]] == match["cited_text"]


def test_references(tools: Tools) -> None:
    values, text = call(tools, "resolve_reference", reference="鄭玄注·鄉射禮 17.1")
    assert (values["ref"], values["kind"]) == ("5.17.1#zheng.1", "comment")
    assert "urn:cts:yili:zhu.p05.jishi:17.1.n1" in text
    chapter, text = call(tools, "resolve_reference", reference="乡射礼")
    assert (len(chapter["clauses"]), chapter["clauses_total"]) == (LISTED, 411)
    assert "411 clauses" in text


def test_rites(tools: Tools) -> None:
    rite, text = call(tools, "rite_steps", chapter="鄉射禮", lang="zh-Hant")
    assert len(rite["phases"]) == 52 and "5.20 司射誘射" in text
    phase, text = call(tools, "rite_steps", chapter="5", phase="司射誘射")
    assert phase["ref"] == "5.20" and phase["clauses"][0]["ref"] == "5.20.1"
    assert fold(phase["clauses"][0]["text"]) in fold(text) and "never to be quoted" in text
    assert all(step["words"] for clause in phase["clauses"] for step in clause["steps"])


def test_every_phase_of_every_rite_is_told_within_bounds(tools: Tools) -> None:
    for chapter in tools.library.canon.held:
        for phase in chapter.phases:
            values, text = call(tools, "rite_steps", chapter=str(chapter.number), phase=str(phase.number))
            told = [c["ref"] for c in values["clauses"]] + values["left_out"]
            assert told == [c.ref for c in phase.clauses][: len(told)]
            assert len(json.dumps(values, ensure_ascii=False)) < 60_000 and len(text) < 30_000, phase.ref


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("search", {"query": " \u200b"}, "visible character"),
        ("search", {"query": ""}, "visible character"),
        ("search", {}, "query"),
        ("search", {"query": "禮", "limit": 99}, "limit"),
        ("search", {"query": "禮", "where": "5"}, "where: This field is not known."),
        ("search", {"query": "禮", "chapter": ["18"]}, "“18” is not held"),
        ("search", {"query": "a\x00b"}, "U+0000"),
        ("nothing", {}, "Tools: search, read_passage"),
    ],
)
def test_bad_arguments_are_told_as_the_service_tells_them(
    tools: Tools, name: str, arguments: dict[str, Any], says: str
) -> None:
    with pytest.raises(RequestInvalid, match=re.escape(says)):
        tools.call(name, arguments)


def test_links_begin_with_an_address() -> None:
    assert (read_host(""), read_host("https://wenli.example/")) == ("", HOST)
    with pytest.raises(LinksInvalid, match="javascript"):
        read_host("javascript:alert(1)")


def test_every_tool_is_described_and_nothing_else(tools: Tools) -> None:
    assert list(tools.by_name) == NAMES
    assert {path.stem for path in FOLDER.glob("*.md")} == {"instructions", *NAMES}
    for name in NAMES:
        assert 200 < len(description(name)) < 1500
    page = (ROOT / "docs" / "mcp.md").read_text(encoding="utf-8")
    for tool in tools.by_name.values():
        assert f"| `{tool.name}` |" in page
        for field in tool.takes.model_fields:
            assert f"`{field}`" in page, (tool.name, field)


async def converse(client: Client) -> None:
    """What an assistant does, in one connection."""
    assert client.server_info is not None and client.server_info.name == "wenli"
    assert "canonical reference" in (client.instructions or "")
    listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == NAMES
    for tool in listed:
        assert tool.annotations is not None and tool.annotations.read_only_hint
        assert tool.output_schema is not None
    read = await client.call_tool("read_passage", {"ref": "5.17.1#zheng.1"})
    assert not read.is_error and read.structured_content["texts"][0]["text"] == "兼官由便也立司正為涖酒爾今射司正無事"
    found = await client.call_tool("search", {"query": "Who serves as marshal?", "limit": 2})
    assert found.structured_content["results"][0]["url"].startswith("/read/5.17")
    judged = await client.call_tool("verify_quotation", {"quote": "司正為司馬", "claimed": "鄭玄注"})
    assert judged.structured_content["verdict"] == "misattributed"
    wrong = await client.call_tool("read_passage", {"ref": "5.17.99"})
    assert wrong.is_error and wrong.content[0].text.startswith("Nothing is held at 5.17.99. Nearest:")
    assert wrong.structured_content["type"] == "/problems/reference-unknown"
    told = await client.call_tool("rite_steps", {"chapter": "5", "phase": "20"})
    assert told.structured_content["clauses"]
    resolved = await client.call_tool("resolve_reference", {"reference": "射 21"})
    assert resolved.is_error and resolved.structured_content["readings"] == ["5.21", "7.21"]
    resource = await client.read_resource("wenli://5.17.1#zheng.1")
    assert "兼官由便也" in resource.contents[0].text
    assert (await client.list_resource_templates()).resource_templates[0].uri_template == "wenli://{+ref}"
    assert (
        "鄉飲酒之禮" in (await client.read_resource((await client.list_resources()).resources[0].uri)).contents[0].text
    )
    with pytest.raises(MCPError, match="Nothing is held at 9"):
        await client.read_resource("wenli://9.1.1")
    at_once = await asyncio.gather(
        *(client.call_tool("search", {"query": q}) for q in ("三耦", "設洗", "司射", "旅酬"))
    )
    assert all(not one.is_error for one in at_once)


def within(work: Callable[[], Awaitable[None]], seconds: float = 240) -> None:
    async def run() -> None:
        await asyncio.wait_for(work(), seconds)

    # A browser of another test may keep an event loop in this thread.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(run())).result()


@pytest.mark.usefixtures("wenli")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_over_standard_streams(mode: str) -> None:
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "service", "mcp"], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    )

    async def work() -> None:
        async with Client(stdio_client(server), mode=mode) as client:
            await converse(client)

    within(work)


@pytest.mark.usefixtures("wenli")
def test_the_output_holds_nothing_but_the_protocol() -> None:
    """Every line of it is a message; a broken line from the client is answered, not died of."""
    handshake = {
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }  # fmt: skip
    ask = {"jsonrpc": "2.0", "id": 2, "method": "tools/call"}
    ask["params"] = {"name": "search", "arguments": {"query": "三耦", "limit": 1}}
    done = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    command = [sys.executable, "-m", "service", "mcp"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, encoding="utf-8", **pipes) as process:
        assert process.stdin and process.stdout
        lines = [json.dumps(handshake), json.dumps(done), "this is no message", json.dumps(ask)]
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answers = []
        while 2 not in {answer.get("id") for answer in answers}:
            line = process.stdout.readline()
            assert line, "it ended before it answered"
            answers.append(json.loads(line))
        rest, _ = process.communicate(timeout=120)
        assert process.returncode == 0
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert [json.loads(line) for line in rest.splitlines()] == []


@asynccontextmanager
async def over_http(*options: str) -> AsyncIterator[str]:
    """The address of a server that is stopped again."""
    command = [sys.executable, "-m", "service", "mcp", "--http", "127.0.0.1:0", *options]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stderr and process.stdout
        try:
            line = await asyncio.to_thread(process.stderr.readline)
            assert line.startswith("Wenli's tools are at http://127.0.0.1:"), line
            yield line.split()[-1]
        finally:
            process.terminate()
            assert process.wait(20) == 0
            assert process.stdout.read() == ""


@pytest.mark.usefixtures("wenli")
def test_over_http() -> None:
    async def work() -> None:
        async with over_http() as url:
            async with Client(url) as one, Client(url, mode="legacy") as other:
                await converse(one)
                await converse(other)
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            async with httpx2.AsyncClient() as http:
                sent = {"accept": "application/json, text/event-stream"}
                elsewhere = await http.post(url, json=body, headers=sent | {"origin": "https://evil.example"})
                assert elsewhere.status_code == 403
                renamed = await http.post(url, json=body, headers=sent | {"host": "evil.example"})
                assert renamed.status_code == 421
                large = await http.post(
                    url, content=b"{" * 600_000, headers=sent | {"content-type": "application/json"}
                )
                assert large.status_code == 413

    within(work)


@pytest.mark.usefixtures("wenli")
def test_links_lead_to_the_service_named() -> None:
    async def work() -> None:
        async with over_http("--links", HOST) as url, Client(url) as client:
            found = await client.call_tool("resolve_reference", {"reference": "5.17.1"})
            assert found.structured_content["url"] == f"{HOST}/read/5.17.1"

    within(work)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--http", "8765"], 2, "127.0.0.1:8765"),
        (["--http", "127.0.0.1:70000"], 2, "70000"),
        (["--links", "ftp://x"], 2, "ftp://x"),
    ],
)
def test_wrong_options_are_told(words: list[str], status: int, says: str) -> None:
    command = [sys.executable, "-m", "service", "mcp", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (status, "") and says in done.stderr


def test_an_address_that_is_taken_is_told(wenli: Wenli) -> None:
    import socket

    from service.problems import AddressTaken
    from service.protocols.mcp.transports import serve_http

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        with pytest.raises(AddressTaken, match=str(port)):
            serve_http(make_server(Tools(wenli), "0"), "127.0.0.1", port, print)


def test_rite_steps_take_numbers(tools: Tools) -> None:
    assert call(tools, "rite_steps", chapter=5, phase=20) == call(tools, "rite_steps", chapter="5", phase="20")
    for wrong in (True, 0, 5.5, -1, [5]):
        with pytest.raises((RequestInvalid, WenliError)):
            tools.call("rite_steps", {"chapter": wrong})
