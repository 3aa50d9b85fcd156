"""Profiles, messages and moderation."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.server.harness.waiting import wait_until
from tests.web.browser.conftest import PHONE, Axe
from tests.web.browser.online.accounts import make_admin
from tests.web.browser.online.conftest import NewPerson, Person, Site
from tests.web.browser.online.playing import begin, control

LIVE = {"clock": {"limit": 300, "increment": 3}}
MARKUP = "<img src=x onerror=\"document.title='broken'\"><script>document.title = 'broken'</script>"


def shows_as_text(page: Any, text: str) -> bool:
    """Markup in user text is shown as typed, and has no effect."""
    page.get_by_text(text).first.wait_for()
    return bool(page.locator("#view img[src='x'], #view script").count() == 0 and page.title() != "broken")


def play(winner: Person, loser: Person, **terms: Any) -> str:
    one, other = winner.api, loser.api
    game = one.challenge(other, **terms)
    for mover, move in ((one, "a3a4"), (other, "g7g6"), (one, "a4a3"), (other, "g6g7")):  # Shorter games do not count.
        mover.move(game, move)
    other.post(f"/api/board/game/{game}/resign")
    return game


def test_a_profile_shows_ratings_games_and_who_beat_whom(person: NewPerson) -> None:
    ann, ben = person(), person()
    games = [play(ann, ben, rated=True, **LIVE) for _ in range(3)] + [play(ben, ann, rated=True, **LIVE)]
    page = ann.open(f"#/user/{ben.name}")
    assert page.title() == f"{ben.name} · Jungle"
    rated = ben.api.get("/api/account")["ratings"]["blitz"]
    tile = page.get_by_role("button", name="Blitz")
    tile.get_by_text(f"{rated['rating']}? ± {rated['deviation']}").wait_for()
    graph = page.get_by_role("img", name="Blitz: 4 games")
    graph.wait_for()
    expect(graph).to_have_attribute("aria-label", re.compile(f"now {rated['rating']} ± {rated['deviation']}"))
    page.get_by_text("As a table").click()
    wait_until(lambda: page.locator("details tbody tr").count() == 4, "a row a game")
    page.get_by_text(f"{ann.name} 3 – 1 {ben.name}").wait_for()
    shown = page.locator("a.game-card")
    wait_until(lambda: shown.count() == 4, "four games")
    assert {link.get_attribute("href") for link in shown.all()} == {f"#/game/{game}" for game in games}
    page.get_by_role("button", name="Challenge").click()
    page.get_by_role("dialog", name=f"Challenge {ben.name}").wait_for()


def test_a_profile_shows_results_and_leads_to_the_games_of_an_opening(person: NewPerson, axe: Axe) -> None:
    ann, ben = person(), person()
    for winner, loser in ((ann, ben), (ann, ben), (ben, ann)):
        game = play(winner, loser, **LIVE)
    page = ann.open(f"#/user/{ben.name}")
    panel = page.get_by_role("region", name="Results and openings")
    row = panel.get_by_role("row", name=re.compile("^Blitz"))
    shown = [bar.get_attribute("aria-label") for bar in row.get_by_role("img").all()]
    assert shown == ["1 won, 0 drawn, 0 lost", "0 won, 0 drawn, 2 lost"]
    assert panel.get_by_role("heading", name="Most played openings").count() == 1
    assert axe(page) == []
    panel.get_by_role("row", name=re.compile("^Red")).get_by_role("link").click()
    page.wait_for_url(re.compile("player="))
    explorer = page.locator(".explorer")
    expect(explorer.get_by_role("combobox", name="Whose games")).to_have_value(ben.name)
    expect(explorer.get_by_role("combobox", name="Colour")).to_have_value("red")
    expect(explorer.locator("tbody tr")).to_have_count(1)
    expect(explorer.locator("tbody tr .shares")).to_have_attribute("aria-label", "Blue 100%, draws 0%, Red 0%")
    expect(explorer.locator("tbody tr")).to_contain_text("2 (100%)")
    # The same position in one's own games, and as the other colour.
    explorer.get_by_role("combobox", name="Whose games").select_option(ann.name)
    expect(explorer.locator("tbody tr")).to_contain_text("1 (100%)")
    explorer.get_by_role("combobox", name="Colour").select_option("blue")
    expect(explorer.locator("tbody tr")).to_contain_text("2 (100%)")
    assert axe(page) == []
    # From a game, the analysis offers the games of both players.
    page = ann.open(f"#/game/{game}")
    page.get_by_role("link", name="Review").first.click()
    options = page.locator(".explorer").get_by_role("combobox", name="Whose games").locator("option")
    expect(options).to_have_text(["Everyone's games", ann.name, ben.name])


def test_games_are_found_by_opening_rules_date_and_rating(person: NewPerson, axe: Axe) -> None:
    ann, ben = person(), person(size=PHONE)
    play(ann, ben, rated=True, **LIVE)
    play(ben, ann, rules="leiden", **LIVE)
    page = ben.open(f"#/user/{ann.name}")
    search, games = page.get_by_role("search"), page.locator("a.game-card")
    expect(games).to_have_count(2)
    search.get_by_text("More filters").click()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    for label, wrong, right, count in (
        ("Opening", "c3d3", "a3a4, g7g6", 2),
        ("From", "2100-01-01", today, 2),
        ("Until", "2020-01-01", today, 2),
        ("Opponent rated at least", "1600", "1400", 1),
        ("Opponent rated at most", "1000", "1500", 1),
    ):
        field = search.get_by_label(label)
        for value, expected in ((wrong, 0), (right, count), ("", 2)):
            field.fill(value)
            field.blur()
            expect(games).to_have_count(expected)
    search.get_by_label("Rules").select_option("leiden")
    expect(games).to_have_count(1)
    search.get_by_label("Rules").select_option("flip")
    expect(page.get_by_role("region", name="Games").get_by_text("No games found.")).to_be_visible()
    search.get_by_label("Rules").select_option("")
    search.get_by_label("Rated", exact=True).select_option("true")
    expect(games).to_have_count(1)


def test_messages_are_sent_and_received(person: NewPerson) -> None:
    ann, ben = person(), person()
    ben.open("#/rules")
    page = ann.open(f"#/user/{ben.name}")
    page.get_by_role("link", name="Message").click()
    page.get_by_role("textbox", name="Message").fill(f"Well played! {MARKUP}")
    page.get_by_role("button", name="Send").click()
    assert shows_as_text(page, MARKUP)
    ben.page.get_by_role("button", name=f"{ben.name}: 1 waiting").click()
    ben.page.get_by_role("link", name=f"{ann.name} (1)").click()
    assert shows_as_text(ben.page, MARKUP)
    ben.page.get_by_role("button", name=ben.name, exact=True).wait_for()
    ben.page.get_by_role("textbox", name="Message").fill("Thanks.")
    ben.page.keyboard.press("Control+Enter")
    page.get_by_text("Thanks.").first.wait_for()
    ben.open("#/messages")
    ben.page.get_by_role("link", name=ann.name).get_by_text("Thanks.").wait_for()


def test_blocked_players_cannot_send_messages(person: NewPerson) -> None:
    ann, ben = person(), person()
    page = ann.open(f"#/user/{ben.name}")
    page.get_by_role("button", name="Block").click()
    page.get_by_role("button", name=f"Unblock {ben.name}").wait_for()
    assert ben.api.refused(f"/api/message/{ann.name}", {"text": "hello"}) == (403, "blocked")
    ann.open("#/settings")
    page.get_by_role("button", name=f"Unblock {ben.name}").click()
    wait_until(lambda: ann.api.get("/api/account")["blocked"] == [], "the end of the block")


def test_admins_see_reports_and_act(person: NewPerson, online: Site) -> None:
    admin, ann, villain = person(), person(), person()
    make_admin(online, admin)
    page = ann.open(f"#/user/{villain.name}")
    page.get_by_role("button", name="Report").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill(f"insults {MARKUP}")
    dialog.get_by_role("button", name="Report").click()
    page.get_by_text("Thank you. A moderator will review it.").wait_for()

    page = admin.open("#/")
    page.get_by_role("button", name=admin.name).click()
    page.get_by_role("link", name="Moderation").click()
    assert shows_as_text(page, MARKUP)
    page.get_by_role("region", name="Reports").get_by_role("link", name=villain.name).click()
    card = page.get_by_role("region", name=villain.name)
    card.get_by_role("button", name="Mute").click()
    page.get_by_role("dialog").get_by_role("button", name="Mute").click()
    card.get_by_role("button", name="Lift mute").wait_for()
    assert villain.api.refused(f"/api/message/{ann.name}", {"text": "hello"}) == (403, "muted")
    card.get_by_role("button", name="Lift mute").click()
    card.get_by_role("button", name="Mute").wait_for()
    villain.open("#/rules")
    villain.page.get_by_role("button", name=villain.name).wait_for()
    villain.may_lose_connection = True  # What the open page asks once the ban has ended its session is refused.
    card.get_by_role("button", name="Ban").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Duration").select_option("3")
    dialog.get_by_label("Reason").fill(MARKUP)
    dialog.get_by_role("button", name="Ban").click()
    card.get_by_role("button", name="Lift ban").wait_for()
    villain.page.reload()
    villain.page.get_by_role("link", name="Log in").wait_for()
    page.get_by_role("button", name="Done").first.click()
    log = page.get_by_role("region", name="Log")
    log.get_by_text("close report").first.wait_for()
    log.get_by_text(f"ban · {villain.name}").first.wait_for()
    assert shows_as_text(page, MARKUP)
    card.get_by_role("button", name="Rename").click()
    page.get_by_role("dialog").get_by_label("New name").fill(f"{villain.name}x")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.get_by_role("region", name=f"{villain.name}x").wait_for()


def test_a_player_is_reported_from_the_table(person: NewPerson, online: Site) -> None:
    admin, ann, villain, witness = person(), person(), person(size=PHONE), person()
    make_admin(online, admin)
    game = begin(ann, villain, witness)
    for somebody, names in ((ann, {villain.name}), (witness, {ann.name, villain.name})):
        control(somebody, "More").click()
        listed = somebody.page.get_by_role("dialog").get_by_role("button", name="Report")
        assert {text.removeprefix("Report ") for text in listed.all_inner_texts()} == names
        control(somebody, f"Report {villain.name}").click()
        form = somebody.page.get_by_role("dialog", name=f"Report {villain.name}")
        form.get_by_label("Reason").fill(f"{somebody.name} heard it {MARKUP}")
        form.get_by_role("button", name="Report").click()
        somebody.page.get_by_text("Thank you. A moderator will review it.").wait_for()
    page = admin.open("#/admin")
    row = page.get_by_role("region", name="Reports").get_by_role("listitem").filter(has_text=f"{ann.name} heard it")
    assert shows_as_text(page, MARKUP)
    row.get_by_role("link", name="Go to game").click()
    page.wait_for_url(f"**/#/game/{game}")


def test_moderation_is_hidden_from_others(person: NewPerson) -> None:
    page = person().open("#/admin")
    page.get_by_text("This page is for admins only.").wait_for()
    page.get_by_role("heading", name="Animals, rivers").wait_for()


def test_a_players_games_are_searched_and_downloaded(person: NewPerson, axe: Callable[[Any], list[str]]) -> None:
    ann, ben = person(), person(size=PHONE)
    won, lost = ann.api.challenge(ben.api, days=3), ben.api.challenge(ann.api, days=3)
    ann.api.open_game(ben.api, won)
    ben.api.open_game(ann.api, lost)
    ben.api.post(f"/api/board/game/{won}/resign")
    ann.api.post(f"/api/board/game/{lost}/resign")
    page = ben.open(f"#/user/{ann.name}")
    cards = page.locator(".profile .cards li")
    expect(cards).to_have_count(2)
    search = page.get_by_role("search", name="Search games")
    search.get_by_label("Result").select_option(label="Won")
    expect(cards).to_have_count(1)
    search.get_by_label("Colour").select_option(label="Red")
    expect(cards).to_have_count(0)
    expect(page.locator(".profile").get_by_text("No games found.")).to_be_visible()
    search.get_by_label("Colour").select_option(label="Blue")
    search.get_by_label("Opponent", exact=True).fill(ben.name)
    search.get_by_label("Opponent", exact=True).press("Enter")
    expect(cards).to_have_count(1)
    assert axe(page) == []
    with page.expect_download() as downloading:
        search.get_by_role("link", name="Download these games").click()
    text = downloading.value.path().read_text()
    assert text.count("[Result ") == 1
