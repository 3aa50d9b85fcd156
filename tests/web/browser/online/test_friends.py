"""Friends in the browser."""

from playwright.sync_api import expect

from tests.web.browser.online.conftest import NewPerson, Site

LIVE = {"clock": {"limit": 600, "increment": 5}}


def test_a_friend_is_followed_watched_and_challenged(person: NewPerson, online: Site) -> None:
    anna, friend, other = person("anna-friend"), online.sign_up("berta-friend"), online.sign_up("carl-friend")
    page = anna.open("#/friends")
    expect(page.get_by_text("You don't follow anyone yet.")).to_be_visible()
    page = anna.open("#/user/berta-friend")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("button", name="Unfollow berta-friend", pressed=True)).to_be_visible()
    game = friend.challenge(other, **LIVE)
    page = anna.open("#/")
    expect(page.get_by_role("link", name="berta-friend is playing")).to_be_visible()
    page = anna.open("#/friends")
    row = page.get_by_role("listitem").filter(has_text="berta-friend")
    expect(row.get_by_role("link", name="Watch")).to_have_attribute("href", f"#/game/{game}")
    row.get_by_role("button", name="Challenge").click()
    page.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("dialog")).to_contain_text("berta-friend")
    assert [each["challenger"]["name"] for each in friend.get("/api/challenge")["in"]] == ["anna-friend"]


def test_somebody_is_followed_by_name_and_no_longer(person: NewPerson, online: Site) -> None:
    anna, friend = person("dora-friend"), online.sign_up("emil-friend")
    anna.may_lose_connection = True  # The browser writes down that nobody-there was not found.
    page = anna.open("#/friends")
    page.get_by_text("Follow by name").click()
    page.get_by_label("Name").fill("nobody-there")
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.get_by_role("alert").or_(page.locator(".message.bad"))).not_to_be_empty()
    page.get_by_label("Name").fill("emil-friend")
    page.get_by_role("button", name="Follow", exact=True).click()
    row = page.get_by_role("listitem").filter(has_text="emil-friend")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Unfollow emil-friend").click()
    expect(page.get_by_text("You don't follow anyone yet.")).to_be_visible()
    assert friend.name == "emil-friend"
