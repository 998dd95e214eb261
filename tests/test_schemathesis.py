"""Every operation of the OpenAPI document, called with what the document allows and what it does not."""

import warnings
from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from service_stand_ins import client_of

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.config import SchemathesisConfig
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from flask import Flask


@lru_cache(maxsize=1)
def app() -> Flask:
    return client_of().application


# What is not as the document says may be refused for being too large before it is looked at: 413 is a refusal too.
config = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}})
schema = schemathesis.openapi.from_wsgi("/openapi.json", app(), config=config)
bounded = settings(
    max_examples=12,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


@schema.parametrize()
@bounded
def test_the_service_keeps_to_its_document(case: Any) -> None:
    # What is well formed can still name what is not held, which is answered with 400 or 404, as the document says.
    excluded = [positive_data_acceptance]
    # Clients of the chat API send much that is passed over; a part of a form is bytes, whatever was made into them.
    if case.path == "/v1/chat/completions" or case.media_type == "multipart/form-data":
        excluded.append(negative_data_rejection)
    case.call_and_validate(excluded_checks=excluded)
