"""What several test files need."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material that may lie beside a checkout; tests that need it are skipped where it does not."""
    folder = ROOT.parent / "shared"
    if not (folder / "seeds").is_dir():
        pytest.skip("the reference material (../shared) is not beside this checkout")
    return folder
