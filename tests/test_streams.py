"""Streams of a real service with a language model, over sockets: how soon the first event, and what a death leaves."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from real_service import ROOT, Service, environ, home_like, running, true_citations

from service.settings import Settings
from service.wenli import Wenli

FIRST_S = 0.15
NEW = (
    *("賓離開時主人怎樣送？", "工歌哪幾首詩？", "祝在祭祀裡負責什麼？"),
    *("三耦怎样取弓矢？", "释获者怎么计算射中的数目？", "主妇献什么给尸？"),
    *("When are the shoes taken off?", "Which songs are sung?", "Where does the wine vessel stand?"),
)
MODEL = Path(__file__).with_name("scripted_model.py")


@dataclass
class Served:
    """A service and the process of its language model, which writes slowly."""

    service: Service
    model: subprocess.Popen[str]
    url: str

    def events(self, chat: bool, question: str) -> Iterator[str]:
        """The data of each event of a stream as it comes."""
        path, body = "/v1/ask", {"question": question, "stream": True}
        if chat:
            path = "/v1/chat/completions"
            body = {"model": "wenli", "messages": [{"role": "user", "content": question}], "stream": True}
        content = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
        with self.service.connect() as connection:
            connection.settimeout(60)
            connection.sendall(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
            with connection.makefile("rb") as lines:
                assert b"200" in lines.readline()
                for line in lines:
                    if line.startswith(b"data: "):
                        yield line[6:].decode().strip()


@pytest.fixture(scope="module")
def served(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    assert wenli.index, "which is built by now"
    home = home_like(Settings.read(os.environ).home, tmp_path_factory.mktemp("streams"))
    with subprocess.Popen([sys.executable, str(MODEL)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as model:
        assert model.stdout is not None
        url = f"http://127.0.0.1:{int(model.stdout.readline())}/v1"
        more = {"WENLI_LLM_BASE_URL": url, "WENLI_LLM_MODEL": "slow", "WENLI_LLM_RETRIES": "0"}
        try:
            with running(home, **more) as service:
                yield Served(service, model, url)
        finally:
            model.kill()


@pytest.mark.parametrize("chat", [False, True])
def test_the_first_event_comes_at_once(served: Served, chat: bool) -> None:
    """For questions never asked before, in three languages; each form has words of its own."""

    def first(question: str) -> float:
        begun = time.perf_counter()
        event = json.loads(next(served.events(chat, question)))
        assert event["choices"][0]["delta"] if chat else event["passages"]
        return time.perf_counter() - begun

    tries = []
    for words in ("", " !"):
        tries.append(sorted(first(f"{question}{words}{' ' * chat}") for question in NEW))
        if tries[-1][len(NEW) // 2] < FIRST_S:
            break
    assert tries[-1][len(NEW) // 2] < FIRST_S, tries


@pytest.mark.parametrize(("mode", "status"), [("llm", "written"), ("extractive", None)])
def test_the_command_line_chooses_who_words_the_answer(served: Served, mode: str, status: str | None) -> None:
    """With the same model, in a process of its own."""
    home = str(Settings.read(os.environ).home)
    more = environ(Path(home), WENLI_LLM_BASE_URL=served.url, WENLI_LLM_MODEL="faithful")
    command = [sys.executable, "-m", "service", "ask", "--mode", mode, "--json", "鄉射禮中誰當司馬？"]
    done = subprocess.run(command, cwd=ROOT, env=more, capture_output=True, text=True, timeout=120, check=True)
    told = json.loads(done.stdout)
    assert told["mode"] == mode
    assert (told["generation"] or {"status": None})["status"] == status
    assert told["answer"].startswith("其文說「") == (mode == "llm")


def whole_answer(chat: bool, events: list[str]) -> tuple[str, Any]:
    """The text of a stream that ended as it should, and its citations."""
    if not chat:
        *_, citations, done = map(json.loads, events)
        assert "".join(json.loads(e).get("text", "") for e in events) == done["answer"]
        assert done["generation"]["status"] == "completed"
        return done["answer"], citations
    assert events[-1] == "[DONE]"
    chunks = [json.loads(event) for event in events[:-1]]
    assert chunks[-1]["choices"][0]["finish_reason"] == "stop"
    assert chunks[-2]["generation"]["status"] == "completed"
    return "".join(c["choices"][0]["delta"].get("content", "") for c in chunks), chunks[-2]


def test_ten_streams_are_completed_when_the_model_server_is_killed(served: Served, wenli: Wenli) -> None:
    """Five of each form, each in the middle of its answer; the model is a process of its own."""
    came: list[list[str]] = [[] for _ in range(10)]
    spoke = threading.Barrier(11, timeout=120)

    def ask(number: int) -> None:
        waiting = True
        for event in served.events(number % 2 == 1, f"鄉射禮中誰當司馬？{' ' * number}"):
            came[number].append(event)
            if waiting and "其文說" in event:
                waiting = False
                spoke.wait()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(10)]
    for thread in threads:
        thread.start()
    try:
        spoke.wait()
    finally:
        served.model.kill()
        served.model.wait()
    for thread in threads:
        thread.join(60)
    for number, events in enumerate(came):
        text, told = whole_answer(number % 2 == 1, events)
        assert text.startswith("其文說「") and "司正為司馬" in text
        assert true_citations(told, wenli.library) > 0
