"""Families in the browser: cards, guardians, what a child sees, kid mode, and progress that follows the account."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.harness.clients import PASSWORD
from tests.web.browser.conftest import DESK, PHONE, Axe
from tests.web.browser.online.accounts import add_child, enter
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import UNRATED, control, look_at, move, sees, wait_for_table

PIN = "2468"


def change(guardian: Person, name: str, **choices: Any) -> None:
    answer = guardian.context.request.put(f"{guardian.site.url}/api/family/{name}", data=choices)
    assert answer.status == 200, answer.text()


def friendly(name: str) -> str:
    """The name as people read it: Brave Otter 27."""
    return " ".join(part.capitalize() for part in name.split("-"))


def choose_pictures(page: Any, pictures: list[str]) -> None:
    for each in pictures:
        page.get_by_role("button", name=each.capitalize(), exact=True).click()


def in_two_hours() -> dict[str, Any]:
    """Hours that are not now: an hour that begins in two."""
    soon = datetime.now(UTC) + timedelta(hours=2)
    begins = soon.hour * 60 + soon.minute
    return {"from": begins, "to": (begins + 60) % 1440, "zone": "UTC"}


class TestCards:
    def test_pictures_log_in_on_a_phone(self, person: NewPerson) -> None:
        made = add_child(person())
        child = person(None, size=PHONE, touch=True)
        page = child.open("#/login")
        page.get_by_role("link", name="Log in with my card").click()
        page.get_by_label("Name on the card").fill(friendly(made["card"]["name"]))
        choose_pictures(page, made["card"]["pictures"])
        expect(page.get_by_role("heading", name="Play together")).to_be_visible()
        expect(page.get_by_role("button", name=friendly(made["card"]["name"]))).to_be_visible()

    def test_the_keyboard_is_enough(self, person: NewPerson) -> None:
        made = add_child(person())
        page = person(None).open("#/card")
        page.get_by_label("Name on the card").focus()
        page.keyboard.type(made["card"]["name"])
        for each in made["card"]["pictures"]:
            page.get_by_role("button", name=each.capitalize(), exact=True).focus()
            page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Play together")).to_be_visible()

    def test_wrong_pictures_are_refused_and_chosen_again(self, person: NewPerson) -> None:
        made = add_child(person())
        child = person(None)
        child.may_lose_connection = True  # The browser itself notes every answer of status 401.
        page = child.open("#/card")
        page.get_by_label("Name on the card").fill(made["card"]["name"])
        right = made["card"]["pictures"]
        choose_pictures(page, ["apple" if right[0] != "apple" else "ball", *right[1:]])
        expect(page.get_by_role("alert")).to_contain_text("Wrong name or pictures")
        choose_pictures(page, [*right[:2], "moon"])
        page.get_by_role("button", name="Take back").click()
        choose_pictures(page, right[2:])
        expect(page.get_by_role("heading", name="Play together")).to_be_visible()

    def test_the_link_logs_in_and_leaves_no_secret(self, person: NewPerson) -> None:
        made = add_child(person())
        child = person(None, size=PHONE, touch=True)
        secret = made["card"]["url"].rpartition("/")[2]
        page = child.open(f"#/card/{secret}")
        expect(page.get_by_role("heading", name="Play together")).to_be_visible()
        page.go_back()
        assert secret not in page.url

    def test_a_replaced_card_does_not_log_in(self, person: NewPerson) -> None:
        guardian = person()
        made = add_child(guardian, label="Mia")
        page = guardian.open("#/family")
        page.get_by_role("button", name="New card").click()
        page.get_by_role("dialog").get_by_role("button", name="New card").click()
        expect(page.locator(".login-card")).to_contain_text(friendly(made["card"]["name"]))
        child = person(None)
        child.may_lose_connection = True  # The browser itself notes every answer of status 401.
        child.open(f"#/card/{made['card']['url'].rpartition('/')[2]}")
        expect(child.page.get_by_role("alert")).to_contain_text("This card no longer works")

    def test_a_logged_in_user_is_asked_first(self, person: NewPerson) -> None:
        made = add_child(person())
        other = person()
        page = other.open(f"#/card/{made['card']['url'].rpartition('/')[2]}")
        expect(page.get_by_text(f"You are logged in as {other.name}.")).to_be_visible()
        page.get_by_role("button", name="Use this card").click()
        expect(page.get_by_role("heading", name="Play together")).to_be_visible()


class TestGuardians:
    def test_adding_a_child_shows_its_card_once(self, person: NewPerson) -> None:
        guardian = person()
        page = guardian.open("#/settings")
        page.get_by_role("link", name="My children").click()
        page.get_by_role("button", name="Add a child").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Your name for the child").fill("Mia")
        dialog.get_by_role("radio", name="Only the computer").check()
        dialog.get_by_role("button", name="Add a child").click()
        card = page.get_by_role("article", name="Login card")
        expect(card.get_by_role("listitem")).to_have_count(4)
        name = card.locator(".sign-in-name").inner_text()
        page.get_by_role("button", name="Print").click()
        assert json.loads(page.evaluate("sessionStorage['jungle.cards']"))[0]["label"] == "Mia"
        page = guardian.open("#/family")
        child = page.get_by_role("region", name="Mia")
        expect(child).to_contain_text(friendly(name))
        child.locator("summary", has_text="Who may play").click()
        expect(child.get_by_role("radio", name="Only the computer")).to_be_checked()

    def test_the_end_of_playing_time_is_announced_kindly(self, person: NewPerson) -> None:
        guardian, child = person(), person(None, size=PHONE, touch=True)
        made = add_child(guardian, label="Mia")
        theirs = enter(child, made)
        expect(theirs.get_by_role("heading", name="Family")).to_be_visible()
        page = guardian.open("#/family")
        mia = page.get_by_role("region", name="Mia")
        mia.get_by_text("Playing times").click()
        mia.get_by_role("switch", name="Only at certain times").check()
        now = datetime.now().astimezone()
        for label, hours in (("From", 2), ("To", 3)):
            mia.get_by_label(label, exact=True).fill(f"{(now.hour + hours) % 24:02}:00")
        mia.get_by_label("Minutes per day").fill("45")
        mia.get_by_role("button", name="Save").first.click()
        expect(mia).to_contain_text("playing time is over for now")
        child.open("#/rules")
        child.open("#/lobby")
        expect(theirs.get_by_role("heading", name="That's it for today")).to_be_visible()
        expect(theirs.get_by_text("You can play again")).to_be_visible()
        theirs.get_by_role("link", name="Puzzles").click()  # The device's own games are not limited.
        expect(theirs.locator(".view-puzzles")).to_be_visible()
        page = guardian.open("#/family")
        page.reload()
        mia.get_by_text("Playing times").click()
        expect(mia.get_by_role("switch", name="Only at certain times")).to_be_checked()
        expect(mia.get_by_label("Minutes per day")).to_have_value("45")
        mia.get_by_role("switch", name="Only at certain times").uncheck()
        mia.get_by_role("button", name="Save").first.click()
        expect(mia).not_to_contain_text("playing time is over for now")
        child.open("#/rules")
        child.open("#/lobby")
        expect(theirs.get_by_text("45 minutes left today")).to_be_visible()

    def test_a_guardian_sees_games_renames_exports_and_deletes(self, person: NewPerson) -> None:
        guardian, child = person(), person(None)
        made = add_child(guardian)
        enter(child, made, "#/rules")
        game = challenge_child(guardian, child, made)
        move(guardian, "c3d3")
        sees(child, "c3d3")
        page = guardian.open("#/family")
        name = friendly(made["card"]["name"])
        panel = page.get_by_role("region", name=name)
        panel.get_by_text("Games", exact=True).click()
        expect(panel.locator(f'a[href="#/game/{game}"]')).to_be_visible()
        panel.get_by_text("Time online").click()
        expect(panel.locator("details[open]")).to_have_count(2)
        panel.get_by_text("Your name for the child").first.click()
        panel.get_by_label("Your name for the child").fill("Tom")
        panel.get_by_role("button", name="Save").last.click()
        tom = page.get_by_role("region", name="Tom")
        expect(tom).to_be_visible()
        tom.get_by_text("Your data").click()
        with page.expect_download() as download:
            tom.get_by_role("button", name="Download everything").click()
        assert json.loads(download.value.path().read_text())
        child.may_lose_connection = True  # Its session ends; the browser itself notes answers of status 401.
        tom.get_by_role("button", name="Delete account").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Your password").fill(PASSWORD)
        dialog.get_by_role("button", name="Delete account").click()
        expect(page.get_by_text("You have not added a child yet.")).to_be_visible()

    def test_visitors_are_told_to_log_in(self, person: NewPerson) -> None:
        page = person(None).open("#/family")
        expect(page.get_by_text("Log in with your own account")).to_be_visible()


def challenge_child(guardian: Person, child: Person, made: dict[str, Any]) -> str:
    """The guardian, as Blue, plays the child: both sit at the table."""
    name = made["card"]["name"]
    answer = guardian.context.request.post(
        f"{guardian.site.url}/api/challenge/{name}", data={**UNRATED, "colour": "blue"}
    )
    assert answer.status == 201, answer.text()
    child.page.evaluate("location.hash = '#/lobby'")
    child.page.get_by_role("button", name="Accept").click()
    wait_for_table(child.page)
    game: str = child.page.url.rpartition("/")[2]
    look_at(guardian, game)
    return game


class TestChildren:
    def test_a_childs_page_has_no_chat_and_no_profiles(self, person: NewPerson) -> None:
        guardian, child = person(), person(None, size=PHONE, touch=True)
        made = add_child(guardian)
        enter(child, made, "#/rules")
        challenge_child(guardian, child, made)
        for each in (guardian, child):
            expect(each.page.locator(".chat input, .chat form")).to_have_count(0)
        assert child.page.locator('a[href^="#/user"]').count() == 0
        assert guardian.page.locator('.strip.above a[href^="#/user"]').count() == 0
        expect(guardian.page.locator(".strip.above")).to_contain_text(friendly(child.name))
        expect(child.page.locator(".strip.above")).to_contain_text(guardian.name)
        guardian.page.get_by_role("button", name="Hello!").click()
        bubble = child.page.locator(".toast", has_text=f"{guardian.name}: Hello!")
        expect(bubble).to_be_visible()  # The chat is below the board.
        expect(child.page.get_by_role("log")).to_contain_text("Hello!")
        child.page.get_by_role("button", name="Good luck!").click()
        expect(guardian.page.get_by_role("log")).to_contain_text(f"{friendly(child.name)} Good luck!")
        control(child, "More").click()
        dialog = child.page.get_by_role("dialog")
        expect(dialog.get_by_role("button", name="Rules")).to_be_visible()
        for name in ("Share", "Download", "Report", "Block"):
            expect(dialog.get_by_role("button", name=re.compile(name))).to_have_count(0)

    def test_strangers_and_children_do_not_see_each_others_names(self, person: NewPerson) -> None:
        made = add_child(person(), contacts="everyone")
        child, stranger = person(None), person(settings={"language": "zh"})
        page = enter(child, made)
        stranger.open("#/rules")
        page.get_by_role("button", name="Jungle", exact=True).click()
        expect(page.get_by_text("Waiting")).to_be_visible()
        answer = stranger.context.request.post(f"{stranger.site.url}/api/seek", data=UNRATED)
        assert answer.status == 200, answer.text()
        wait_for_table(page)
        look_at(stranger, page.url.rpartition("/")[2])
        expect(page.locator(".strip.above .player")).to_have_text("Player")
        expect(stranger.page.locator(".strip.above .player")).to_have_text("小棋手")
        for each in (page, stranger.page):
            assert each.locator('.strip.above a[href^="#/user"]').count() == 0
            expect(each.locator(".chat input")).to_have_count(0)
        assert stranger.name not in page.content()
        assert made["card"]["name"] not in stranger.page.content()

    def test_a_guardian_challenges_from_the_page_and_the_child_accepts(self, person: NewPerson) -> None:
        guardian, child = person(), person(None, size=PHONE, touch=True)
        made = add_child(guardian, label="Mia")
        theirs = enter(child, made)
        page = guardian.open("#/family")
        page.get_by_role("region", name="Mia").get_by_role("button", name="Play with the child").click()
        dialog = page.get_by_role("dialog")
        expect(dialog.get_by_role("switch", name="Rated")).to_have_count(0)
        dialog.get_by_role("button", name="Challenge", exact=True).click()
        theirs.get_by_role("button", name="Accept").tap()
        wait_for_table(theirs)
        wait_for_table(page)

    def test_a_child_challenges_a_brother_or_sister(self, person: NewPerson) -> None:
        guardian, one, two = person(), person(None, size=PHONE, touch=True), person(None, size=PHONE, touch=True)
        made = [add_child(guardian), add_child(guardian)]
        pages = [enter(each, card) for each, card in zip((one, two), made, strict=True)]
        family = pages[0].get_by_role("region", name="Family")
        family.get_by_role("button", name=friendly(two.name)).tap()
        pages[1].get_by_role("button", name="Accept").tap()
        for page in pages:
            wait_for_table(page)

    def test_a_child_plays_the_computer_of_the_server(self, person: NewPerson, new_site: Callable[..., Site]) -> None:
        site = new_site("--bots", "easy")
        guardian, child = person(site=site), person(None, site=site, size=PHONE, touch=True)
        page = enter(child, add_child(guardian, contacts="bots"))
        expect(page.get_by_role("heading", name="Family")).to_have_count(0)
        page.locator(".bots button").tap()
        wait_for_table(page)
        expect(page.locator(".strip.above .bot")).to_be_visible()

    def test_views_not_for_children_lead_home(self, person: NewPerson) -> None:
        guardian, child = person(), person(None, size=PHONE)
        made = add_child(guardian)
        page = enter(child, made, "#/")
        expect(page.get_by_role("link", name="Play together")).to_be_visible()
        page.get_by_role("button", name="Menu").click()
        links = page.get_by_role("dialog").get_by_role("link")
        expect(links.filter(has_text="Puzzles")).to_be_visible()
        for name in ("Lobby", "Tournaments", "Messages", "Editor"):
            expect(links.filter(has_text=name)).to_have_count(0)
        page.keyboard.press("Escape")
        for route in ("messages", f"user/{guardian.name}", "tournament", "editor", "family", "admin"):
            page = child.open("#/rules")
            page.evaluate("(hash) => { location.hash = hash; }", f"#/{route}")
            expect(page.locator(".view-home")).to_be_visible()

    def test_logging_out_and_in_changes_the_pages(self, person: NewPerson) -> None:
        child = person(None)
        made = add_child(person())
        page = enter(child, made)
        page.get_by_role("button", name=friendly(child.name)).click()
        expect(page.get_by_role("dialog").get_by_role("link", name="Messages")).to_have_count(0)
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("navigation").get_by_role("link", name="Lobby")).to_be_visible()


class TestKidMode:
    def test_a_pin_protects_an_ordinary_account(self, person: NewPerson) -> None:
        somebody = person()
        somebody.may_lose_connection = True  # The browser itself notes every answer of status 403.
        page = somebody.open("#/settings")
        page.get_by_role("button", name="Turn on kid mode").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("PIN", exact=True).fill(PIN)
        dialog.get_by_label("PIN again").fill(PIN)
        dialog.get_by_role("button", name="Turn on kid mode").click()
        expect(page.get_by_text("Kid mode is on. The PIN turns it off.")).to_be_visible()
        expect(page.get_by_role("region", name="Account")).to_have_count(0)
        page.reload()
        expect(page.get_by_role("navigation").get_by_role("link", name="Lobby")).to_have_count(0)
        page.get_by_role("button", name=somebody.name).click()
        expect(page.get_by_role("dialog").get_by_role("link", name="Play together")).to_be_visible()
        expect(page.get_by_role("button", name="Log out")).to_have_count(0)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Leave kid mode").click()
        for pin in ("1111", PIN):
            dialog.get_by_label("PIN").fill(pin)
            dialog.get_by_role("button", name="Leave kid mode").click()
            if pin != PIN:
                expect(dialog.get_by_role("alert")).to_have_text("Wrong PIN.")
        expect(page.get_by_role("region", name="Account")).to_be_visible()

    def test_no_one_plays_as_a_guest_on_a_locked_device(self, person: NewPerson) -> None:
        visitor = person(None)
        page = visitor.open("#/settings")
        page.get_by_role("button", name="Turn on kid mode").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("PIN", exact=True).fill(PIN)
        dialog.get_by_label("PIN again").fill(PIN)
        dialog.get_by_role("button", name="Turn on kid mode").click()
        expect(page.get_by_role("navigation").get_by_role("link", name="Lobby")).to_have_count(0)
        visitor.open("#/lobby")
        expect(page.locator(".view-home")).to_be_visible()
        page.get_by_role("link", name="Log in with my card").click()
        expect(page.get_by_label("Name on the card")).to_be_visible()
        visitor.open("#/login")
        expect(page.get_by_role("button", name="Play as a guest")).to_have_count(0)


def open_class(teacher: Person, name: str = "Class 3b") -> dict[str, Any]:
    answer = teacher.context.request.post(f"{teacher.site.url}/api/class", data={"name": name})
    assert answer.status == 201, answer.text()
    return dict(answer.json()["class"])


class TestJoining:
    def test_two_taps_lead_from_the_qr_code_into_the_class(self, person: NewPerson) -> None:
        made = open_class(person())
        pupil = person(None, size=PHONE, touch=True)
        page = pupil.open(f"#/join/{made['code']}")
        page.get_by_role("button", name="Join", exact=True).tap()
        card = page.get_by_role("article", name="Login card")
        expect(card.get_by_role("listitem")).to_have_count(4)
        name = card.locator(".sign-in-name").inner_text()
        page.get_by_role("link", name="I have it").tap()
        page.wait_for_url(f"**/#/class/{made['id']}")
        expect(page.get_by_role("button", name=friendly(name))).to_be_visible()

    def test_a_typed_code_may_have_spaces_and_small_letters(self, person: NewPerson) -> None:
        made = open_class(person())
        pupil = person(None, size=PHONE, touch=True)
        pupil.may_lose_connection = True  # The browser itself notes every answer of status 404.
        page = pupil.open("#/login")
        page.get_by_role("link", name="Join a class").tap()
        page.get_by_label("Class code").fill("QQQQQQ")
        page.get_by_role("button", name="Join", exact=True).tap()
        expect(page.get_by_role("alert")).to_contain_text("There is no class with this code.")
        code = made["code"].lower()
        page.get_by_label("Class code").fill(f" {code[:3]} {code[3:]}")
        page.get_by_role("button", name="Join", exact=True).tap()
        expect(page.get_by_text("You are in Class 3b!")).to_be_visible()

    def test_the_card_of_a_seat_leads_back_into_the_class(self, person: NewPerson) -> None:
        made = open_class(person())
        pupil = person(None)
        page = pupil.open(f"#/join/{made['code']}")
        page.get_by_role("button", name="Join", exact=True).click()
        name = page.locator(".sign-in-name").inner_text()
        pictures = page.locator(".login-card li").all_inner_texts()
        again = person(None).open("#/card")
        again.get_by_label("Name on the card").fill(name)
        choose_pictures(again, pictures)
        again.wait_for_url(f"**/#/class/{made['id']}")

    def test_a_logged_in_adult_does_not_become_a_pupil(self, person: NewPerson) -> None:
        teacher = person()
        made = open_class(teacher)
        page = teacher.open(f"#/join/{made['code']}")
        expect(page.get_by_text(f"You are logged in as {teacher.name}.")).to_be_visible()
        expect(page.get_by_role("button", name="Join", exact=True)).to_have_count(0)
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("button", name="Join", exact=True)).to_be_visible()

    def test_a_guardian_adds_a_child_to_a_class(self, person: NewPerson) -> None:
        made = open_class(person())
        guardian, child = person(), person(None)
        added = add_child(guardian, label="Mia", contacts="class")
        page = guardian.open("#/family")
        mia = page.get_by_role("region", name="Mia")
        mia.get_by_text("Classes", exact=True).click()
        mia.get_by_label("Class code").fill(made["code"])
        mia.get_by_role("button", name="Add to class").click()
        expect(mia.get_by_role("listitem")).to_have_text("Class 3b")
        theirs = enter(child, added)
        expect(theirs.get_by_role("link", name="Class 3b")).to_be_visible()


FIRST_LESSON = "#/learn?game=jungle&lesson=den"


def do_first_lesson(page: Any) -> None:
    for square in ("d7", "d8", "d8", "d9"):
        page.click(f'jungle-board [data-square="{square}"]')
    expect(page.locator(".notice.good")).to_be_visible()


def stored(somebody: Person) -> list[str]:
    """What the server has of somebody's progress."""
    items = somebody.context.request.get(f"{somebody.site.url}/api/progress").json()["items"]
    return sorted(item["key"] for item in items if item["at"] is not None)


class TestProgress:
    def test_progress_on_one_device_shows_on_the_other(self, person: NewPerson) -> None:
        made = add_child(person())
        one, other = person(None), person(None)
        page = enter(one, made, FIRST_LESSON)
        with page.expect_response("**/api/progress"):
            do_first_lesson(page)
        assert stored(one) == ["jungle.den"]
        elsewhere = enter(other, made, "#/stickers")
        expect(elsewhere.get_by_text(re.compile("^1 of .* lessons done"))).to_be_visible()

    def test_progress_made_offline_is_sent_later(self, person: NewPerson) -> None:
        made = add_child(person())
        child = person(None)
        child.may_lose_connection = True
        page = enter(child, made, FIRST_LESSON)
        page.wait_for_load_state("networkidle")
        child.context.set_offline(True)
        do_first_lesson(page)
        with page.expect_response(lambda answer: "/api/progress" in answer.url and answer.ok):
            child.context.set_offline(False)
        assert stored(child) == ["jungle.den"]

    def test_the_first_account_to_accept_gets_the_devices_progress(self, person: NewPerson) -> None:
        guardian = person()
        first, second = add_child(guardian), add_child(guardian)
        device = person(None)
        page = device.open(FIRST_LESSON)
        do_first_lesson(page)
        for made, answer in ((first, "No"), (second, "Yes, add them to my account")):
            page = enter(device, made, "#/stickers")
            expect(page.get_by_text(re.compile("^0 of .* lessons done"))).to_be_visible()
            question = page.get_by_role("region", name="Are the stars and puzzles on this device yours")
            question.get_by_role("button", name=answer).click()
            expect(question).to_have_count(0)
        expect(page.get_by_text(re.compile("^1 of .* lessons done"))).to_be_visible()
        page.reload()
        expect(page.get_by_text(re.compile("^1 of .* lessons done"))).to_be_visible()
        page = enter(device, first, "#/stickers")
        expect(page.get_by_text(re.compile("^0 of .* lessons done"))).to_be_visible()
        expect(page.get_by_role("region", name="Are the stars and puzzles on this device yours")).to_have_count(0)
        assert stored(device) == []


VIEWS = ("login", "card", "join", "join/ABC234", "family", "settings")
CHILDREN_VIEWS = ("", "lobby", "settings", "stickers", "join")


@pytest.mark.timeout(300)  # Fourteen views, each on two screens.
@pytest.mark.parametrize("language", ["en", "zh"])
def test_family_views_are_accessible_and_fit(person: NewPerson, axe: Axe, language: str) -> None:
    guardian, child = person(language=language), person(None, language=language)
    made = add_child(guardian, label="Mia")
    wrong = []

    def check(somebody: Person, view: str) -> None:
        page = somebody.open(f"#/{view}")
        page.locator("#view h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        for summary in page.locator(".child summary").all():
            summary.click()
        page.wait_for_load_state("networkidle")
        for (wide, high), look in ((PHONE, "light"), (DESK, "dark")):
            page.set_viewport_size({"width": wide, "height": high})
            width = page.evaluate("document.documentElement.scrollWidth")
            wrong.extend([f"{view}: {width} wide"] if width > wide else [])
            page.evaluate("(look) => { document.documentElement.dataset.look = look; }", look)
            wrong.extend(f"{view} {look} {wide}: {line}" for line in axe(page))

    for view in VIEWS:
        check(guardian, view)
    for view in ("card", "join/ABC234"):
        check(child, view)
    enter(child, made)
    for view in CHILDREN_VIEWS:
        check(child, view)
    change(guardian, made["card"]["name"], hours=in_two_hours())
    child.open("#/rules")
    check(child, "lobby")
    assert wrong == []
