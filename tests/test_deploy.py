"""What deploy/ has runs: nginx, Prometheus, systemd and the schema of compose files take it as it is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from test_scaling import free_port, listening

from service.wenli import Wenli

DEPLOY = ROOT / "deploy"
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"


def tool(name: str) -> str:
    """The path of a program, or a test that is skipped."""
    found = shutil.which(name, path=PATH)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def run(*command: str) -> str:
    """What a command prints; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, cwd=DEPLOY)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_compose_fits_the_schema_of_compose_files() -> None:
    run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_compose_mounts_what_is_there_and_what_the_image_owns() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    mounted = re.findall(r"- \./([\w.-]+):", text)
    assert mounted == ["prometheus.yml", "alerts.yml"] and all((DEPLOY / name).is_file() for name in mounted)
    (place,) = re.findall(r"- feedback:(\S+)", text)
    image = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert place in re.findall(r"mkdir -p (.+) \\", image)[0].split(), "a new volume takes the owner of the folder"
    assert "COPY --from=build --chown=10001:10001 /var/lib/wenli /var/lib/wenli" in image


def test_prometheus_takes_its_configuration_and_the_alerts_do_what_they_say() -> None:
    run(tool("promtool"), "check", "config", "prometheus.yml")
    run(tool("promtool"), "test", "rules", "alerts.test.yml")
    rules = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    documented = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\bwenli_\w+", rules)):
        assert f"`{name.removesuffix('_bucket')}`" in documented, name
    tried = set(re.findall(r"alertname: (\w+)", (DEPLOY / "alerts.test.yml").read_text(encoding="utf-8")))
    assert tried == set(re.findall(r"- alert: (\w+)", rules))


@pytest.mark.whole
def test_prometheus_reads_a_running_service(wenli: Wenli, tmp_path: Path) -> None:
    """The figures of a service that runs, by the configuration that is there, at other ports."""
    assert wenli.index, "which is built by now"
    prometheus, figures, port, own = tool("prometheus"), free_port(), free_port(), free_port()
    for name in ("prometheus.yml", "alerts.yml"):
        text = (DEPLOY / name).read_text(encoding="utf-8").replace("wenli:9100", f"127.0.0.1:{figures}")
        (tmp_path / name).write_text(text.replace("15s", "1s"), encoding="utf-8")
    environ = {**os.environ, "WENLI_METRICS": f"127.0.0.1:{figures}"}
    serve = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    watch = [prometheus, f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/figures"]
    watch.append(f"--web.listen-address=127.0.0.1:{own}")
    quiet = subprocess.DEVNULL
    with (
        subprocess.Popen(serve, cwd=ROOT, env=environ, stdout=quiet, stderr=quiet) as service,
        subprocess.Popen(watch, stdout=quiet, stderr=quiet) as watching,
    ):
        try:
            assert listening(port, 200) and listening(own, 60)
            for figure in ("wenli_index_info", "wenli_home_free_bytes>0"):
                query = f"http://127.0.0.1:{own}/api/v1/query?query={figure}"
                assert any(_get(query)["data"]["result"] or time.sleep(1) for _ in range(60)), figure
            rules = _get(f"http://127.0.0.1:{own}/api/v1/rules")["data"]["groups"][0]["rules"]
            assert {rule["health"] for rule in rules} <= {"ok", "unknown"} and len(rules) == 6
        finally:
            watching.terminate()
            service.terminate()


def _get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=30) as reply:
        return json.load(reply)


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    """With a program in the place of Wenli's, which a machine that only tests has elsewhere."""
    analyze = tool("systemd-analyze")
    text = (DEPLOY / "wenli.service").read_text(encoding="utf-8")
    unit = tmp_path / "wenli.service"
    unit.write_text(
        text.replace("/opt/wenli/.venv/bin/wenli", "/bin/true").replace("/opt/wenli", "/"), encoding="utf-8"
    )
    assert run(analyze, "verify", str(unit)).strip() == ""
    exposure = re.search(
        r"exposure level for wenli.service: ([\d.]+)", run(analyze, "security", "--offline=true", str(unit))
    )
    assert exposure and float(exposure[1]) < 3
    home = re.search(r"WENLI_HOME=(\S+)", text)
    assert home and home[1] == "/var/lib/" + str(re.findall(r"^StateDirectory=(.+)$", text, re.MULTILINE)[0])


@dataclass
class Copy:
    """Stands where a copy of the service would: it counts what it is asked, and says that it is busy where told."""

    busy: bool = False
    asked: list[str] = field(default_factory=list)
    port: int = 0


@contextmanager
def copy() -> Iterator[Copy]:
    own = Copy()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            own.asked.append(self.path)
            self.send_response(503 if own.busy else 200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        do_POST = do_GET  # noqa: N815 - so it is called

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is logged."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        own.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield own
        server.shutdown()


@pytest.fixture
def front() -> Iterator[tuple[int, list[Copy]]]:
    """nginx as it is configured, on other ports, before two copies."""
    nginx = tool("nginx")
    with tempfile.TemporaryDirectory() as name, copy() as one, copy() as two:
        folder = Path(name)
        folder.chmod(0o755)  # where root starts nginx, what works for it is another user
        port = free_port()
        text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for written, real in (("8000", port), ("8001", one.port), ("8002", two.port)):
            text = text.replace(f"127.0.0.1:{written}", f"127.0.0.1:{real}")
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        with subprocess.Popen([nginx, "-p", name, "-c", "nginx.conf"], stderr=subprocess.DEVNULL) as process:
            try:
                assert listening(port, 20)
                yield port, [one, two]
            finally:
                process.terminate()


def status(port: int, path: str, body: bytes | None = None) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", body, timeout=30) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        with error:
            return int(error.code)


def test_copies_that_are_busy_for_a_moment_stay(front: tuple[int, list[Copy]]) -> None:
    port, copies = front
    for one in copies:
        one.busy = True
    assert {status(port, "/healthz") for _ in range(12)} == {503}
    for one in copies:
        one.busy = False
    assert {status(port, "/healthz") for _ in range(12)} == {200}


@pytest.mark.parametrize("path", ["/v1/search?q=a", "/dts/collection/", "/?q=a", "/search?q=a", "/verify?quote=a"])
def test_whatever_asks_is_limited(front: tuple[int, list[Copy]], path: str) -> None:
    port, copies = front
    told = [status(port, path) for _ in range(60)]
    assert set(told) == {200, 429} and 20 <= told.count(200) < 45
    assert sum(len(one.asked) for one in copies) == told.count(200)


@pytest.mark.parametrize("path", ["/", "/read/5.21", "/static/wenli.css", "/healthz"])
def test_pages_that_only_show_are_not(front: tuple[int, list[Copy]], path: str) -> None:
    assert {status(front[0], path) for _ in range(60)} == {200}


def test_uploads_are_few_and_bodies_are_bounded(front: tuple[int, list[Copy]]) -> None:
    port, _ = front
    assert status(port, "/v1/ask", b"a" * 65_537) == 413
    told = [status(port, "/v1/documents/verify", b"a" * 4_194_304) for _ in range(9)]
    assert told.count(200) in {6, 7} and set(told) == {200, 429}
    assert status(port, "/v1/documents/verify", b"a" * (6 << 20)) == 413
