"""Every view on every screen: nothing is cut off, covered, broken within a word or wider than the screen."""

import pytest
from tools.web_layout import SIZES, VIEWS, faults_of

from jungle.language import Translator
from tests.web.browser.conftest import OpenPage


@pytest.mark.parametrize(
    ("view", "language"), [*((view, "en") for view in VIEWS), ("end", "zh"), ("review", "zh"), ("setup", "zh-Hant")]
)
def test_a_view_is_laid_out_without_fault(open_page: OpenPage, view: str, language: str) -> None:
    page = open_page(f"#/{VIEWS[view].route}", language=language)
    if act := VIEWS[view].act:
        act(page, Translator(language))
    assert {size: found for size in SIZES if (found := faults_of(page, size))} == {}


def test_faults_are_found(open_page: OpenPage) -> None:
    page = open_page("#/rules")
    assert faults_of(page, (360, 640)) == []
    page.locator("h1").evaluate("each => { each.style.width = '2rem'; each.style.overflowWrap = 'anywhere'; }")
    page.locator(".panel").first.evaluate("each => { each.style.height = '2rem'; }")
    found = "\n".join(faults_of(page, (360, 640)))
    assert "a word is broken: “Rules”" in found
    assert "higher than its box: section.panel" in found
    page.locator(".page").evaluate("each => { each.style.width = '50rem'; }")
    assert any("wider than the screen" in fault for fault in faults_of(page, (360, 640)))
