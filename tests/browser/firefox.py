#!/usr/bin/env python3
"""Debian's Firefox for Playwright, by WebDriver BiDi: started as Playwright starts a browser, with one gap closed.

Playwright sets the colour scheme of every context by ``emulation.setMediaFeaturesOverride``, which this Firefox does
not know yet, and gives up when it is refused. Here a relay stands between the two, which takes that one command for
done and hands on all else, byte for byte. A window is then light or dark as Firefox itself is.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading

UNKNOWN = "emulation.setMediaFeaturesOverride"
FIREFOX = "firefox-esr"
_LISTENING = re.compile(rb"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")


class Wire:
    """One end of a WebSocket: exact reads, and frames as RFC 6455 lays them out."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._lock = threading.Lock()

    def exactly(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            piece = self._end.recv(size - len(found))
            if not piece:
                raise EOFError
            found += piece
        return found

    def head(self) -> bytes:
        """The lines of HTTP with which a WebSocket begins."""
        found = b""
        while not found.endswith(b"\r\n\r\n"):
            found += self.exactly(1)
        return found

    def frame(self) -> tuple[bytes, bytes]:
        """A frame as it came, and what it says."""
        start = self.exactly(2)
        size, more = start[1] & 127, b""
        if size >= 126:
            more = self.exactly(2 if size == 126 else 8)
            size = int.from_bytes(more, "big")
        mask = self.exactly(4) if start[1] & 128 else b""
        payload = self.exactly(size)
        said = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload)) if mask and size < 4096 else payload
        return start + more + mask + payload, said

    def send(self, frame: bytes) -> None:
        with self._lock:
            self._end.sendall(frame)


def answered(said: bytes) -> bytes | None:
    """The answer to the command that Firefox does not know, as a frame; None to every other."""
    if UNKNOWN.encode() not in said:
        return None
    told = json.dumps({"type": "success", "id": json.loads(said)["id"], "result": {}}).encode()
    return bytes([0x81, len(told)]) + told


def hand_on(source: Wire, target: Wire, back: Wire | None) -> None:
    """Frames from one end to the other; what is answered here goes ``back``."""
    try:
        while True:
            frame, said = source.frame()
            answer = answered(said) if back else None
            if back and answer:
                back.send(answer)
            else:
                target.send(frame)
    except (EOFError, OSError):
        target._end.close()


def relay(client: socket.socket, port: int) -> None:
    """One connection of Playwright's, to the port on which Firefox listens."""
    near, far = Wire(client), Wire(socket.create_connection(("127.0.0.1", port)))
    asked = re.sub(rb"(?im)^(host): .*\r$", b"\\1: 127.0.0.1:%d\r" % port, near.head())
    far.send(asked)
    near.send(far.head())
    threading.Thread(target=hand_on, args=(far, near, None), daemon=True).start()
    hand_on(near, far, near)


def main() -> int:
    """Start Firefox, and say in its place where it listens."""
    firefox = subprocess.Popen([FIREFOX, *sys.argv[1:]], stderr=subprocess.PIPE)
    door = socket.create_server(("127.0.0.1", 0))
    assert firefox.stderr is not None
    for line in firefox.stderr:
        found = _LISTENING.search(line)
        if not found:
            sys.stderr.buffer.write(line)
            continue
        sys.stderr.write(f"WebDriver BiDi listening on ws://127.0.0.1:{door.getsockname()[1]}\n")
        sys.stderr.flush()
        break
    else:
        return firefox.wait()
    threading.Thread(target=lambda: [None for _ in firefox.stderr or ()], daemon=True).start()
    threading.Thread(target=_welcome, args=(door, int(found[1])), daemon=True).start()
    return firefox.wait()


def _welcome(door: socket.socket, port: int) -> None:
    while True:
        client, _ = door.accept()
        threading.Thread(target=relay, args=(client, port), daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
