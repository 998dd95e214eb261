"""Where citations of editions lead: a page as it is printed, large characters and small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response

from service.contract.edition_wire import edition_page
from service.web.page import page

if TYPE_CHECKING:
    from service.wenli import Wenli


def blueprint(wenli: Wenli) -> Blueprint:
    """The pages of the editions that were added."""
    site = Blueprint("edition_pages", __name__)

    @site.get("/editions/<leaf>")
    def edition(leaf: str) -> Response:
        """One page of an edition."""
        return page("edition.html", leaf=edition_page(wenli.editions, wenli.library, leaf))

    return site
