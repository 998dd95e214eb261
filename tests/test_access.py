"""Who may ask how much: keys, rates, sizes, and the gate."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from service_stand_ins import StandInWenli, client_of

from service.cli import main as cli
from service.http.access.gate import Gate
from service.http.access.keys import FILE, Keys, KeyUnknown
from service.http.access.limits import Clock
from service.problems import KeysUnreadable, Overloaded


def ask(client: FlaskClient, key: str = "", **more: Any) -> Any:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return client.post("/v1/ask", json={"question": "鄉射"}, headers=headers, **more)


def test_a_key_is_kept_as_a_hash_only(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    text = keys.add("the library", "5/minute")
    held = (tmp_path / FILE).read_text(encoding="utf-8")
    assert text.rpartition("_")[2] not in held and text not in held
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    found = keys.find(text)
    assert found is not None and (found.name, found.limit) == ("the library", "5/minute")
    assert keys.find(text[:-1] + ("A" if text[-1] != "A" else "B")) is None
    assert keys.find("wenli_00000000_" + "a" * 43) is None and keys.find("") is None


def test_a_revoked_key_ends_at_once_also_for_others(tmp_path: Path) -> None:
    ours, theirs = Keys(tmp_path), Keys(tmp_path)
    one, two = ours.add("one"), ours.add("two")
    assert theirs.find(one) and theirs.find(two)
    ours.revoke(ours.all()[0].id)
    assert theirs.find(one) is None and theirs.find(two)
    with pytest.raises(KeyUnknown):
        ours.revoke("0")


def test_a_damaged_file_lets_nobody_in_and_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"keys": [{', encoding="utf-8")
    with pytest.raises(KeysUnreadable):
        Keys(tmp_path).find("wenli_00000000_" + "a" * 43)
    with pytest.raises(KeysUnreadable):
        Keys(tmp_path).add("x")
    response = ask(client_of(WENLI_HOME=str(tmp_path), WENLI_KEYS="required"), "wenli_00000000_" + "a" * 43)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert str(tmp_path) not in response.get_data(as_text=True)
    assert (tmp_path / FILE).read_text(encoding="utf-8") == '{"keys": [{'


def test_keys_that_are_required(tmp_path: Path) -> None:
    client = client_of(WENLI_HOME=str(tmp_path), WENLI_KEYS="required")
    key = Keys(tmp_path).add("x")
    refused = ask(client)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert refused.get_json()["type"] == "/problems/key-refused"
    assert ask(client, "wenli_nonsense").status_code == 401
    assert ask(client, key).status_code == 200
    assert client.get("/").status_code == client.get("/healthz").status_code == 200, "pages and probes need none"
    assert client.options("/v1/ask").status_code == 200, "a browser asks first, without a key"


def test_keys_that_are_optional_have_limits_of_their_own(tmp_path: Path) -> None:
    keys = Keys(tmp_path)
    large, plain = keys.add("large", "4/hour"), keys.add("plain")
    client = client_of(WENLI_HOME=str(tmp_path), WENLI_KEYS="optional", WENLI_RATE_LIMIT="2/hour")
    assert [ask(client).status_code for _ in range(3)] == [200, 200, 429]
    assert [ask(client, large).status_code for _ in range(5)] == [200, 200, 200, 200, 429]
    assert [ask(client, plain).status_code for _ in range(3)] == [200, 200, 429]
    assert ask(client, "wenli_wrong").status_code == 401


def test_keys_are_looked_at_only_where_they_are_wanted(tmp_path: Path) -> None:
    assert ask(client_of(WENLI_HOME=str(tmp_path)), "of another service").status_code == 200


def test_the_command_gives_out_lists_and_ends_keys(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("WENLI_HOME", str(tmp_path))

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["wenli", "keys", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        printed = capsys.readouterr()
        return int(left.value.code or 0), printed.out, printed.err

    status, out, _ = run("add", "某圖書館", "--limit", "600 / minute")
    assert status == 0 and Keys(tmp_path).find(out.strip())
    _, listed, _ = run("list")
    assert "600/minute" in listed and "某圖書館" in listed and out.strip() not in listed
    assert run("revoke", listed.split()[0])[0] == 0
    assert run("list")[1] == ""
    assert run("revoke", "nobody")[0] == 2
    assert run("add", "x", "--limit", "lots")[0] == 2


def test_addresses_are_those_that_trusted_proxies_name() -> None:
    def asked(client: FlaskClient, named: str) -> int:
        return int(client.get("/v1/chapters", headers={"X-Forwarded-For": named}).status_code)

    plain = client_of(WENLI_RATE_LIMIT="1/hour")
    assert [asked(plain, "10.0.0.1"), asked(plain, "10.0.0.2")] == [200, 429], "anyone can write the header"
    behind = client_of(WENLI_RATE_LIMIT="1/hour", WENLI_PROXIES="1")
    assert [asked(behind, "10.0.0.1"), asked(behind, "10.0.0.2"), asked(behind, "9.9.9.9, 10.0.0.2")] == [200, 200, 429]


def test_the_clock_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    clock = Clock()
    assert not clock.jumped()
    monkeypatch.setattr(time, "time", lambda: now - 86_400)
    assert clock.jumped() and not clock.jumped()


def test_the_gate_keeps_order_and_bounds() -> None:
    seen: list[tuple[int, int]] = []
    gate = Gate(1, 2, wait_s=5, watch=lambda working, waiting: seen.append((working, waiting)))
    order: list[int] = []
    first = gate.enter()

    def wait(at: int) -> None:
        with gate.enter():
            order.append(at)

    threads = [threading.Thread(target=wait, args=(at,)) for at in range(2)]
    for count, thread in enumerate(threads, 1):
        thread.start()
        while gate.waiting < count:
            time.sleep(0.001)
    with pytest.raises(Overloaded):
        gate.enter()
    first.leave()
    first.leave()
    for thread in threads:
        thread.join(5)
    assert order == [0, 1]
    assert (gate.working, gate.waiting) == (0, 0)
    assert max(working for working, _ in seen) == 1 and max(waiting for _, waiting in seen) == 2


def test_who_waits_too_long_is_told_to_come_back() -> None:
    gate = Gate(1, 1, wait_s=0.05)
    with gate.enter(), pytest.raises(Overloaded):
        gate.enter()
    with gate.enter():
        assert gate.waiting == 0


class Slow(StandInWenli):
    """Answers once it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = threading.Event(), threading.Event()

    def ask(self, ask: Any) -> Any:
        self.begun.set()
        assert self.go.wait(10)
        return super().ask(ask)


def test_more_than_can_be_held_gets_503_and_probes_pass() -> None:
    slow = Slow()
    client = client_of(slow, WENLI_THREADS="1", WENLI_QUEUE="0")
    codes: list[int] = []
    other = threading.Thread(target=lambda: codes.append(ask(client.application.test_client()).status_code))
    other.start()
    assert slow.begun.wait(10)
    refused = ask(client)
    assert (refused.status_code, refused.get_json()["type"]) == (503, "/problems/overloaded")
    assert int(refused.headers["Retry-After"]) >= 1
    assert client.get("/readyz").status_code == client.get("/healthz").status_code == 200
    slow.go.set()
    other.join(10)
    assert codes == [200] and ask(client).status_code == 200


def test_a_reader_of_a_stream_holds_no_place() -> None:
    client = client_of(WENLI_THREADS="1", WENLI_QUEUE="0")
    stream = client.post("/v1/ask", json={"question": "鄉射", "stream": True}, buffered=False)
    chunks = iter(stream.response)
    assert b"wenli" in next(chunks) and ask(client).status_code == 503, "the answer is still to be found"
    next(chunks)
    assert ask(client).status_code == 200, "the answer is found; the rest is reading"
    stream.close()
    left = client.post("/v1/ask", json={"question": "鄉射", "stream": True}, buffered=False)
    left.close()
    assert ask(client).status_code == 200, "who goes away before the answer gives the place back"


def test_a_chat_takes_a_place_while_it_is_worked_on_and_its_reader_none() -> None:
    slow = Slow()
    client = client_of(slow, WENLI_THREADS="1", WENLI_QUEUE="0")
    body = {"model": "wenli", "messages": [{"role": "user", "content": "鄉射"}], "stream": True}
    begun: list[Any] = []

    def begin() -> None:
        stream = client.application.test_client().post("/v1/chat/completions", json=body, buffered=False)
        chunks = iter(stream.response)
        next(chunks)  # that an answer is coming
        next(chunks)
        begun.append(stream)

    other = threading.Thread(target=begin)
    other.start()
    assert slow.begun.wait(10) and ask(client).status_code == 503, "the answer is still to be found"
    slow.go.set()
    other.join(10)
    assert ask(client).status_code == 200, "the answer is found; the rest is reading"
    begun[0].close()
    assert ask(client).status_code == 200, "nothing is given back twice"


def test_documents_may_be_larger_than_other_bodies() -> None:
    client = client_of(WENLI_MAX_BODY="2000", WENLI_MAX_DOCUMENT="20000")
    text = {"text": "禮" * 2000, "format": "txt"}
    assert client.post("/v1/documents/verify", json=text).status_code == 200
    assert client.post("/v1/ask", data=json.dumps(text), content_type="application/json").status_code == 413
    assert client.post("/v1/documents/verify", json={"text": "禮" * 20000, "format": "txt"}).status_code == 413
