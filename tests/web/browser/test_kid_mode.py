"""Kid mode without a server: a PIN locks the app, and opens it again."""

from typing import Any

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, Axe, OpenPage

PIN = "2468"


def start_kid_mode(page: Any) -> None:
    page.get_by_role("button", name="Turn on kid mode").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("PIN", exact=True).fill(PIN)
    dialog.get_by_label("PIN again").fill(PIN)
    dialog.get_by_role("button", name="Turn on kid mode").click()
    expect(page.get_by_text("Kid mode is on. The PIN turns it off.")).to_be_visible()


def leave_kid_mode(page: Any, pin: str) -> None:
    if not page.get_by_role("dialog").count():
        page.get_by_role("button", name="Leave kid mode").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("PIN").fill(pin)
    dialog.get_by_role("button", name="Leave kid mode").click()


def test_the_pin_is_asked_for_twice(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    page.get_by_role("button", name="Turn on kid mode").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("PIN", exact=True).fill(PIN)
    dialog.get_by_label("PIN again").fill("1357")
    dialog.get_by_role("button", name="Turn on kid mode").click()
    expect(dialog.get_by_role("alert")).to_have_text("The two PINs don't match.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Turn on kid mode")).to_be_visible()


def test_kid_mode_survives_a_reload_and_ends_with_the_pin(open_page: OpenPage) -> None:
    page = open_page("#/settings", size=PHONE, touch=True)
    expect(page.get_by_role("radio", name="English")).to_be_attached()
    start_kid_mode(page)
    expect(page.get_by_role("radio", name="English")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Kid mode is on. The PIN turns it off.")).to_be_visible()
    leave_kid_mode(page, "1111")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Wrong PIN.")
    leave_kid_mode(page, PIN)
    expect(page.get_by_role("radio", name="English")).to_be_attached()
    page.reload()
    expect(page.get_by_role("button", name="Turn on kid mode")).to_be_visible()


def test_after_five_wrong_pins_one_has_to_wait(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    start_kid_mode(page)
    for _ in range(4):
        leave_kid_mode(page, "1111")
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text("Wrong PIN.")
    leave_kid_mode(page, "1111")
    told = page.get_by_role("dialog").get_by_role("alert")
    expect(told).to_have_text("Too many wrong PINs. Try again in 1 minute.")
    page.reload()
    leave_kid_mode(page, PIN)
    expect(told).to_have_text("Too many wrong PINs. Try again in 1 minute.")


def test_kid_mode_hides_ways_in_and_out(open_page: OpenPage) -> None:
    page = open_page("#/settings")
    start_kid_mode(page)
    menu = page.get_by_role("navigation", name="Menu")
    expect(menu.get_by_role("link", name="Puzzles")).to_be_visible()
    expect(menu.get_by_role("link", name="Editor")).to_have_count(0)
    page.evaluate("location.hash = '#/editor'")
    expect(page.locator(".view-home")).to_be_visible()
    expect(page.get_by_role("link", name="Editor")).to_have_count(0)
    page.evaluate("location.hash = '#/analyse?moves=a3a4'")
    page.locator(".view-analyse").get_by_role("button", name="More").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Turn board")).to_be_visible()
    for name in ("Paste", "Share", "Copy", "Download", "Picture"):
        expect(dialog.get_by_role("button", name=name)).to_have_count(0)


def test_kid_mode_is_accessible(open_page: OpenPage, axe: Axe) -> None:
    for look in ("light", "dark"):
        page = open_page("#/settings", look=look, size=PHONE)
        page.get_by_role("button", name="Turn on kid mode").click()
        assert axe(page) == []
        page.keyboard.press("Escape")
        start_kid_mode(page)
        assert axe(page) == []
