"""Distributed Text Services 1.0: /dts, /dts/collection, /dts/navigation, /dts/document."""

from __future__ import annotations

from functools import lru_cache

from flask import Response, request
from flask_openapi3.blueprint import APIBlueprint
from pydantic import BaseModel

from corpus.library import Library
from service.contract.openapi import STANDARDS, problems
from service.contract.respond import REVALIDATE
from service.problems import TextUnknown
from service.protocols.dts.catalogue import Catalogue, Resource
from service.protocols.dts.passages import MEDIA, Passages
from service.protocols.dts.queries import CollectionQuery, DocumentQuery, NavigationQuery, unfit
from service.protocols.dts.replies import CollectionReply, EntryReply, NavigationReply
from service.protocols.dts.trees import Tree, tree_of
from service.protocols.dts.wire import Addresses, Replies


def blueprint(library: Library) -> APIBlueprint:
    """The endpoints, serving the witnesses of ``library``."""
    api = APIBlueprint("dts", __name__, url_prefix="/dts", abp_tags=[STANDARDS])
    passages = Passages(library)
    wrong = problems("request-invalid", "text-unknown", "too-many-requests")
    texts = {"description": "The text", "content": {media: {"schema": {"type": "string"}} for media in MEDIA}}

    @lru_cache(maxsize=1)
    def catalogue() -> Catalogue:
        return Catalogue(library)

    @lru_cache(maxsize=64)
    def tree(resource: Resource, name: str) -> Tree:
        return tree_of(library, resource, name)

    @api.get("", operation_id="dts", responses={200: EntryReply}, strict_slashes=False)
    def entry() -> Response:
        """Find the DTS endpoints"""
        return linked(Replies(catalogue(), addresses()).entry())

    @api.get(
        "/collection", operation_id="dtsCollection", responses={200: CollectionReply, **wrong}, strict_slashes=False
    )
    def collection(query: CollectionQuery) -> Response:
        """List what is held, as collections and resources

        A chapter is a collection; each witness of it is a resource. `page` divides the members; without it all are
        listed.
        """
        one = catalogue().find(query.id) if query.id else catalogue().root
        return linked(Replies(catalogue(), addresses()).collection(one, query.nav, query.page))

    @api.get(
        "/navigation", operation_id="dtsNavigation", responses={200: NavigationReply, **wrong}, strict_slashes=False
    )
    def navigation(query: NavigationQuery) -> Response:
        """List the passages of a resource

        Phases and clauses, or pages with `tree=page`. `page` divides the members; without it all are listed.
        """
        resource = catalogue().resource(query.resource)
        own = tree(resource, query.tree or "")
        span = own.span(query.ref, query.start, query.end)
        if query.down is None and not (span.ref or span.start):
            raise unfit("down", "Give down, ref, or start and end.")
        if query.down == 0 and not span.ref:
            raise unfit("down", "It may be 0 only with ref.")
        members = None
        if query.down is not None:
            members = own.siblings(span.ref) if span.ref and query.down == 0 else own.within(span, query.down)
        asked = query.model_dump(exclude_none=True)
        return linked(Replies(catalogue(), addresses()).navigation(resource, span, members, asked))

    @api.get("/document", operation_id="dtsDocument", responses={200: texts, **wrong}, strict_slashes=False)
    def document(query: DocumentQuery) -> Response:
        """Read a resource, or passages of it

        The witness's base text with its commentary, in TEI or as plain text; of a part, in a `dts:wrapper`.
        """
        resource = catalogue().resource(query.resource)
        media = query.media_type or MEDIA[0]
        if media not in MEDIA:
            raise TextUnknown(f"{resource.identifier} is not given as “{media}”, but as {' or '.join(MEDIA)}.")
        partly = query.ref or query.start or query.end
        own = tree(resource, (query.tree or "") if partly else "")
        body = passages.document(resource, own, own.span(query.ref, query.start, query.end), media)
        response = Response(body, content_type=f"{media}; charset=utf-8")
        response.headers["Link"] = f'<{addresses().asked("collection", id=resource.identifier)}>; rel="collection"'
        response.headers["Cache-Control"] = REVALIDATE
        response.vary.add("Host")
        return response

    return api


def addresses() -> Addresses:
    """The endpoints' addresses under the one that was asked at."""
    return Addresses(f"{request.url_root.rstrip('/')}/dts")


def linked(reply: BaseModel) -> Response:
    """A reply as JSON-LD; what was not set is left out."""
    response = Response(reply.model_dump_json(by_alias=True, exclude_unset=True), content_type="application/ld+json")
    response.headers["Cache-Control"] = REVALIDATE
    response.vary.add("Host")
    return response
