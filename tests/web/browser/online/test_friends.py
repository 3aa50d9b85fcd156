"""Friends in the browser."""

from playwright.sync_api import expect

from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Site

LIVE = {"clock": {"limit": 600, "increment": 5}}


def test_a_friend_is_followed_watched_and_challenged(person: NewPerson, online: Site) -> None:
    anna, friend, other = person(), online.sign_up(), online.sign_up()
    page = anna.open("#/friends")
    expect(page.get_by_text("You don't follow anyone yet.")).to_be_visible()
    page = anna.open(f"#/user/{friend.name}")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name=f"Unfollow {friend.name}", pressed=True)).to_be_visible()
    game = friend.challenge(other, **LIVE)
    page = anna.open("#/")
    expect(page.get_by_role("link", name=f"{friend.name} is playing")).to_be_visible()
    page = anna.open("#/friends")
    row = page.get_by_role("listitem").filter(has_text=friend.name)
    expect(row.get_by_role("link", name="Watch")).to_have_attribute("href", f"#/game/{game}")
    row.get_by_role("button", name="Challenge").click()
    page.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("dialog")).to_contain_text(friend.name)
    wait_until(lambda: [each["challenger"]["name"] for each in friend.get("/api/challenge")["in"]] == [anna.name])


def test_somebody_is_followed_by_name_and_no_longer(person: NewPerson, online: Site) -> None:
    anna, friend = person(), online.sign_up()
    anna.may_lose_connection = True  # The browser writes down that nobody-there was not found.
    page = anna.open("#/friends")
    page.get_by_text("Follow by name").click()
    page.get_by_label("Name").fill("nobody-there")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("alert").or_(page.locator(".message.bad"))).not_to_be_empty()
    page.get_by_label("Name").fill(friend.name)
    page.get_by_role("button", name="Follow", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text=friend.name)
    expect(row).to_be_visible()
    row.get_by_role("button", name=f"Unfollow {friend.name}").click()
    expect(page.get_by_text("You don't follow anyone yet.")).to_be_visible()
