"""A real Milvus server for the tests that need one."""

import importlib.util
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def milvus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Milvus server that runs as long as the tests."""
    if importlib.util.find_spec("milvus_lite") is None or importlib.util.find_spec("pymilvus") is None:
        pytest.skip("milvus-lite and pymilvus are not installed (requirements/milvus.txt)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("milvus")
    command = [str(Path(sys.executable).with_name("milvus-lite")), "server", "--data-dir", str(folder)]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([*command, "--host", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log)
    try:
        for _ in range(150):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)
