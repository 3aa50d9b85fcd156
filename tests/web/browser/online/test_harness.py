"""The server gives the browser app to everybody, logged in or not, and can be restarted under it."""

from collections.abc import Callable

from tests.web.browser.online.conftest import NewPerson, Site


def test_people_are_logged_in_and_the_page_loads(person: NewPerson) -> None:
    ann = person()
    ann.open("#/")
    assert ann.page.evaluate("fetch('/api/account').then((answer) => answer.json())")["name"] == ann.name
    assert ann.api.get("/api/account")["name"] == ann.name
    nobody = person(None)
    nobody.open("#/rules")


def test_a_site_is_killed_and_starts_at_the_same_address(new_site: Callable[..., Site]) -> None:
    site = new_site()
    ann = site.sign_up("ann")
    site.kill()
    site.start()
    ann.server = site.server
    assert ann.get("/api/account")["name"] == "ann"
