"""Accounts in the browser: signing up and in, guests, settings that follow, the export, leaving."""

import contextlib
import json
import re
import secrets
import sqlite3
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from pyotp.totp import TOTP

from tests.server.harness.clients import PASSWORD, Client
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import begin, move, moves_of, sees

SOON_MS = 400
"""Longer than the page waits before it asks what has changed."""
PERMITTED = """Notification.requestPermission = async () => "granted";
Object.defineProperty(Notification, "permission", { get: () => "granted" });"""
"""Notifications are permitted, which Chromium without windows cannot do by itself."""


def enter(page: Any, name: str, password: str, button: str) -> None:
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label("Password", exact=True).first.fill(password)
    page.get_by_role("button", name=button, exact=True).click()


def log_out(page: Any, name: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{name}")).click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").wait_for()


def hold(page: Any, address: str) -> list[Any]:
    """Requests to an address are kept until the test lets them go."""
    held: list[Any] = []

    def keep(route: Any) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def test_signing_up_logging_out_and_in(person: NewPerson) -> None:
    newcomer = person(None)
    name = f"小虎{secrets.randbelow(1_000_000)}"  # Another one if the test is tried again on the same server.
    page = newcomer.open("#/")
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("radio", name="Sign up").check()
    enter(page, name, PASSWORD, "Sign up")
    page.wait_for_selector(".view-lobby")  # The menu of the account closes when another view opens.
    page.get_by_role("button", name=name).wait_for()
    newcomer.may_lose_connection = True  # The browser itself notes every answer of status 401.
    log_out(page, name)
    page.goto(f"{newcomer.site.url}/#/login?next=%23/puzzles")
    enter(page, name, "wrong password", "Log in")
    page.get_by_text("Wrong name or password.").wait_for()
    enter(page, name, PASSWORD, "Log in")
    page.wait_for_url("**/#/puzzles")
    page.get_by_role("button", name=name).wait_for()


def test_no_request_is_sent_for_an_account_after_logging_out(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/lobby")
    page.get_by_role("button", name=somebody.name).click()
    held = hold(page, "**/api/logout")
    with page.expect_request("**/api/logout"):
        page.get_by_role("button", name="Log out").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/api/")[2]))
    page.evaluate("location.hash = '#/rules'")  # Wherever somebody goes, the page asks soon what waits for them.
    page.wait_for_timeout(SOON_MS)
    held.pop().continue_()
    page.get_by_role("link", name="Log in").wait_for()
    page.wait_for_timeout(SOON_MS)
    assert "session" in asked
    assert "notices" not in asked


def test_a_setting_is_stored_before_the_session_ends(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    held = hold(page, "**/api/account/settings")
    with page.expect_request("**/api/account/settings"):
        page.get_by_role("radio", name="Dark").check()
    page.get_by_role("button", name=somebody.name).click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_timeout(200)
    held.pop().continue_()
    page.get_by_role("link", name="Log in").wait_for()
    assert somebody.api.get("/api/account")["settings"]["look"] == "dark"


def test_a_failed_logout_keeps_the_session(person: NewPerson) -> None:
    somebody = person()
    somebody.may_lose_connection = True
    page = somebody.open("#/rules")
    page.route("**/api/logout", lambda route: route.abort())
    page.get_by_role("button", name=somebody.name).click()
    page.get_by_role("button", name="Log out").click()
    page.locator("#toasts").get_by_text("not responding").wait_for()
    page.get_by_role("button", name=somebody.name).wait_for()
    page.unroute("**/api/logout")
    log_out(page, somebody.name)


def test_the_tabs_of_a_browser_are_one_person(person: NewPerson) -> None:
    ann, bob, other = person(), person(), person()
    ann.may_lose_connection = True  # What one tab asks while another logs out is refused, and the browser notes that.
    game = begin(ann, bob)
    settings, messages = ann.open("#/settings", ann.new_page()), ann.open("#/messages", ann.new_page())
    log_out(settings, ann.name)
    for page in (ann.page, messages):
        page.get_by_role("link", name="Log in").first.wait_for()
    messages.get_by_text("You need an account for messages.").wait_for()
    ann.page.wait_for_selector(".cell.own", state="detached")
    # Somebody else: no tab acts for one and speaks for the other.
    ann.open("#/login", settings)
    enter(settings, other.name, PASSWORD, "Log in")
    ann.page.get_by_role("button", name=other.name).wait_for()
    assert ann.page.query_selector_all(".cell.own") == []
    log_out(settings, other.name)
    ann.page.get_by_role("link", name="Log in").wait_for()
    ann.open("#/login", settings)
    enter(settings, ann.name, PASSWORD, "Log in")
    ann.page.wait_for_selector(".cell.own")
    move(ann, "a3a4")
    sees(bob, "a3a4")
    assert moves_of(bob, game) == ["a3a4"]


def test_logging_out_of_a_session_that_has_ended(person: NewPerson) -> None:
    somebody = person()
    somebody.may_lose_connection = True  # The browser itself notes every answer of status 401.
    page = somebody.open("#/rules")
    page.get_by_role("button", name=somebody.name).click()
    page.route("**/api/live", lambda route: route.abort())
    page.evaluate("fetch('/api/logout', {method: 'POST'})")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").wait_for()


def test_logging_in_never_redirects_to_another_site(person: NewPerson) -> None:
    account, somebody = person(), person(None)
    page = somebody.open("#/login?next=https%3A%2F%2Fexample.org")
    enter(page, account.name, PASSWORD, "Log in")
    page.wait_for_url("**/#/lobby")


def test_a_guest_plays_immediately(person: NewPerson) -> None:
    page = person(None).open("#/lobby")
    page.get_by_role("button", name="5+3 Blitz").click()
    page.get_by_role("button", name=re.compile("^guest", re.IGNORECASE)).wait_for()
    page.locator(".quick-tile[aria-pressed=true]").wait_for()
    assert page.get_by_role("switch", name="Rated").is_hidden()
    page.get_by_role("button", name="5+3 Waiting…").click()
    page.get_by_role("button", name="5+3 Blitz").wait_for()


def test_settings_follow_the_account(person: NewPerson) -> None:
    somebody = person(settings={"theme": "night", "pieces": "letters"})
    page = somebody.open("#/settings")
    wait_until(lambda: somebody.api.get("/api/account")["settings"].get("theme") == "night", "storing the settings")
    page.get_by_role("radio", name="Lacquer").check()
    wait_until(lambda: somebody.api.get("/api/account")["settings"]["theme"] == "lacquer", "storing the change")
    other = person(None)
    other.open("#/login")
    enter(other.page, somebody.name, PASSWORD, "Log in")
    other.page.wait_for_url("**/#/lobby")
    kept = "JSON.parse(localStorage.getItem('jungle.settings'))"
    wait_until(lambda: other.page.evaluate(kept)["theme"] == "lacquer", "the settings of the account")
    assert other.page.evaluate(kept)["pieces"] == "letters"


def test_all_data_can_be_exported(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    with page.expect_download() as found:
        page.get_by_role("button", name="Download everything").click()
    assert found.value.suggested_filename == f"jungle-{somebody.name}.json"
    assert json.loads(Path(found.value.path()).read_text("utf-8"))["account"]["name"] == somebody.name


def open_fold(page: Any, name: str) -> Any:
    fold = page.locator("details").filter(has=page.get_by_text(name, exact=True))
    fold.locator("summary").click()
    return fold


def test_password_and_address_are_changed(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    fold = open_fold(page, "Email address")
    fold.get_by_label("Email address").fill("me@example.org")
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_role("button").click()
    page.get_by_text("We've sent a link to me@example.org.").wait_for()
    assert somebody.api.get("/api/account")["pendingMail"] == "me@example.org"
    fold = open_fold(page, "Change password")
    fold.get_by_label("Password", exact=True).fill(PASSWORD)
    fold.get_by_label("New password").fill("another password")
    fold.get_by_role("button").click()
    page.get_by_text("Your password has been changed.").wait_for()
    page.reload()
    page.get_by_role("button", name=somebody.name).wait_for()


def test_a_forgotten_password_can_be_reset(person: NewPerson) -> None:
    somebody = person()
    address = f"{somebody.name}@example.org"
    somebody.api.post("/api/account/address", {"mail": address, "password": PASSWORD})
    token = _mailed(somebody.site, address)[0].partition("token=")[2]
    somebody.api.post("/api/confirm", {"token": token})
    stranger = person(None)
    page = stranger.open("#/login")
    page.get_by_text("Forgot your password?").click()
    form = page.locator(".forgotten form")
    form.get_by_label("Name").fill(somebody.name)
    form.get_by_role("button").click()
    page.get_by_text("a link is on its way").last.wait_for()
    stranger.open(reset_route(somebody))
    page.get_by_label("New password").fill("a new password")
    page.get_by_role("button", name="Change password").click()
    page.wait_for_url("**/#/login")
    enter(page, somebody.name, "a new password", "Log in")
    page.wait_for_url("**/#/lobby")


def reset_route(somebody: Person) -> str:
    """The link of the email that waits to be sent; it is written after the answer."""
    return str(wait_until(lambda: _mailed(somebody.site, f"{somebody.name}@example.org", "reset"), "a link")[-1])


def test_browser_notifications_are_opt_in(person: NewPerson) -> None:
    somebody = person()
    somebody.page.add_init_script(PERMITTED)
    page = somebody.open("#/settings")
    switch = page.get_by_role("switch", name="Notifications on this device")
    expect(switch).not_to_be_checked()
    switch.check()
    page.reload()
    page.get_by_role("switch", name="Notifications on this device", checked=True).wait_for()


def test_closing_an_account_is_confirmed_first(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    page.get_by_role("button", name="Delete account").click()
    page.keyboard.press("Escape")
    assert somebody.api.get("/api/account")["name"] == somebody.name
    page.get_by_role("button", name="Delete account").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete account").click()
    page.get_by_role("link", name="Log in").wait_for()
    assert somebody.site.sign_up().request("GET", f"/api/user/{somebody.name}").status == 404


def test_other_sessions_are_listed_and_ended(person: NewPerson) -> None:
    somebody = person()
    laptop, phone = person(None), person(None)
    for device in (laptop, phone):
        device.may_lose_connection = True  # Its socket is closed by the server.
        device.open("#/login")
        enter(device.page, somebody.name, PASSWORD, "Log in")
        device.page.wait_for_url("**/#/lobby")
    page = somebody.open("#/settings")
    fold = open_fold(page, "Logged-in browsers")
    rows = fold.locator("li")
    rows.filter(has_text="this browser").wait_for()
    before = rows.count()
    phone_row = rows.filter(has_not_text="this browser").first  # The newest.
    phone_row.get_by_role("button").click()
    wait_until(lambda: rows.count() == before - 1, "one session less")
    phone.page.get_by_role("link", name="Log in").wait_for()
    laptop.page.get_by_role("button", name=somebody.name).wait_for()
    fold.get_by_role("button", name="Log out all others").click()
    laptop.page.get_by_role("link", name="Log in").wait_for()
    wait_until(lambda: rows.count() == 1, "no other session")
    wait_until(lambda: fold.get_by_role("button").count() == 0, "nothing left to end")


def test_a_token_is_made_shown_once_and_revoked(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    fold = open_fold(page, "API tokens")
    fold.get_by_label("Description").fill("<b>my script</b>")
    fold.get_by_role("checkbox", name="send and accept challenges").uncheck()
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_role("button", name="Create token").click()
    dialog = page.get_by_role("dialog", name="Your new token")
    secret = dialog.get_by_role("textbox").input_value()
    program = Client(somebody.site.server, somebody.name, secret)
    assert program.get("/api/account")["name"] == somebody.name
    assert program.refused("/api/challenge") == (403, "scope")
    dialog.get_by_role("button", name="Close").click()
    row = fold.locator("li")
    expect(row).to_contain_text("<b>my script</b>", use_inner_text=True)
    assert secret not in page.content()
    row.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    row.wait_for(state="detached")
    assert program.refused("/api/account", method="GET") == (401, "token")


def test_a_vacation_is_taken_and_ended(person: NewPerson) -> None:
    ann, ben = person(), person()
    game = ann.api.challenge(ben.api, days=1)
    deadline = ann.api.get(f"/api/game/{game}")["clock"]["deadline"]
    page = ann.open("#/settings")
    fold = open_fold(page, "Vacation")
    fold.get_by_text("Left this year: 30 days.").wait_for()
    fold.get_by_label("Duration").select_option("7")
    fold.get_by_role("button", name="Go on vacation").click()
    fold.get_by_text("You are on vacation until").wait_for()
    fold.get_by_text("Left this year: 23 days.").wait_for()
    assert ann.api.get(f"/api/game/{game}")["clock"]["deadline"] == deadline + 7 * 86_400_000
    fold.get_by_role("button", name="I'm back").click()
    fold.get_by_role("button", name="Go on vacation").wait_for()


def test_a_mail_password_is_made_and_revoked(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    fold = open_fold(page, "Play-by-email password")
    fold.get_by_label("Password").fill("wrong password")
    somebody.may_lose_connection = True  # The browser notes the refusal.
    fold.get_by_role("button", name="Create play-by-email password").click()
    fold.get_by_text("Wrong name or password.").wait_for()
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_role("button", name="Create play-by-email password").click()
    dialog = page.get_by_role("dialog", name="Play-by-email password")
    expect(dialog.get_by_role("textbox")).to_have_value(re.compile(".{12}"))
    dialog.get_by_role("button", name="Close").click()
    assert somebody.api.get("/api/account")["hasMailPassword"]
    fold.get_by_role("button", name="Revoke").click()
    fold.get_by_role("button", name="Create play-by-email password").wait_for()
    assert not somebody.api.get("/api/account")["hasMailPassword"]


def _mailed(site: Site, address: str, view: str = "confirm") -> list[str]:
    """The links that wait to be emailed to an address."""
    with contextlib.closing(sqlite3.connect(site.data / "server.sqlite", timeout=60)) as database:
        bodies = database.execute("SELECT body FROM outbox WHERE address = ? ORDER BY id", [address]).fetchall()
    return [found[0] for (body,) in bodies if (found := re.findall(rf"/(#/{view}\?\S+)", body))]


def test_an_address_is_confirmed_by_its_link(person: NewPerson, online: Site) -> None:
    somebody = person()
    address = f"{somebody.name}@example.org"
    page = somebody.open("#/settings")
    fold = open_fold(page, "Email address")
    fold.get_by_label("Email address").fill(address)
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_role("button", name="Save").click()
    page.get_by_text(f"We've sent a link to {address}. Open it to confirm the address.").wait_for()
    assert somebody.api.get("/api/account")["mail"] is None
    (link,) = _mailed(online, address)
    somebody.open(link)
    # Email scanners open links too: nothing happens before a click.
    assert somebody.api.get("/api/account")["mail"] is None
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Your address is confirmed.").wait_for()
    assert somebody.api.get("/api/account")["mail"] == address
    somebody.open("#/").reload()
    somebody.open(link)
    somebody.may_lose_connection = True  # The browser notes the refusal.
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("alert").get_by_text("no longer valid").wait_for()


def test_two_step_login_is_turned_on_used_and_turned_off(person: NewPerson) -> None:
    somebody = person()
    page = somebody.open("#/settings")
    fold = open_fold(page, "Two-step login")
    fold.get_by_text("Two-step login is off.").wait_for()
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_role("button", name="Set up").click()
    fold.get_by_role("img", name="QR code for your authenticator app").wait_for()
    secret = fold.get_by_label("Key").input_value().replace(" ", "")
    fold.get_by_label("Code", exact=True).fill(TOTP(secret).now())
    fold.get_by_role("button", name="Turn on").click()
    dialog = page.get_by_role("dialog", name="Recovery codes")
    dialog.get_by_role("listitem").first.wait_for()
    codes = dialog.get_by_role("listitem").all_inner_texts()
    assert len(codes) == 10
    dialog.get_by_role("button", name="Close").last.click()
    fold.get_by_text("Two-step login is on.").wait_for()
    log_out(page, somebody.name)
    somebody.open("#/login")
    somebody.may_lose_connection = True  # The browser notes that the first step alone is refused.
    enter(page, somebody.name, PASSWORD, "Log in")
    page.get_by_text("Enter the code from your authenticator app to log in.").wait_for()
    page.get_by_label("Code", exact=True).fill("000000")
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_text("This code is wrong or has already been used.").wait_for()
    page.get_by_label("Code", exact=True).fill(codes[0])
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("button", name=re.compile(f"^{somebody.name}")).wait_for()
    somebody.open("#/settings")
    fold = open_fold(page, "Two-step login")
    fold.get_by_text("1 wrong code has been entered with your password").wait_for()
    fold.get_by_label("Password").fill(PASSWORD)
    fold.get_by_label("Code", exact=True).fill(codes[1])
    fold.get_by_role("button", name="Turn off").click()
    fold.get_by_text("Two-step login is off.").wait_for()
