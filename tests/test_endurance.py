"""Minutes of mixed load while things go wrong: nothing false leaves, nothing fails but with 503, memory stays flat.

    python -m pytest -m whole tests/test_endurance.py -s         # WENLI_ENDURE_SECONDS=600

Clients ask, stream, search, read, verify, send what is wrong, and go away in the middle. Meanwhile workers are killed,
clients say nothing or crawl, hostile documents are sent, an index is damaged and another taken up, the language model
hangs and dies.
"""

import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from urllib.parse import quote

import pytest
from real_service import Reply, Service, home_like, running, true_citations
from test_faults import add_pack, build

from benchmarks.harm import upload
from benchmarks.hostile import documents
from benchmarks.load import memory
from benchmarks.slow import Slow
from corpus.library import Library
from corpus.library import load as load_library
from service.settings import Settings
from service.wenli import Wenli

CLIENTS = 6
_DOCUMENT = "《鄉射禮》：「三耦皆執弓」，又「主人乘龍而至」。".encode()
TROUBLED, CALM = 0.5, 0.4
"""Which part of the time has misfortunes, and which is calm after the last is over and shows what memory comes to.
Where the misfortunes take longer, on a machine that does much else, the whole lasts longer."""
CALM_S = 3.0
"""How long after a worker was killed a broken connection is its due."""
SETTINGS = {"WENLI_WORKERS": "2", "WENLI_RATE_LIMIT": "off", "WENLI_LLM_MODEL": "faithful", "WENLI_LLM_TIMEOUT": "5"}


@dataclass
class Seen:
    """What the clients saw, by kind of request; ``wrong`` has what should not have been."""

    library: Library
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    citations: int = 0
    wrong: list[str] = field(default_factory=list)
    kills: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, kind: str, expected: int, reply: Reply, began: float) -> None:
        """Count a reply and look whether it may be so."""
        with self.lock:
            self.statuses[kind, reply.status] += 1
            if kind == "document" and reply.status == 503:
                return
            if reply.status == 503 and int(reply.headers.get("Retry-After", 0)) > 0:
                return
            if reply.status == 0 and any(began - CALM_S < kill < time.monotonic() for kill in self.kills):
                return
            if reply.status != expected:
                self.wrong.append(f"{kind}: {reply.status} for {expected}: {reply.body[:200]!r}")
            elif kind in ("ask", "model"):
                self._cited(reply.body)
            elif kind == "stream":
                self._cited(reply.body.rpartition(b"event: citations\ndata: ")[2].partition(b"\n")[0])
                if b"\nevent: done\n" not in reply.body:
                    self.wrong.append(f"a stream that does not end: {reply.body[-200:]!r}")

    def _cited(self, body: bytes) -> None:
        try:
            self.citations += true_citations(json.loads(body), self.library)
        except (AssertionError, KeyError, ValueError) as error:
            self.wrong.append(f"untrue: {error!r} {body[:200]!r}")


class Client:
    """One client: something else each time, by a seeded lot."""

    def __init__(self, seen: Seen, service: Service, seed: int) -> None:
        self._seen, self._service, self._lot = seen, service, random.Random(seed)
        questions = seen.library.book.asked
        self._questions = sorted({text for q in questions for text in (q.zh, q.en) if text})
        self._refs = sorted({unit.ref for unit in seen.library.units if "#" not in unit.ref})

    def go(self, stop: threading.Event) -> None:
        """Until told to stop; runs in a thread."""
        kinds = list(self._kinds())
        weights = [weight for weight, _ in kinds]
        while not stop.is_set():
            _, (kind, expected, send) = self._lot.choices(kinds, weights)[0]
            began = time.monotonic()
            reply = send()
            self._seen.note(kind, expected, reply, began)
            time.sleep(0.05 if reply.status in (0, 503) else 0.0)

    def _kinds(self) -> list[tuple[int, tuple[str, int, Callable[[], Reply]]]]:
        send, lot = self._service.send, self._lot

        def question() -> str:
            return f"{lot.choice(self._questions)} {lot.randrange(10**6)}"

        def ask(**more: object) -> Reply:
            return send("POST", "/v1/ask", {"question": question(), **more})

        def verify(words: str) -> Reply:
            return send("POST", "/v1/quotes/verify", {"quote": words})

        return [
            (30, ("ask", 200, lambda: ask(mode="extractive"))),
            (6, ("model", 200, ask)),
            (12, ("stream", 200, lambda: ask(mode="extractive", stream=True))),
            (14, ("search", 200, lambda: send("GET", f"/v1/search?q={quote(question())}"))),
            (10, ("passage", 200, lambda: send("GET", f"/v1/passages/{lot.choice(self._refs)}"))),
            (6, ("true quotation", 200, lambda: verify("主人戒賓,賓拜辱"))),
            (6, ("false quotation", 200, lambda: verify("主人乘龍,賓升自天" + lot.choice("甲乙丙丁")))),
            (6, ("page", 200, lambda: send("GET", f"/read/{lot.choice(self._refs)}"))),
            (2, ("document", 200, lambda: Reply(upload(self._service.port, "a.txt", _DOCUMENT)))),
            (4, ("stage", 200, lambda: send("GET", f"/rites/5/{lot.randint(1, 40)}.svg"))),
            (3, ("unknown", 404, lambda: send("GET", "/v1/passages/5.99.1"))),
            (3, ("wrong", 400, lambda: send("POST", "/v1/ask", {"question": ""}))),
            (2, ("leaves", 0, self._leave)),
        ]

    def _leave(self) -> Reply:
        """Ask for a stream and go away."""
        with suppress(OSError):
            socket = self._service.connect()
            body = json.dumps({"question": self._lot.choice(self._questions), "stream": True}).encode()
            head = "POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            socket.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            socket.recv(1)
            socket.close()
        return Reply(0)


class Harm:
    """The misfortunes: each begins at its time, what it does goes on beside the next, and their time ends."""

    def __init__(self, home: Path, service: Service, seen: Seen, model: "subprocess.Popen[str]") -> None:
        self._home, self._service, self._seen, self._model = home, service, seen, model
        self._over = threading.Event()
        self._held = ExitStack()
        self._beside: list[threading.Thread] = []
        self._files = cycle(documents())
        self.began: list[tuple[float, str]] = []
        self.ended = 0.0
        """When the last of them was over, on the clock of ``time.monotonic``; 0 where they are not."""

    def go(self) -> None:
        """Runs in a thread, for ``TROUBLED`` of the whole time, and longer where a step cannot be cut short."""
        steps = (self.kill, self.silent, self.crawling, self.damaged, self.rebuilt, self.hang, self.hostile)
        steps += (self.kill, self.wake, self.kill, self.hostile, self.die, self.kill)
        begin = time.monotonic()
        for place, step in enumerate(steps):
            time.sleep(max(0.0, begin + seconds() * TROUBLED * place / len(steps) - time.monotonic()))
            self.began.append((time.monotonic() - begin, step.__name__))
            self._try(step)
        self._over.set()
        for thread in self._beside:
            thread.join()
        self._held.close()
        self.ended = time.monotonic()

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Exception as error:  # a misfortune that fails is a failure of the test
            self._seen.wrong.append(f"{step.__name__}: {error!r}")

    def _besides(self, step: Callable[[], None]) -> None:
        self._beside.append(threading.Thread(target=self._try, args=(step,)))
        self._beside[-1].start()

    def kill(self) -> None:
        with self._seen.lock:
            self._seen.kills.append(time.monotonic())
        os.kill(self._service.workers()[0], signal.SIGKILL)

    def silent(self) -> None:
        for _ in range(40):
            self._held.enter_context(self._service.connect())

    def crawling(self) -> None:
        self._held.enter_context(Slow(self._service.port, 100))

    def hostile(self) -> None:
        """Half of the documents; those that are not sent when the time is over stay where they are."""
        files = list(islice(self._files, 6))

        def send() -> None:
            for name, content in files:
                if not self._over.is_set() and upload(self._service.port, name, content) not in (0, 200, 400, 413, 503):
                    self._seen.wrong.append(f"hostile: {name}")

        self._besides(send)

    def hang(self) -> None:
        self._model.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._model.send_signal(signal.SIGCONT)

    def die(self) -> None:
        self._model.kill()

    def damaged(self) -> None:
        index = self._home / "index"
        old = (index / "CURRENT").read_text(encoding="ascii")
        shutil.copytree(index / old.strip(), index / "ffff000000000000")
        (index / "ffff000000000000" / "wide.faiss").write_bytes(b"half")
        (index / "CURRENT").write_text("ffff000000000000\n", encoding="ascii")
        time.sleep(5)
        (index / "CURRENT").write_text(old, encoding="ascii")
        shutil.rmtree(index / "ffff000000000000")

    def rebuilt(self) -> None:
        def make() -> None:
            add_pack(self._home)
            assert build(self._home).returncode == 0
            self._service.until(lambda: b"pack-copy" in self._service.send("GET", "/v1/passages/5.1.1").body, 300)

        self._besides(make)


def seconds() -> float:
    """How long the load lasts."""
    return float(os.environ.get("WENLI_ENDURE_SECONDS", "600"))


@pytest.mark.whole
@pytest.mark.timeout(0)
def test_nothing_false_leaves_and_memory_stays_while_things_go_wrong(wenli: Wenli, tmp_path: Path) -> None:
    home = home_like(Settings.read(os.environ).home, tmp_path / "home")
    script = Path(__file__).with_name("scripted_model.py")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as model:
        assert model.stdout
        address = f"http://127.0.0.1:{int(model.stdout.readline())}/v1"
        with running(home, WENLI_LLM_BASE_URL=address, **SETTINGS) as service:
            add_pack(tmp_path / "home")
            held = load_library([home / "packs" / "copy"])
            shutil.rmtree(home / "packs" / "copy")
            seen, stop = Seen(held), threading.Event()
            clients = [Client(seen, service, seed) for seed in range(CLIENTS)]
            threads = [threading.Thread(target=client.go, args=(stop,)) for client in clients]
            harm = Harm(home, service, seen, model)
            threads.append(threading.Thread(target=harm.go))
            for thread in threads:
                thread.start()
            sizes: list[tuple[float, float]] = []
            begin = time.monotonic()
            while time.monotonic() < begin + seconds() or (
                time.monotonic() < begin + 2 * seconds()
                and not (harm.ended and time.monotonic() > harm.ended + CALM * seconds())
            ):
                time.sleep(5)
                sizes.append((time.monotonic(), memory(service.process.pid)))
            stop.set()
            for thread in threads:
                thread.join()
            assert service.stop() == 0
        model.kill()
    for (kind, status), count in sorted(seen.statuses.items()):
        print(f"{kind:<16} {status:>3} {count:>7,}")
    print(f"{seen.citations:,} citations, {len(seen.kills)} workers killed")
    print(*(f"{name} at {at:.0f} s" for at, name in harm.began), f"over at {harm.ended - begin:.0f} s", sep=", ")
    print("MB", *(f"{at - begin:.0f}s:{size:.0f}" for at, size in sizes))
    assert seen.wrong == []
    assert seen.citations > 100
    # After the last misfortune nothing begins anew: what is held then must not grow.
    calm = [size for at, size in sizes if at > harm.ended + 0.1 * seconds()]
    assert harm.ended and len(calm) >= 9, "the misfortunes took so long that memory after them cannot be judged"
    first, last = statistics.mean(calm[: len(calm) // 3]), statistics.mean(calm[-(len(calm) // 3) :])
    print(f"memory after warm-up {first:.0f} MB, at the end {last:.0f} MB")
    assert abs(last / first - 1) <= 0.05
