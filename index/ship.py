"""Ship the vectors of the index in use with the project: ``python -m index.ship``."""

from __future__ import annotations

import json
import os
from pathlib import Path

from corpus import library as libraries
from index.build import open_index, vectors_in_use
from index.encoder import open_encoder
from index.shipped import SHIPPED, write_shipped


def main() -> None:
    """Ship the vectors of the index in use, which must be up to date."""
    home = Path(os.environ.get("WENLI_HOME") or ".wenli")
    encoder = open_encoder("", home)
    open_index(libraries.load(), encoder, home / "index")  # refuses an index of other texts
    vectors = vectors_in_use(home / "index", encoder)
    write_shipped(encoder.fingerprint, vectors)
    print(json.dumps({"texts": len(vectors), "bytes": SHIPPED.stat().st_size}))


if __name__ == "__main__":
    main()
