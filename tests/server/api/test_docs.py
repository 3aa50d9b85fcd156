"""The documentation on the server."""

import re

import pytest

from jungle.server.api import pages
from tests.server.harness.clients import Client


def test_the_documentation_is_served_if_it_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "site_files", lambda folder: {"index.html": lambda: b"read this"})
    pages._files.cache_clear()
    try:
        assert pages.has_documentation()
        assert pages._make("docs/index.html").body == b"read this"
    finally:
        pages._files.cache_clear()


def test_the_api_page_loads_nothing_from_other_sites(nobody: Client) -> None:
    answer = nobody.request("GET", "/api/docs")
    assert answer.status == 200
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert re.findall(r'(?:src|href)="([^"]*)"', answer.text) == ["/api/docs/style.css", "/api/openapi.json"]
    assert "<script" not in answer.text
    for words in ("POST /api/challenge/{user_name}", "Find an opponent", "rating_low"):
        assert words in answer.text
    assert nobody.request("GET", "/api/docs/style.css").headers["content-type"].startswith("text/css")
