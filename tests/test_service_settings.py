"""The settings: one table, read once, errors that name key and value."""

from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from service.settings import SETTINGS, SettingInvalid, Settings, unknown


def test_every_field_has_a_row_and_every_row_a_field() -> None:
    assert sorted(setting.field for setting in SETTINGS) == sorted(field.name for field in fields(Settings))
    assert all(setting.key.startswith("WENLI_") and setting.help.endswith(".") for setting in SETTINGS)


def test_defaults() -> None:
    settings = Settings.read({})
    assert (settings.host, settings.port, settings.threads, settings.workers) == ("127.0.0.1", 8000, 3, 1)
    assert settings.home.name == ".wenli"
    assert settings.packs == settings.home / "packs"
    assert (settings.rate_limit, settings.cors_origins, settings.log_questions) == ("", (), False)


def test_values_are_read() -> None:
    settings = Settings.read(
        {
            "WENLI_HOME": "/srv/wenli",
            "WENLI_RATE_LIMIT": "60 / Minute",
            "WENLI_CORS_ORIGINS": "https://a.example/, http://b.example:8080",
            "WENLI_LOG_QUESTIONS": "ON",
        }
    )
    assert settings.packs == Path("/srv/wenli/packs")
    assert settings.rate_limit == "60/minute"
    assert settings.cors_origins == ("https://a.example", "http://b.example:8080")
    assert settings.log_questions is True


def test_plain_host_and_port_win() -> None:
    settings = Settings.read({"WENLI_PORT": "9000", "PORT": "9001", "HOST": "0.0.0.0", "WENLI_HOST": ""})
    assert (settings.host, settings.port) == ("0.0.0.0", 9001)


def test_an_empty_variable_is_not_set() -> None:
    assert Settings.read({"WENLI_PORT": " ", "PORT": ""}).port == 8000


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("WENLI_PORT", "65536"),
        ("WENLI_PORT", "-1"),
        ("WENLI_PORT", "8000x"),
        ("WENLI_PORT", "９０"),
        ("PORT", "http"),
        ("WENLI_HOST", "a b"),
        ("WENLI_THREADS", "0"),
        ("WENLI_WORKERS", "1e3"),
        ("WENLI_RATE_LIMIT", "lots"),
        ("WENLI_RATE_LIMIT", "0/minute"),
        ("WENLI_CORS_ORIGINS", "example.org"),
        ("WENLI_CORS_ORIGINS", "https://a.example/path"),
        ("WENLI_MAX_BODY", "10"),
        ("WENLI_LOG_LEVEL", "loud"),
        ("WENLI_LOG_QUESTIONS", "perhaps"),
    ],
)
def test_errors_name_the_key_and_the_value(key: str, value: str) -> None:
    with pytest.raises(SettingInvalid, match="expected") as caught:
        Settings.read({key: value})
    assert key in str(caught.value)
    assert value in str(caught.value)


def test_settings_are_frozen() -> None:
    settings = Settings.read({})
    with pytest.raises(FrozenInstanceError):
        settings.port = 1  # type: ignore[misc]


def test_unknown_variables_are_found_with_the_nearest_key() -> None:
    assert unknown({"WENLI_RATELIMIT": "1", "PATH": "/", "WENLI_PORT": "1"}) == {"WENLI_RATELIMIT": "WENLI_RATE_LIMIT"}
