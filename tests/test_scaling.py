"""Two copies of the service behind nginx, as deploy/nginx.conf has it: one address, and one copy may fail."""

import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.wenli import Wenli

ROOT = Path(__file__).resolve().parent.parent
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
ASKED = {"question": "鄉射禮中誰擔任司馬？"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listening(port: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return True
        time.sleep(0.2)
    return False


@pytest.fixture(scope="module")
def copies(wenli: Wenli) -> Iterator[tuple[list[int], list[subprocess.Popen[bytes]]]]:
    """Two processes of the service, from one home."""
    ports = [free_port(), free_port()]
    command = [sys.executable, "-m", "service", "serve", "--port"]
    started = [subprocess.Popen([*command, str(port)], cwd=ROOT, stdout=subprocess.DEVNULL) for port in ports]
    try:
        assert all(listening(port, 200) for port in ports)
        yield ports, started
    finally:
        for process in started:
            process.terminate()
            process.wait(30)


@pytest.fixture(scope="module")
def front(
    copies: tuple[list[int], list[subprocess.Popen[bytes]]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[int]:
    """The port of nginx in front of them, with the configuration that is documented, on other ports."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    port = free_port()
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for written, real in (("8000", port), ("8001", copies[0][0]), ("8002", copies[0][1])):
        assert f"127.0.0.1:{written}" in text
        text = text.replace(f"127.0.0.1:{written}", f"127.0.0.1:{real}")
    folder = tmp_path_factory.mktemp("nginx")
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([NGINX, "-p", str(folder), "-c", "nginx.conf"], stdout=log, stderr=log)
    try:
        assert listening(port, 20), (folder / "log").read_text(encoding="utf-8")
        yield port
    finally:
        process.terminate()
        process.wait(20)


def ask(port: int) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/ask", json.dumps(ASKED).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as reply:
        return dict(json.load(reply))


def test_copies_answer_alike_and_one_may_fail(
    front: int, copies: tuple[list[int], list[subprocess.Popen[bytes]]]
) -> None:
    ports, processes = copies
    answers = [ask(port) for port in (*ports, front, front, front)]
    assert len({answer["answer"] for answer in answers}) == 1 and answers[0]["citations"]
    with urllib.request.urlopen(f"http://127.0.0.1:{front}/read/5.17.1", timeout=60) as page:
        assert page.status == 200
    statuses = []
    for _ in range(60):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{front}/v1/chapters", timeout=60) as reply:
                statuses.append(reply.status)
        except urllib.error.HTTPError as error:
            with error:
                statuses.append(error.code)
    assert 200 in statuses and 429 in statuses and set(statuses) == {200, 429}, "the limit is counted for all copies"
    processes[0].kill()
    processes[0].wait(30)
    time.sleep(1)
    assert [ask(front)["answer"] for _ in range(4)] == [answers[0]["answer"]] * 4
