"""The Flask application: where everything is put together, and nowhere else."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from flask_openapi3.openapi import OpenAPI
from pydantic import ValidationError

from corpus.rites.glossary import load as load_glossary
from service import errors, headers, limits, lookups, pages, rite_pages, rite_words
from service.api import ask, cite, feedback, operation, passages, quotes, rites, search, variants
from service.body import StrictRequest
from service.feedback import Feedback
from service.glosses import Glosses
from service.openapi import INFO
from service.overview_wire import Overviews
from service.problems import RequestInvalid
from service.replies import ProblemReply
from service.rite_wire import Telling
from service.settings import STATIC, Settings

if TYPE_CHECKING:
    from service.wenli import Wenli


class Application(OpenAPI):
    """Flask with an OpenAPI document, whose requests read JSON strictly."""

    request_class = StrictRequest


def create_app(settings: Settings, wenli: Wenli) -> Application:
    """An application that answers with ``wenli``; ready for any WSGI server.

    Example: ``create_app(Settings.read({}), wenli).test_client().get("/healthz").status_code == 200``.
    """
    app = Application(
        __name__,
        info=INFO,
        doc_ui=False,
        validation_error_status=400,
        validation_error_model=ProblemReply,
        validation_error_callback=_refuse,
    )
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    headers.register(app, settings)
    errors.register(app)
    limits.register(app, settings)
    judgements = Feedback(settings.feedback_folder, settings.feedback, settings.log_questions)
    app.register_api(ask.blueprint(wenli, settings, judgements))
    app.register_api(feedback.blueprint(judgements))
    app.register_api(search.blueprint(wenli))
    words = rite_words.load()
    telling = Telling(wenli.library, words)
    app.register_api(passages.blueprint(wenli.library, telling))
    app.register_api(cite.blueprint(wenli.library))
    app.register_api(variants.blueprint(wenli.library))
    glossary = load_glossary()
    overviews = Overviews(telling, glossary)
    app.register_api(rites.blueprint(telling, overviews))
    app.register_api(quotes.blueprint(wenli, settings))
    app.register_api(operation.blueprint(wenli))
    glosses = Glosses(glossary)
    app.register_blueprint(pages.blueprint(wenli, words, glosses))
    app.register_blueprint(lookups.blueprint(wenli, glosses))
    app.register_blueprint(rite_pages.blueprint(telling, overviews))
    return app


def _refuse(error: ValidationError) -> NoReturn:
    """Hand pydantic's findings to the one mapping of errors."""
    raise RequestInvalid.from_pydantic(error)


@lru_cache(maxsize=64)
def asset(name: str) -> str:
    """The address of a static file, with its content in it, so that browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"
