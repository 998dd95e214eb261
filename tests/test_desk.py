"""Documents in processes of their own: what they may cost, and that nobody waits for them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from real_service import ROOT, Service, home_like, running
from test_documents import QUOTE, saved

from benchmarks.harm import upload
from benchmarks.hostile import documents
from benchmarks.hostile import docx as word
from service.problems import DocumentUnreadable
from service.settings import Settings
from service.texts.documents.bounds import CHARACTERS, PARAGRAPHS, Meter, Paragraph
from service.texts.documents.checking import check
from service.texts.documents.desk import Desk
from service.texts.documents.room import judge_of
from service.texts.documents.text import format_of, read_document
from service.wenli import Wenli


@pytest.fixture(scope="module")
def packs() -> Path:
    return Settings.read(os.environ).packs


def test_a_document_is_judged_as_it_is_elsewhere(packs: Path) -> None:
    document = docx.Document()
    document.add_paragraph(f"《鄉射禮》：「{QUOTE}」，又「主人乘龍而至」。")
    source = saved(document)
    read, report = Desk(packs).check(source, "docx")
    assert read == read_document(source, "docx") and report == check(read, judge_of(packs))
    assert report.total == 2
    with pytest.raises(DocumentUnreadable, match="no zip archive"):
        Desk(packs).check(b"PK", "docx")


def test_a_document_that_takes_too_long_is_given_up(packs: Path) -> None:
    with pytest.raises(DocumentUnreadable, match="memory or time"):
        Desk(packs, seconds=0.001).check("「三耦皆執弓」" * 1000, "txt")


FILL = """
import os
from service.texts.documents.room import MEMORY, _confine

_confine()
try:
    bytearray(MEMORY * 5 // 4)
except MemoryError:
    print("no memory", os.nice(0))
"""


def test_a_process_for_documents_has_so_much_memory_and_gives_way() -> None:
    done = subprocess.run([sys.executable, "-c", FILL], cwd=ROOT, capture_output=True, text=True, check=True)
    told, _, nice = done.stdout.rpartition(" ")
    assert told == "no memory" and int(nice) >= 10


def test_a_process_for_documents_ends_though_nobody_waits_for_it() -> None:
    code = "from service.texts.documents import room\nimport time\nroom.SECONDS = 0.2\nroom._confine()\ntime.sleep(60)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=50)
    assert done.returncode == -signal.SIGALRM


def test_what_unfolds_is_refused_before_it_is_parsed() -> None:
    files = dict(documents())
    for name, reason in (("empty paragraphs.docx", "tags"), ("unpacks to too much.docx", "unpacks")):
        start = time.process_time()
        with pytest.raises(DocumentUnreadable, match=reason):
            read_document(files[name], format_of(name))
        assert time.process_time() - start < 2
    with pytest.raises(DocumentUnreadable, match="paragraphs"):
        read_document(word(b"<w:p><w:r><w:t>a</w:t></w:r></w:p>" * (PARAGRAPHS + 1)), "docx")
    with pytest.raises(DocumentUnreadable, match=r"runs|seconds"):
        read_document(files["nested paragraphs.docx"], "docx")


def test_what_is_read_is_measured() -> None:
    with pytest.raises(DocumentUnreadable, match="characters"):
        list(Meter().bounded(Paragraph("射" * 100_000) for _ in range(CHARACTERS // 100_000 + 1)))
    meter = Meter()
    meter._until = 0.0
    with pytest.raises(DocumentUnreadable, match="seconds"):
        list(meter.bounded(Paragraph("射") for _ in range(2000)))


@pytest.fixture(scope="module")
def service(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    assert wenli.index, "which is built by now"
    home = home_like(Settings.read(os.environ).home, tmp_path_factory.mktemp("desk"))
    with running(home, WENLI_THREADS="1", WENLI_QUEUE="0", WENLI_RATE_LIMIT="off") as service:
        yield service


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])


def test_asks_do_not_wait_for_hostile_documents(service: Service) -> None:
    """With one place for questions and none to wait in."""
    assert upload(service.port, "honest.txt", f"「{QUOTE}」".encode()) == 200
    (worker,) = service.workers()
    before = resident(worker)
    statuses: list[int] = []

    def send(name: str, content: bytes) -> None:
        statuses.append(upload(service.port, name, content))

    files = [(name, content) for name, content in documents() if len(content) < 4_000_000]
    threads = [threading.Thread(target=send, args=file) for file in files]
    for thread in threads:
        thread.start()
    asked = 0
    while any(thread.is_alive() for thread in threads):
        start = time.monotonic()
        assert service.ask().status == 200
        assert time.monotonic() - start < 5
        assert service.send("GET", "/healthz").status == 200
        asked += 1
    assert asked > 3 and len(statuses) == len(files)
    assert set(statuses) <= {200, 400, 503}, "too much, or too many at once"
    assert resident(worker) <= 1.2 * before
    assert [line for line in service.logged() if line["level"] in ("error", "critical")] == []


def test_nothing_is_left_of_a_service_that_ended(wenli: Wenli, tmp_path: Path) -> None:
    home = home_like(Settings.read(os.environ).home, tmp_path / "home")

    def of_home() -> list[str]:
        mark = f"WENLI_HOME={home}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    found.append(process.name)
            except OSError:
                continue
        return found

    with running(home) as service:
        assert upload(service.port, "a.txt", b"text") == 200
        assert len(of_home()) > 3, "a master, a worker, a server of forks and a tracker"
        assert service.stop() == 0
        end = time.monotonic() + 20
        while of_home():
            assert time.monotonic() < end, of_home()
            time.sleep(0.2)
