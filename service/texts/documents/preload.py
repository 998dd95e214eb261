"""Imported by the server of forks alone: loads the texts once, and each process for a document is born with them."""

from __future__ import annotations

import gc
import os
from contextlib import suppress

from corpus.errors import WenliError
from service.settings import Settings
from service.texts.documents.room import judge_of

with suppress(WenliError, OSError):  # what cannot be loaded here is told by the process that needs it
    judge_of(Settings.read(os.environ).packs)
gc.freeze()
