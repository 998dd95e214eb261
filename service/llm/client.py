"""The client of a language model behind an OpenAI-compatible API.

Everything that can go wrong there becomes one error, :class:`ModelFailed`, with one of a few reasons; what the server
said is not repeated, for servers put keys and prompts into their messages.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Literal

from corpus.errors import WenliError
from prompts.asking import Message
from service.llm.breaker import Breaker
from service.settings import Settings

if TYPE_CHECKING:
    from openai import OpenAI, Stream
    from openai.types.chat import ChatCompletionChunk

log = logging.getLogger("wenli")
Reason = Literal["unreachable", "slow", "busy", "refused", "failed", "garbled", "resting", "too_long", "unsupported"]
CONNECT = 5.0
"""Seconds in which the server must take the connection."""
TEMPERATURE = 0.2
_QUIET = ("openai", "httpx2", "httpcore2", "httpx", "httpcore")
"""Loggers of the client, which on level debug would write prompts, and with them questions, to the log."""


class ModelFailed(WenliError):
    """The model does not answer, or no more (``reason``)."""

    def __init__(self, reason: Reason) -> None:
        self.reason: Reason = reason
        super().__init__(f"The language model does not answer: {reason}.")


class Model:
    """A language model at an address. Safe to share between threads; connections come with the first question."""

    def __init__(self, settings: Settings, breaker: Breaker | None = None) -> None:
        self.name = settings.llm_model
        self.context = settings.llm_context
        self.answer_tokens = settings.llm_answer_tokens
        self.timeout = float(settings.llm_timeout)
        self._silence = float(settings.llm_silence)
        self._base_url = settings.llm_base_url
        self._key = settings.llm_api_key
        self._retries = settings.llm_retries
        self._breaker = breaker or Breaker()
        self._newer = False
        self._client = self._opened()

    def __repr__(self) -> str:
        return f"Model({self.name!r})"

    def stream(self, messages: Sequence[Message], most: int, within: float | None = None) -> Iterator[str]:
        """What the model writes, piece by piece, at most ``most`` tokens and ``within`` seconds (WENLI_LLM_TIMEOUT).

        Raises ModelFailed, also in the middle. Closing the iterator closes the connection, which stops the model.
        """
        if not self._breaker.closed():
            raise ModelFailed("resting")
        until = time.monotonic() + (self.timeout if within is None else within)
        try:
            came = False
            for piece in self._pieces(messages, most, until):
                came = came or bool(piece)
                yield piece
            if not came:
                raise ModelFailed("garbled")
        except ModelFailed as error:
            self._breaker.failed()
            log.warning("the language model does not answer: %s", error.reason)
            raise
        self._breaker.succeeded()

    def _pieces(self, messages: Sequence[Message], most: int, until: float) -> Iterator[str]:
        import httpx2
        import openai

        try:
            stream = self._begun(messages, most, until)
            finished = spoke = False
            with closing(stream), _ended_at(until, stream.response):
                for chunk in stream:
                    if time.monotonic() > until:
                        raise ModelFailed("slow")
                    spoke, finished = True, finished or _finishes(chunk)
                    yield _text(chunk)
            if not finished:  # a connection that is cut can look like one that ends
                late = time.monotonic() > until
                raise ModelFailed("slow" if late else "unreachable" if spoke else "garbled")
        except ModelFailed:
            raise
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            late = isinstance(error, openai.APITimeoutError | httpx2.TimeoutException) or time.monotonic() > until
            raise ModelFailed("slow" if late else "unreachable") from None
        except openai.RateLimitError:
            raise ModelFailed("busy") from None
        except (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError):
            raise ModelFailed("refused") from None
        except openai.BadRequestError:
            raise ModelFailed("unsupported") from None
        except openai.APIError:
            raise ModelFailed("failed") from None
        except Exception:
            raise ModelFailed("garbled") from None

    def _begun(self, messages: Sequence[Message], most: int, until: float) -> Stream[ChatCompletionChunk]:
        """The stream, begun; asked for once more in the words of newer models where those of older ones are refused."""
        import openai

        left = max(until - time.monotonic(), 0.1)
        client = self._client.with_options(timeout=_timeout(min(self._silence, left)))
        wire: Any = [message.wire for message in messages]
        older: dict[str, Any] = {"max_tokens": most, "temperature": TEMPERATURE}
        newer: dict[str, Any] = {"max_completion_tokens": most}
        try:
            first = newer if self._newer else older
            begun: Stream[ChatCompletionChunk] = client.chat.completions.create(
                model=self.name, messages=wire, stream=True, **first
            )
        except openai.BadRequestError:
            if self._newer:
                raise
            begun = client.chat.completions.create(model=self.name, messages=wire, stream=True, **newer)
            self._newer = True
        return begun

    def _opened(self) -> OpenAI:
        """The client; its package takes a second to import, which is done before anybody asks."""
        import openai.resources.chat.completions  # noqa: F401 - else imported at the first question
        from openai import OpenAI

        for name in _QUIET:
            logging.getLogger(name).setLevel(logging.WARNING)
        return OpenAI(
            base_url=self._base_url,
            api_key=self._key.reveal() or "none",
            max_retries=self._retries,
            timeout=_timeout(self._silence),
        )


def _timeout(silence: float) -> Any:
    import httpx2

    return httpx2.Timeout(silence, connect=min(CONNECT, silence))


def _text(chunk: Any) -> str:
    """The text of a chunk; a chunk without choices, such as the one with the usage, has none."""
    choices = getattr(chunk, "choices", None)
    content = getattr(getattr(choices[0], "delta", None), "content", None) if choices else None
    return content if isinstance(content, str) else ""


def _finishes(chunk: Any) -> bool:
    choices = getattr(chunk, "choices", None)
    return bool(choices and getattr(choices[0], "finish_reason", None))


@contextmanager
def _ended_at(until: float, response: Any) -> Iterator[None]:
    """Shut the connection down at ``until``: a server that sends a byte now and then would never time out."""

    def end() -> None:
        network = response.extensions.get("network_stream")
        held = network.get_extra_info("socket") if network is not None else None
        if held is not None:
            with suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(max(until - time.monotonic(), 0), end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def open_model(settings: Settings) -> Model | None:
    """The model of the settings; None where none is configured."""
    return Model(settings) if settings.llm_base_url else None
