"""Wenli's application for another WSGI server: ``granian --interface wsgi benchmarks.peers.wenli_wsgi:app``."""

from __future__ import annotations

import os

from service.http.app import create_app
from service.settings import Settings
from service.wenli import open_wenli

_settings = Settings.read(os.environ)
app = create_app(_settings, open_wenli(_settings))
