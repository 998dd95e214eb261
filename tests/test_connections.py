"""Connections to the real service: slow ones, and what is no good HTTP."""

import json
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from real_service import ROOT, Service, home_like, running

from benchmarks.slow import Slow
from service.http.running.gathering import FIELDS, LINE_BYTES
from service.settings import Settings
from service.wenli import Wenli

SLOW = 300
QUESTION = json.dumps({"question": "誰當司馬?", "mode": "extractive"}).encode()
ASK = b"POST /v1/ask HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
CHUNKED = ASK + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def service(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    assert wenli.index, "which is built by now"
    home = home_like(Settings.read(os.environ).home, tmp_path_factory.mktemp("connections"))
    with running(home, WENLI_PROXIES="1", WENLI_RATE_LIMIT="off") as service:
        yield service


def told(service: Service, raw: bytes) -> tuple[int, bytes]:
    """Status and body of the reply to these bytes."""
    with service.connect() as connection:
        connection.sendall(raw)
        reply = b""
        while part := connection.recv(65536):
            reply += part
    head, _, body = reply.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def threads_of(service: Service) -> int:
    return len(list(Path(f"/proc/{service.workers()[0]}/task").iterdir()))


def chunks(*parts: bytes) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_slow_senders_keep_nobody_waiting(service: Service) -> None:
    """Heads and bodies that never end, of known length and in chunks; each of them a connection, none a thread."""
    threads = threads_of(service)
    with Slow(service.port, SLOW) as slow:
        time.sleep(1)
        assert slow.open == SLOW
        for _ in range(3):
            start = time.monotonic()
            assert service.send("GET", "/healthz").status == 200
            assert time.monotonic() - start < 1
            assert service.ask().status == 200
        assert threads_of(service) < threads + 20
    service.until(lambda: service.ask().status == 200)


def test_the_oldest_of_too_many_connections_gives_way(wenli: Wenli, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = home_like(Settings.read(os.environ).home, tmp_path_factory.mktemp("many"))
    seam = "import service.http.running.connections as c\nc.CONNECTIONS = 40\n"
    (home / "sitecustomize.py").write_text(seam, encoding="utf-8")
    with running(home, PYTHONPATH=f"{home}:{ROOT}") as service:
        silent = [service.connect() for _ in range(60)]
        assert service.send("GET", "/healthz").status == 200
        gone = [connection.recv(1) == b"" for connection in silent[:15]]
        assert all(gone), "they came first"
        for connection in silent:
            connection.close()


@pytest.mark.parametrize("parts", [(QUESTION + b" " * 70_000,), (QUESTION, *(b" " * 1000,) * 100)])
def test_chunks_beyond_the_limit_are_refused(service: Service, parts: tuple[bytes, ...]) -> None:
    status, body = told(service, CHUNKED + chunks(*parts))
    assert (status, json.loads(body)["type"]) == (413, "/problems/body-too-large")


def test_chunks_are_read(service: Service) -> None:
    half = len(QUESTION) // 2
    assert told(service, CHUNKED + chunks(QUESTION[:half], QUESTION[half:]))[0] == 200
    form = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        + b"a" * 100_000
        + b"\r\n--x--\r\n"
    )
    head = CHUNKED.replace(b"/v1/ask", b"/v1/documents/verify").replace(
        b"application/json", b"multipart/form-data; boundary=x"
    )
    assert told(service, head + chunks(form))[0] == 200, "documents may be larger"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (CHUNKED + b"zz\r\n" + QUESTION + b"\r\n0\r\n\r\n", 400),
        (CHUNKED + b"-5\r\n" + QUESTION + b"\r\n0\r\n\r\n", 400),
        (CHUNKED + b"\r\n" + QUESTION + b"\r\n0\r\n\r\n", 400),
        (CHUNKED + b"3\r\n" + QUESTION + b"\r\n0\r\n\r\n", 400),
        (CHUNKED + b"f" * 30 + b"\r\n" + QUESTION, 400),
        (ASK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks(QUESTION), 400),
        (ASK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(QUESTION), 400),
        (ASK + b"Content-Length: five\r\n\r\n" + QUESTION, 400),
        (ASK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + QUESTION, 400),
        (ASK + b"Content-Length: 700000\r\n\r\n", 413),
        (b"GET /healthz?" + b"a" * LINE_BYTES + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 414),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\n" + b"X-A: a\r\n" * FIELDS + b"\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: " + b"a" * LINE_BYTES + b"\r\n\r\n", 431),
        (b"GET /healthz HTTP/1.1\r\nHost: a\r\n" + (b"X-A: " + b"a" * 8000 + b"\r\n") * 9 + b"\r\n", 431),
        (b"GET http://a/healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200),
        (b"\x16\x03\x01\r\n\r\n", 400),
    ],
)
def test_what_is_no_good_http_is_refused(service: Service, raw: bytes, status: int) -> None:
    assert told(service, raw)[0] == status


def test_nothing_of_that_is_a_failure_of_the_service(service: Service) -> None:
    assert [line for line in service.logged() if line["level"] in ("error", "critical")] == []


def test_a_connection_is_kept_for_the_next_request(service: Service) -> None:
    """Also where two requests come at once, and where the refusal of a body comes before its end."""
    get = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
    with service.connect() as connection:
        connection.sendall(get + b"\r\n" + get + b"\r\n")
        long = ASK.replace(b"Connection: close\r\n", b"") + b"Content-Length: 70000\r\n\r\n"
        connection.sendall(long + b" " * 70_000 + get + b"Connection: close\r\n\r\n")
        reply = b""
        while part := connection.recv(65536):
            reply += part
    assert re.findall(rb"HTTP/1\.1 (\d+)", reply) == [b"200", b"200", b"413", b"200"]


def test_a_name_that_only_looks_like_another_header_is_not_believed(wenli: Wenli, service: Service) -> None:
    home = home_like(Settings.read(os.environ).home, service.log.parent / "limited")
    with running(home, WENLI_PROXIES="1", WENLI_RATE_LIMIT="2/hour") as limited:

        def asked(name: str, at: int) -> int:
            more = {"X-Forwarded-For": "10.0.0.1", name: f"10.0.1.{at}"}
            return limited.send("GET", "/v1/chapters", **more).status

        assert [asked("X_Forwarded_For", at) for at in range(4)] == [200, 200, 429, 429]


def test_a_worker_ends_with_its_master(wenli: Wenli, tmp_path: Path) -> None:
    home = home_like(Settings.read(os.environ).home, tmp_path / "home")
    with running(home) as service:
        (worker,) = service.workers()
        service.process.kill()
        service.process.wait(10)
        end = time.monotonic() + 20
        while Path(f"/proc/{worker}").exists():
            assert time.monotonic() < end
            time.sleep(0.1)


def test_a_body_in_crumbs_is_not_read_on(service: Service) -> None:
    """Each piece of a body takes as long to read as a hundred bytes; what has been answered is not read for ever."""
    crumbs = b"1\r\n \r\n" * 10_000
    assert told(service, CHUNKED + crumbs)[0] == 400
    flooding = threading.Event()

    def flood(head: bytes, more: bytes) -> None:
        while not flooding.is_set():
            with suppress(OSError), service.connect() as connection:
                connection.sendall(head)
                while not flooding.is_set():
                    connection.sendall(more)

    kinds = [(CHUNKED, crumbs), (ASK + b"Content-Length: 9000000000\r\n\r\n", b" " * 65536)]
    threads = [threading.Thread(target=flood, args=kind) for kind in kinds * 2]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            start = time.monotonic()
            assert service.send("GET", "/healthz").status == 200
            assert time.monotonic() - start < 5, "a tenth of this where nothing else runs"
    finally:
        flooding.set()
        for thread in threads:
            thread.join()
    assert service.ask().status == 200


def test_a_body_by_lines_is_read(service: Service) -> None:
    lines = [b"\n" + b" " * 60] * 900
    assert told(service, CHUNKED + chunks(*lines, QUESTION))[0] == 200


def test_clients_that_go_away_while_they_send_leave_nothing(service: Service) -> None:
    for _ in range(30):
        with service.connect() as connection:
            connection.sendall(ASK + b"Content-Length: 500\r\n\r\n{")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert service.ask().status == 200
    assert [line for line in service.logged() if line["level"] in ("error", "critical")] == []
