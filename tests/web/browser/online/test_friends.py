"""Friends in the browser."""

from playwright.sync_api import expect

from tests.server.harness.clients import sign_in
from tests.server.harness.waiting import wait_until
from tests.web.browser.conftest import PHONE, Axe
from tests.web.browser.online.accounts import add_child, enter
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


def test_two_friends_see_each_other_until_one_blocks_the_other(person: NewPerson, online: Site, axe: Axe) -> None:
    anna, bert, other = person(), person(size=PHONE), online.sign_up()
    anna.may_lose_connection = True  # The browser writes down that following was refused.
    page = anna.open(f"#/user/{bert.name}")
    page.get_by_role("button", name="Follow", exact=True).click()
    page.get_by_role("button", name=f"Unfollow {bert.name}").wait_for()
    theirs = bert.open("#/friends")
    follower = theirs.get_by_role("region", name="Followers").get_by_role("listitem")
    expect(follower).to_contain_text(anna.name)
    expect(follower).to_contain_text("new")
    follower.get_by_role("button", name="Follow", exact=True).click()
    expect(theirs.get_by_role("button", name=f"Unfollow {anna.name}")).to_be_visible()
    expect(theirs.get_by_role("img", name="Here")).to_have_count(2)
    assert axe(theirs) == []
    game = bert.api.challenge(other, **LIVE)
    for mover, text in ((bert.api, "a3a4"), (other, "g7g6")):
        mover.move(game, text)
    other.post(f"/api/board/game/{game}/resign")
    page = anna.open("#/friends")
    row = page.get_by_role("region", name="Players I follow").get_by_role("listitem")
    expect(row).to_contain_text("1 new game")
    anna.open("#/rules")
    page = anna.open("#/friends")
    expect(row).to_be_visible()
    expect(row).not_to_contain_text("new game")
    theirs = bert.open(f"#/user/{anna.name}")
    theirs.get_by_role("button", name="Block").click()
    theirs.get_by_role("button", name=f"Unblock {anna.name}").wait_for()
    anna.open("#/rules")
    page = anna.open("#/friends")
    expect(page.get_by_text("You don't follow anyone yet.")).to_be_visible()
    page.get_by_text("Follow by name").click()
    page.get_by_label("Name").fill(bert.name)
    page.get_by_role("button", name="Follow", exact=True).click()
    expect(page.locator(".message.bad")).not_to_be_empty()
    bert.open("#/rules")
    theirs = bert.open("#/friends")
    expect(theirs.get_by_text("You don't follow anyone yet.")).to_be_visible()
    expect(theirs.get_by_role("region", name="Followers")).to_have_count(0)


def test_a_child_follows_its_family_and_nobody_else(person: NewPerson, online: Site) -> None:
    guardian, stranger, child = person(), online.sign_up(), person(None, size=PHONE, touch=True)
    enter(child, add_child(guardian))
    child.may_lose_connection = True  # The browser writes down that the stranger was not found.
    page = child.open("#/friends")
    page.get_by_text("Follow by name").click()
    for name, is_found in ((stranger.name, False), (guardian.name, True)):
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Follow", exact=True).click()
        row = page.get_by_role("region", name="Players I follow").get_by_role("listitem")
        if is_found:
            expect(row).to_contain_text(guardian.name)
        else:
            expect(page.locator(".message.bad")).not_to_be_empty()
            expect(row).to_have_count(0)
    page = guardian.open("#/friends")
    expect(page.get_by_role("region", name="Followers").get_by_role("listitem")).to_have_count(1)
    assert sign_in(online.server, stranger.name).refused(f"/api/follow/{child.name}", method="PUT") == (404, "no_user")
