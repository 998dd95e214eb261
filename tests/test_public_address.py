"""Links name the address of the settings, whatever a request calls the service."""

import pytest
from service_stand_ins import client_of

from service.settings import SettingInvalid, Settings

FORGED = {"Host": "evil.example", "X-Forwarded-Proto": "http"}
ADDRESS = "https://wenli.example"
PATHS = (
    "/read/5.1.1?lang=en",
    "/docs?lang=en",
    "/widget?lang=en",
    "/v1/cite/5.1.1?style=ris",
    "/dts/",
    "/dts/collection/",
)


@pytest.mark.parametrize("path", PATHS)
def test_pages_citations_and_dts_name_the_public_address(path: str) -> None:
    client = client_of(WENLI_PUBLIC_URL=ADDRESS, WENLI_PROXIES="1")
    reply = client.get(path, headers=FORGED)
    text = reply.get_data(as_text=True)
    assert reply.status_code == 200
    assert "evil.example" not in text and f"{ADDRESS}/" in text
    assert "evil.example" in client_of().get(path, headers=FORGED).get_data(as_text=True), "the path shows an address"


def test_markers_in_a_chat_are_links_to_the_public_address() -> None:
    asked = {"model": "wenli", "messages": [{"role": "user", "content": "主人戒賓"}]}
    told = client_of(WENLI_PUBLIC_URL=f"{ADDRESS}/").post("/v1/chat/completions", json=asked, headers=FORGED)
    content = told.get_json()["choices"][0]["message"]["content"]
    assert f"({ADDRESS}/read/" in content and "evil.example" not in told.get_data(as_text=True)


@pytest.mark.parametrize(
    "value", ["wenli.example", "ftp://wenli.example", "https://a.example/wenli", "https://:@a.example", "https://a:x"]
)
def test_what_is_no_address_of_a_host_is_refused(value: str) -> None:
    with pytest.raises(SettingInvalid, match="WENLI_PUBLIC_URL"):
        Settings.read({"WENLI_PUBLIC_URL": value})
