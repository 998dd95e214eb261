"""The Flask application: where everything is put together, and nowhere else."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from flask_openapi3.openapi import OpenAPI
from pydantic import ValidationError
from werkzeug.middleware.proxy_fix import ProxyFix

from corpus.rites.glossary import load as load_glossary
from corpus.rites.stated import load as load_checklists
from service.ask.values import Answer
from service.contract.body import StrictRequest
from service.contract.openapi import INFO
from service.contract.overview_wire import Overviews
from service.contract.replies import ProblemReply
from service.contract.rite_wire import Telling
from service.http import errors, headers
from service.http.access import asking, bodies, gate, limits
from service.http.api import (
    ask,
    chat,
    cite,
    dts,
    editions,
    feedback,
    operation,
    passages,
    quotes,
    rites,
    search,
    tei,
    variants,
)
from service.http.feedback import Feedback
from service.http.public_address import PublicAddress
from service.http.running import figures, log
from service.http.running.metrics import Metrics
from service.problems import RequestInvalid
from service.rites import words as rite_words
from service.rites.stage.showing import Showing
from service.settings import STATIC, TEMPLATES, Settings
from service.web import collation, edition_pages, lookups, pages, rite_pages, stage_pages, unapi
from service.web.glosses import Glosses

if TYPE_CHECKING:
    from service.texts.documents.desk import Desk
    from service.wenli import Wenli

STAGE = "stage"
"""The application's extension that shows the rites: whoever serves prepares it beside the first requests."""


class Application(OpenAPI):
    """Flask with an OpenAPI document, whose requests read JSON strictly."""

    request_class = StrictRequest


def create_app(
    settings: Settings, wenli: Wenli, metrics: Metrics | None = None, desk: Desk | None = None
) -> Application:
    """An application that answers with ``wenli`` and counts in ``metrics``; ready for any WSGI server.

    Documents are checked at ``desk``, or where there is none in the thread of the request.

    Example: ``create_app(Settings.read({}), wenli).test_client().get("/healthz").status_code == 200``.
    """
    app = Application(
        __name__,
        static_folder=STATIC,
        template_folder=TEMPLATES,
        info=INFO,
        doc_ui=False,
        validation_error_status=400,
        validation_error_model=ProblemReply,
        validation_error_callback=_refuse,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined]
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    metrics = metrics or Metrics()
    headers.register(app, settings)
    errors.register(app)
    log.register(app)
    figures.separate(app, settings)
    asking.register(app, settings)
    limits.register(app, settings)
    bodies.register(app, settings)
    gate.register(app, settings, metrics.queue)
    figures.register(app, settings, metrics)
    judgements = Feedback(settings.feedback_folder, settings.feedback, settings.log_questions)
    app.register_api(ask.blueprint(wenli, settings, judgements, metrics))
    app.register_api(chat.blueprint(wenli, settings, judgements, metrics))
    app.register_api(feedback.blueprint(judgements, metrics))
    app.register_api(search.blueprint(wenli))
    words = rite_words.load()
    telling = Telling(wenli.library, words)
    app.register_api(passages.blueprint(wenli.library, telling))
    app.register_api(cite.blueprint(wenli.library))
    app.register_api(variants.blueprint(wenli.library))
    glossary = load_glossary()
    overviews = Overviews(telling, glossary)
    app.register_api(rites.blueprint(telling, overviews))
    edited = getattr(wenli.library, "core", None) or wenli.library  # editions that were added are not published further
    app.register_api(tei.blueprint(edited, glossary))
    app.register_api(dts.blueprint(edited))
    app.register_api(quotes.blueprint(wenli, metrics, desk))
    app.register_api(editions.blueprint(wenli))
    app.register_api(operation.blueprint(wenli))
    glosses = Glosses(glossary)

    def given(answer: Answer, asked: str) -> None:
        judgements.remember(answer, asked)
        metrics.answered(answer)

    app.register_blueprint(pages.blueprint(wenli, words, glosses, given))
    app.register_blueprint(lookups.blueprint(wenli, glosses))
    app.register_blueprint(rite_pages.blueprint(telling, overviews))
    app.extensions[STAGE] = shows = Showing(wenli.library, words, telling.staging, load_checklists())
    app.register_blueprint(stage_pages.blueprint(shows))
    app.register_blueprint(edition_pages.blueprint(wenli))
    app.register_blueprint(collation.blueprint(edited))
    app.register_blueprint(unapi.blueprint(edited))
    if settings.public_url:
        app.wsgi_app = PublicAddress(app.wsgi_app, settings.public_url)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies
        )
    return app


def _refuse(error: ValidationError) -> NoReturn:
    """Hand pydantic's findings to the one mapping of errors."""
    raise RequestInvalid.from_pydantic(error)


@lru_cache(maxsize=64)
def asset(name: str) -> str:
    """The address of a static file, with its content in it, so that browsers may keep it for ever."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"
