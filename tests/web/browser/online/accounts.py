"""Accounts of children and of admins, made without the page."""

from typing import Any

from pyotp.totp import TOTP

from tests.server.harness.clients import PASSWORD
from tests.server.harness.programs import jungle
from tests.web.browser.online.conftest import Person, Site


def make_admin(site: Site, somebody: Person) -> None:
    """Admins need a second factor: it is turned on in the browser's own session."""
    jungle("serve", "admin", somebody.name, "--data", site.data).check_returncode()
    path = f"{site.url}/api/account/second-factor"
    started = somebody.context.request.post(path, data={"password": PASSWORD}).json()
    done = somebody.context.request.put(path, data={"code": TOTP(started["secret"]).now()})
    assert done.status == 200, done.text()


def add_child(guardian: Person, **choices: Any) -> dict[str, Any]:
    """A child of somebody's family, by the API: the answer, with the card."""
    answer = guardian.context.request.post(f"{guardian.site.url}/api/family", data=choices)
    assert answer.status == 201, answer.text()
    return dict(answer.json())


def enter(child: Person, made: dict[str, Any], route: str = "#/lobby") -> Any:
    """Sign a child in, without the page."""
    secret = made["card"]["url"].rpartition("/")[2]
    child.page.goto("about:blank")  # The page of the previous account would make requests that are refused.
    answer = child.context.request.post(f"{child.site.url}/api/card", data={"secret": secret})
    assert answer.status == 200, answer.text()
    child.name = made["card"]["name"]
    return child.open(route)
