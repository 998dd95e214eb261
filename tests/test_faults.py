"""What goes wrong in the world, done to the real service: it may refuse, but it never says what is not so.

Never a citation that is not in the texts, never a half-written index served, no feedback lost that was acknowledged.
"""

import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from real_service import ROOT, Load, Service, environ, home_like, running, true_citations, with_no_owner
from test_packs import NOTES

from corpus.library import Library
from corpus.library import load as load_library
from index.build import open_index
from index.encoder import Encoder, open_encoder
from index.errors import IndexMismatch
from index.manifest import current
from index.query import Filters, Query
from service.settings import Settings
from service.wenli import Wenli

LIMIT_HOURLY = {"WENLI_RATE_LIMIT": "5/hour"}


@pytest.fixture(scope="module")
def built(wenli: Wenli) -> Path:
    """A home whose index is up to date."""
    return Settings.read(os.environ).home


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    return home_like(built, tmp_path / "home")


@pytest.fixture(scope="module")
def encoder(built: Path) -> Encoder:
    return open_encoder("", built)


@pytest.fixture(scope="module")
def library() -> Library:
    return load_library()


def add_pack(home: Path) -> None:
    file = home / "copy.txt"
    file.write_text(NOTES, encoding="utf-8")
    command = [sys.executable, "-m", "service", "corpus", "add", str(file)]
    subprocess.run(command, cwd=ROOT, env=environ(home), check=True, capture_output=True)


def build(home: Path, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service", "build"]
    return subprocess.run(command, cwd=ROOT, env=environ(home), capture_output=True, text=True, check=False, **more)


def left_over(home: Path) -> list[str]:
    return [path.name for path in (home / "index").iterdir() if path.name.endswith(".tmp")]


@pytest.mark.parametrize("moment", ["*.tmp/keys.json", "*.tmp/manifest.json"])
def test_a_build_that_is_killed_leaves_the_index_that_was(
    home: Path, library: Library, encoder: Encoder, moment: str
) -> None:
    add_pack(home)
    before = (home / "index" / "CURRENT").read_text(encoding="ascii")
    command = [sys.executable, "-m", "service", "build"]
    with subprocess.Popen(command, cwd=ROOT, env=environ(home), stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 200
        while not list((home / "index").glob(f".{moment}")):
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.002)
        process.kill()
    assert (home / "index" / "CURRENT").read_text(encoding="ascii") == before
    assert open_index(library, encoder, home / "index").search(Query("司射"), Filters(), 1)


def test_a_build_on_a_full_disk_says_so_and_leaves_the_index_that_was(
    home: Path, library: Library, encoder: Encoder
) -> None:
    room = 3_000_000
    add_pack(home)
    done = build(home, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)))
    sentence = done.stderr.strip()
    assert done.returncode == 1 and sentence.startswith("wenli: ") and "\n" not in sentence, done.stderr
    assert left_over(home) == [], "what cannot be finished gives its room back"
    assert open_index(library, encoder, home / "index").search(Query("司射"), Filters(), 1)


def files_of(home: Path) -> list[Path]:
    found = [home / "index" / "CURRENT", *current(home / "index").rglob("*")]
    return sorted(path for path in found if path.is_file() and not path.name.startswith("."))


@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "gone"])
def test_no_damaged_file_is_served(home: Path, library: Library, encoder: Encoder, damage: str) -> None:
    paths = files_of(home)
    assert len(paths) > 15
    for path in paths:
        whole = path.read_bytes()
        if damage == "gone":
            path.unlink()
        else:
            flipped = bytearray(whole)
            flipped[len(whole) // 2] ^= 1
            path.write_bytes({"cut": whole[: len(whole) // 2], "flip": bytes(flipped), "empty": b""}[damage])
        with pytest.raises(IndexMismatch):
            open_index(library, encoder, home / "index")
        path.write_bytes(whole)
    assert open_index(library, encoder, home / "index").search(Query("司射"), Filters(), 1)


def test_no_swapped_file_is_served(home: Path, library: Library, encoder: Encoder) -> None:
    version = current(home / "index")
    for one, two in (("vectors.faiss", "wide.faiss"), ("lexical-fine", "lexical-wide"), ("keys.json", "manifest.json")):
        for first, second in ((one, two), (two, one)):
            (version / first).rename(version / "aside")
            (version / second).rename(version / first)
            (version / "aside").rename(version / second)
            if (first, second) == (one, two):
                with pytest.raises(IndexMismatch):
                    open_index(library, encoder, home / "index")
    assert open_index(library, encoder, home / "index").search(Query("司射"), Filters(), 1)


@pytest.mark.parametrize("wrong", ["writable", "link", "outside"])
def test_an_index_that_others_could_have_made_is_refused(
    home: Path, library: Library, encoder: Encoder, tmp_path: Path, wrong: str
) -> None:
    version = current(home / "index")
    if wrong == "writable":
        (version / "keys.json").chmod(0o666)
    elif wrong == "link":
        shutil.move(version / "keys.json", tmp_path / "keys.json")
        (version / "keys.json").symlink_to(tmp_path / "keys.json")
    else:
        shutil.copytree(version, home / "elsewhere")
        (home / "index" / "CURRENT").write_text("../elsewhere\n", encoding="ascii")
    with pytest.raises(IndexMismatch):
        open_index(library, encoder, home / "index")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_an_index_of_another_user_is_refused(home: Path, library: Library, encoder: Encoder) -> None:
    version = current(home / "index")
    os.chown(version / "keys.json", 12_345, 12_345)
    with pytest.raises(IndexMismatch, match="another user"):
        open_index(library, encoder, home / "index")


def test_a_new_index_is_taken_up_without_a_dropped_request(home: Path) -> None:
    """First a damaged one, which is refused and the old one served on; then a good one; then SIGTERM under load."""
    with running(home, WENLI_METRICS="on") as service, Load(service, 4) as load:
        load.wait_for(4)
        index = home / "index"
        old = (index / "CURRENT").read_text(encoding="ascii").strip()
        shutil.copytree(index / old, index / "ffff000000000000")
        (index / "ffff000000000000" / "wide.faiss").write_bytes(b"half")
        (index / "CURRENT.new").write_text("ffff000000000000\n", encoding="ascii")
        (index / "CURRENT.new").replace(index / "CURRENT")
        service.until(lambda: any("is not used" in line["event"] for line in service.logged()))
        refused = next(line for line in service.logged() if "is not used" in line["event"])
        assert "wide.faiss is damaged" in refused["event"]
        (index / "CURRENT").write_text(f"{old}\n", encoding="ascii")
        shutil.rmtree(index / "ffff000000000000")

        workers = service.workers()
        add_pack(home)
        done = build(home)
        assert done.returncode == 0, done.stderr
        new = (index / "CURRENT").read_text(encoding="ascii").strip()
        assert new != old
        service.until(lambda: bool(service.workers()) and not set(workers) & set(service.workers()), 60)
        assert "pack-copy" in service.send("GET", "/v1/passages/5.1.1").body.decode()
        figures = service.send("GET", "/metrics").body.decode()
        assert f'wenli_index_info{{version="{new}"}} 1.0' in figures and old not in figures
        count = len(load.replies)
        load.wait_for(count + 8)
        assert {reply.status for reply in load.replies} == {200}
        statuses = len(load.replies)
        stop_under_load(service, load, statuses)
    library = load_library([home / "packs" / "copy"])
    answers = [reply.json for reply in load.replies if reply.status == 200]
    assert sum(true_citations(answer, library) for answer in answers) > len(answers)


def stop_under_load(service: Service, load: Load, before: int) -> None:
    """SIGTERM lets what has begun finish: streams end whole, the rest finds nobody who listens."""
    streams = [service.connect() for _ in range(4)]
    for at, stream in enumerate(streams):
        body = json.dumps({"question": f"主人如何戒賓？{at}", "stream": True}).encode()
        head = (
            f"POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        stream.sendall(head.encode() + body)
    service.until(lambda: all(stream.recv(1, socket.MSG_PEEK) for stream in streams))
    assert service.stop() == 0
    for stream in streams:
        content = b""
        while part := stream.recv(65536):
            content += part
        stream.close()
        assert b"event: done" in content
    assert all(reply.status in (0, 200) for reply in load.replies[before:])


def test_clients_that_do_harm_keep_nobody_waiting(home: Path, library: Library) -> None:
    """200 that say nothing, 30 that begin and stop, 30 that do not read: others are answered in time."""
    settings = {"WENLI_METRICS": "on", "WENLI_THREADS": "2", "WENLI_QUEUE": "8", "WENLI_LOG_LEVEL": "info"}
    with running(home, **settings) as service:
        silent = [service.connect() for _ in range(200)]
        halves = [service.connect() for _ in range(12)]
        for half in halves:
            half.sendall(b"POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Le")
        deaf = []
        for at in range(30):
            client = service.connect()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            body = json.dumps({"question": f"三耦在哪裡?{at}", "stream": True, "top_k": 20}).encode()
            head = "POST /v1/ask HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            client.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            deaf.append(client)
        start = time.monotonic()
        assert service.send("GET", "/healthz").status == 200
        assert time.monotonic() - start < 2
        replies = []
        for _ in range(5):
            start = time.monotonic()
            replies.append(service.ask())
            assert time.monotonic() - start < 10
            time.sleep(0.3)
        assert replies[-1].status == 200
        for reply in replies:
            assert reply.status == 200 or (reply.status == 503 and int(reply.headers["Retry-After"]) > 0)
        assert true_citations(replies[-1].json, library)

        with Load(service, 24) as load:
            load.wait_for(120)
            start = time.monotonic()
            assert service.send("GET", "/readyz").status == 200
            assert time.monotonic() - start < 5
        statuses = {reply.status for reply in load.replies}
        assert statuses <= {200, 503}, "more than can be held is turned away, and nothing else goes wrong"
        assert all(int(r.headers["Retry-After"]) > 0 for r in load.replies if r.status == 503)
        figures = service.send("GET", "/metrics").body.decode()
        assert bool(re.search(r'wenli_refused_total\{reason="overload"\} [1-9]', figures)) == (503 in statuses)
        assert "wenli_waiting 0.0" in figures and "wenli_working 0.0" in figures
        for client in (*silent, *halves, *deaf):
            client.close()
        assert service.ask().status == 200
        assert [line for line in service.logged() if line["level"] in ("error", "critical")] == []


def judge(service: Service, id: str, reason: str) -> int:
    return service.send("POST", "/v1/feedback", {"id": id, "rating": "up", "reason": reason}).status


def kept(home: Path) -> set[str]:
    path = home / "feedback" / "feedback.jsonl"
    found = set()
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            found.add(json.loads(line)["reason"])
        except ValueError:
            continue
    return found


def test_a_kill_while_serving_loses_no_feedback_that_was_acknowledged(home: Path, library: Library) -> None:
    acknowledged = set()
    with running(home, WENLI_WORKERS="2") as service:
        id = service.ask().json["id"]
        for at in range(12):
            if at % 4 == 3:
                with_no_owner(service.workers()[0])
            if judge(service, id, f"r{at}") == 200:
                acknowledged.add(f"r{at}")
        assert len(acknowledged) >= 8
        service.until(lambda: len(service.workers()) == 2)
        reply = service.ask()
        assert reply.status == 200 and true_citations(reply.json, library)
        workers = service.workers()
        service.process.kill()
        service.process.wait(10)
        for pid in workers:
            with_no_owner(pid)
    with (home / "feedback" / "feedback.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "cut off by a cra')
    with running(home) as service:
        assert judge(service, id, "after") == 200
        assert kept(home) == acknowledged | {"after"}


def test_a_full_disk_while_serving_is_told_and_answers_go_on(home: Path, library: Library) -> None:
    with running(home, "prlimit", "--fsize=2000", "--") as service:
        acknowledged, statuses = set(), set()
        id = service.ask().json["id"]
        for at in range(12):
            reply = service.send("POST", "/v1/feedback", {"id": id, "rating": "down", "reason": f"r{at} " + "x" * 200})
            statuses.add(reply.status)
            if reply.status == 200:
                acknowledged.add(f"r{at} " + "x" * 200)
            else:
                assert int(reply.headers["Retry-After"]) > 0
                assert reply.json["type"] == "/problems/feedback-unwritable"
        assert statuses == {200, 503}
        replies = [service.ask() for _ in range(8)]
        assert {reply.status for reply in replies} == {200}
        assert all(true_citations(reply.json, library) for reply in replies)
        text = (home / "feedback" / "feedback.jsonl").read_text(encoding="utf-8")
        assert kept(home) == acknowledged and text.endswith("\n") and len(text.splitlines()) == len(acknowledged)


MOVED_CLOCK = """
import os, time
from pathlib import Path

real, real_ns, apart = time.time, time.time_ns, Path(os.environ["CLOCK_APART"])
time.time = lambda: real() + int(apart.read_text())
time.time_ns = lambda: real_ns() + int(apart.read_text()) * 10**9
"""


def test_a_clock_that_jumps_locks_nobody_out(home: Path, library: Library) -> None:
    """The clock on the wall, as every module of the process reads it, is moved while it runs."""
    (home / "seam").mkdir()
    (home / "seam" / "sitecustomize.py").write_text(MOVED_CLOCK, encoding="utf-8")
    clock = home / "clock"
    clock.write_text("0", encoding="ascii")
    seam = {"PYTHONPATH": f"{home / 'seam'}:{ROOT}", "CLOCK_APART": str(clock)}
    with running(home, **seam, **LIMIT_HOURLY) as service:
        for jump in (0, -400 * 86_400, 9_000 * 86_400, -86_400):
            (home / "clock.new").write_text(f"{jump}", encoding="ascii")
            (home / "clock.new").replace(clock)
            statuses = []
            for _ in range(7):
                reply = service.ask()
                statuses.append(reply.status)
                assert reply.status == 429 or (reply.status == 200 and true_citations(reply.json, library))
            assert statuses == [200] * 5 + [429] * 2, (jump, statuses)
            assert 0 <= int(reply.headers["Retry-After"]) <= 3600
        assert service.send("GET", "/readyz").status == 200


@pytest.mark.skipif(shutil.which("redis-server") is None, reason="redis-server is not installed")
def test_when_redis_goes_questions_are_still_answered_and_counted(home: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(home)]
    settings = {"WENLI_RATE_STORAGE": f"redis://127.0.0.1:{port}/0", "WENLI_WORKERS": "2"}
    redis = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        with running(home, **settings, **LIMIT_HOURLY) as service:
            path = "/v1/passages/5.1.1"
            assert [service.send("GET", path).status for _ in range(8)] == [200] * 5 + [429] * 3, "counted together"
            redis.send_signal(signal.SIGSTOP)  # it hangs …
            start = time.monotonic()
            statuses = [service.send("GET", path).status for _ in range(6)]
            assert time.monotonic() - start < 15 and set(statuses) <= {200, 429}
            redis.kill()  # … and is gone
            redis.wait(10)
            statuses += [service.send("GET", path).status for _ in range(16)]
            assert set(statuses) == {200, 429} and statuses.count(200) <= 10, "each process counts for itself"
            assert service.send("GET", "/readyz").status == 200
    finally:
        redis.kill()
        redis.wait(10)
