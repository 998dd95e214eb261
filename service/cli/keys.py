"""Commands for API keys: add, list, revoke. A running service follows them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.run import settings_of

if TYPE_CHECKING:
    from service.http.access.keys import Keys


def add(
    name: Annotated[str, typer.Argument(help="Who it is for; to tell keys apart later.")],
    limit: Annotated[str, typer.Option(help="A rate of its own, such as 600/minute; WENLI_RATE_LIMIT else.")] = "",
) -> None:
    """Make a key and print it. It is printed this once: only its hash is kept.

    `wenli keys add "the library" --limit 600/minute`
    """
    from service.setting_values import rate
    from service.settings import SettingInvalid

    try:
        own = rate(limit) if limit else ""
    except ValueError:
        raise SettingInvalid("--limit", limit, "a number per second, minute, hour or day, such as 60/minute") from None
    print(_keys().add(name, own))


def show() -> None:
    """List the keys: id, day, limit, name. What is listed opens nothing.

    `wenli keys list`
    """
    for key in _keys().all():
        print(f"{key.id}  {key.created[:10]}  {key.limit or '-':<14}  {key.name}")


def revoke(id: Annotated[str, typer.Argument(help="The id that `wenli keys list` shows.")]) -> None:
    """End a key, at once.

    `wenli keys revoke 0a1b2c3d`
    """
    key = _keys().revoke(id)
    print(f"The key {key.id} of {key.name} is revoked.")


def _keys() -> Keys:
    from service.http.access.keys import Keys

    return Keys(settings_of().home)
