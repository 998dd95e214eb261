"""The client of a language model, over a real socket: what it writes, and every way in which it does not."""

import logging
import time
from collections.abc import Iterator

import pytest
from scripted_model import Scripted, scripted

from prompts.asking import Message
from service.llm.breaker import Breaker
from service.llm.client import Model, ModelFailed, open_model
from service.settings import Secret, SettingInvalid, Settings

KEY = "sk-very-secret-0123456789"
ASKED = [Message("system", "s"), Message("user", "<<b PASSAGES>>\n[1] label\n司正為司馬\n<<b END>>")]


@pytest.fixture(scope="module")
def server() -> Iterator[Scripted]:
    with scripted() as script:
        yield script


def model(server: Scripted, name: str, **more: str) -> Model:
    environ = {"WENLI_LLM_BASE_URL": server.url, "WENLI_LLM_MODEL": name, "WENLI_LLM_API_KEY": KEY}
    environ |= {"WENLI_LLM_RETRIES": "0", "WENLI_LLM_SILENCE": "1", "WENLI_LLM_TIMEOUT": "3"}
    opened = open_model(Settings.read(environ | more))
    assert opened is not None
    return opened


def test_without_an_address_there_is_no_model() -> None:
    assert open_model(Settings.read({})) is None


def test_what_the_model_writes_comes_in_pieces(server: Scripted) -> None:
    pieces = list(model(server, "faithful").stream(ASKED, 50))
    assert "".join(pieces) == "其文說「司正為司馬」[1]。"
    assert len(pieces) > 3
    body, headers = server.asked[-1], server.headers[-1]
    assert (body["max_tokens"], body["stream"]) == (50, True)
    assert headers["Authorization"] == f"Bearer {KEY}"


def test_newer_models_are_asked_in_their_words(server: Scripted) -> None:
    asked = model(server, "newer")
    for _ in range(2):
        assert "司正" in "".join(asked.stream(ASKED, 50))
    assert [("max_tokens" in body) for body in server.asked[-3:]] == [True, False, False]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("429", "busy"),
        ("500", "failed"),
        ("401", "refused"),
        ("404", "refused"),
        ("400", "unsupported"),
        ("garbage", "garbled"),
        ("html", "garbled"),
        ("stalls", "slow"),
        ("stalls-at-once", "slow"),
        ("drops", "unreachable"),
        ("ends-early", "unreachable"),
        ("drips", "slow"),
    ],
)
def test_every_failure_is_one_error_in_bounded_time_and_gives_nothing_away(
    server: Scripted, name: str, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    begun = time.monotonic()
    with pytest.raises(ModelFailed) as caught:
        list(model(server, name).stream(ASKED, 50))
    assert caught.value.reason == reason
    assert time.monotonic() - begun < 6
    assert caught.value.__cause__ is None
    assert KEY not in caplog.text + str(caught.value) + repr(caught.value)


def test_nobody_there() -> None:
    with pytest.raises(ModelFailed) as caught:
        list(model(Scripted(port=9), "faithful").stream(ASKED, 50))
    assert caught.value.reason == "unreachable"


def test_a_failure_before_anything_came_is_tried_again(server: Scripted) -> None:
    server.fail = 1
    assert "司正" in "".join(model(server, "faithful", WENLI_LLM_RETRIES="1").stream(ASKED, 50))
    server.fail = 0


def test_closing_stops_the_model(server: Scripted) -> None:
    stream = model(server, "endless").stream(ASKED, 50)
    assert next(stream) == "甲乙0"
    stream.close()  # type: ignore[attr-defined]


def test_a_model_that_keeps_failing_is_left_alone_for_a_while(server: Scripted) -> None:
    now = [0.0]
    asked = model(server, "500")
    asked._breaker = Breaker(failures=2, pause=10, clock=lambda: now[0])
    reasons = []
    for at in (0, 1, 2, 11.5, 12, 22):
        now[0] = at
        with pytest.raises(ModelFailed) as caught:
            list(asked.stream(ASKED, 50))
        reasons.append(caught.value.reason)
    assert reasons == ["failed", "failed", "resting", "failed", "resting", "failed"]


def test_a_success_closes_the_breaker() -> None:
    breaker = Breaker(failures=2, pause=10, clock=lambda: 0.0)
    breaker.failed()
    breaker.succeeded()
    breaker.failed()
    assert breaker.closed()
    breaker.failed()
    assert not breaker.closed()


def test_the_key_is_in_no_repr_and_no_error() -> None:
    environ = {"WENLI_LLM_BASE_URL": "http://127.0.0.1:9/v1", "WENLI_LLM_MODEL": "m", "WENLI_LLM_API_KEY": KEY}
    settings = Settings.read(environ)
    asked = open_model(settings)
    assert KEY not in repr(settings) + str(settings.llm_api_key) + repr(asked) + f"{settings.llm_api_key!r:>5}"
    assert settings.llm_api_key.reveal() == KEY
    assert not Secret("") and repr(Secret("")) == ""
    with pytest.raises(SettingInvalid) as caught:
        Settings.read(environ | {"WENLI_LLM_API_KEY": f"{KEY} with blanks"})
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize(
    ("environ", "named"),
    [
        ({"WENLI_LLM_BASE_URL": "http://a.example/v1"}, "WENLI_LLM_MODEL"),
        ({"WENLI_LLM_MODEL": "m"}, "WENLI_LLM_BASE_URL"),
        ({"WENLI_LLM_BASE_URL": "ftp://a.example", "WENLI_LLM_MODEL": "m"}, "WENLI_LLM_BASE_URL"),
        ({"WENLI_LLM_BASE_URL": "a.example/v1", "WENLI_LLM_MODEL": "m"}, "WENLI_LLM_BASE_URL"),
        ({"WENLI_LLM_BASE_URL": "http://u:hunter2@a.example/v1", "WENLI_LLM_MODEL": "m"}, "WENLI_LLM_BASE_URL"),
        ({"WENLI_LLM_BASE_URL": "http://a.example/v1?key=hunter2", "WENLI_LLM_MODEL": "m"}, "WENLI_LLM_BASE_URL"),
        ({"WENLI_LLM_CONTEXT": "3000", "WENLI_LLM_ANSWER_TOKENS": "2000"}, "WENLI_LLM_CONTEXT"),
        ({"WENLI_LLM_TIMEOUT": "0"}, "WENLI_LLM_TIMEOUT"),
    ],
)
def test_settings_that_cannot_be_are_refused_by_name(environ: dict[str, str], named: str) -> None:
    with pytest.raises(SettingInvalid) as caught:
        Settings.read(environ)
    assert caught.value.key == named
    assert "hunter2" not in str(caught.value)
