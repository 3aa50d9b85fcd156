"""Notifications while the app is closed: the settings, the service worker, and what a push service gets."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from tools.browser import WITH_WINDOWS, arguments

from tests.server.harness.push_service import Browser, push_service
from tests.server.harness.waiting import wait_until
from tests.web.browser.online.conftest import NewPerson, Person, Site

SUBSCRIBED = """
(subscription) => {
    // Chromium without Google's keys has no push service.
    let made = null;
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async (options) => {
        made = {
            endpoint: subscription.endpoint,
            options,
            toJSON: () => subscription,
            unsubscribe: async () => { made = null; return true; },
        };
        return made;
    };
}
"""


@pytest.fixture(scope="module")
def chromium(chromium: Any) -> Iterator[Any]:
    """Without windows, Chromium refuses notifications."""
    started = chromium.browser_type.launch(executable_path=WITH_WINDOWS, args=arguments())
    yield started
    started.close()


def turn_on(person: Person, browser: Browser) -> Any:
    person.context.grant_permissions(["notifications"], origin=person.site.url)
    person.context.add_init_script(f"({SUBSCRIBED})({browser.subscription()!r})")
    page = person.open("#/settings")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.get_by_role("switch", name="Notifications on this device").check()
    expect(page.get_by_text("Also while Jungle is closed")).to_be_visible()
    return page


class Worker:
    """The service worker, to which the browser delivers what its push service has sent."""

    def __init__(self, person: Person, page: Any) -> None:
        self.person = person
        self.session = person.context.new_cdp_session(page)
        found: list[str] = []
        self.session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
        )
        self.session.send("ServiceWorker.enable")
        # Each request to the page lets in what the browser reports.
        wait_until(lambda: page.evaluate("null") or found, "a registration")
        self.registration = found[0]
        self._worker.evaluate(
            """() => {
                const usual = ExtendableEvent.prototype.waitUntil;
                self.handled = 0;
                ExtendableEvent.prototype.waitUntil = function (done) {
                    usual.call(this, done);
                    if (this instanceof PushEvent) done.finally(() => { self.handled += 1; });
                };
            }"""
        )

    @property
    def _worker(self) -> Any:
        (worker,) = self.person.context.service_workers
        return worker

    def deliver(self, text: str) -> None:
        where = {"origin": self.person.site.url, "registrationId": self.registration}
        before = self._worker.evaluate("self.handled")
        self.session.send("ServiceWorker.deliverPushMessage", {**where, "data": text})
        wait_until(lambda: self._worker.evaluate("self.handled") > before, "a message handled")

    def shown(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._worker.evaluate(
            """async () => (await registration.getNotifications())
                .map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }))"""
        )
        return found


def test_a_challenge_is_shown_while_the_app_is_closed(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site(JUNGLE_PUSH_TO_PRIVATE="1")
    with push_service() as service:
        browser = service.browser()
        anna, other = person("anna", site=site, is_cached=True), site.sign_up("berta")
        page = turn_on(anna, browser)
        worker = Worker(anna, page)
        # An open page says it itself.
        message = '{"title": "hello", "body": "", "tag": "x", "url": "#/lobby", "count": 1}'
        worker.deliver(message)
        assert worker.shown() == []
        other_page = anna.context.new_page()
        page.close()
        other.post("/api/challenge/anna", {"days": 2})
        told = browser.next()
        assert told["title"] == "berta challenges you: Correspondence"
        worker = Worker(anna, other_page)
        for _ in range(2):  # Delivered twice, it is shown once.
            worker.deliver(str(told).replace("'", '"'))
        assert worker.shown() == [{key: told[key] for key in ("title", "body", "tag", "url")}]
        # It leads to the lobby, in the page that is open.
        anna.page = anna.new_page()
        page = anna.open("#/rules")
        (service_worker,) = anna.context.service_workers
        service_worker.evaluate(
            """async () => {
                const [notification] = await registration.getNotifications();
                dispatchEvent(new NotificationEvent("notificationclick", { notification }));
            }"""
        )
        page.wait_for_url("**/#/lobby")


def test_notifications_are_switched_off_and_have_quiet_hours(person: NewPerson, new_site: Callable[..., Site]) -> None:
    site = new_site(JUNGLE_PUSH_TO_PRIVATE="1")
    with push_service() as service:
        browser = service.browser()
        anna = person("anna", site=site, is_cached=True)
        page = turn_on(anna, browser)
        assert anna.context.request.get(f"{site.url}/api/account/push").json()["subscription"]["quiet"] is None
        page.get_by_role("switch", name="Quiet at night").check()
        expect(page.get_by_label("To", exact=True)).to_have_value("08:00")

        def quiet() -> Any:
            return anna.context.request.get(f"{site.url}/api/account/push").json()["subscription"]["quiet"]

        expect(page.get_by_label("From", exact=True)).to_have_value("22:00")
        expect(page.get_by_text("Saved.", exact=True).first).to_be_visible()
        assert (quiet()["from"], quiet()["to"]) == (1320, 480)
        page.reload()
        expect(page.get_by_role("switch", name="Quiet at night")).to_be_checked()
        page.get_by_role("switch", name="Notifications on this device").uncheck()
        expect(page.get_by_role("switch", name="Quiet at night")).to_be_hidden()
        assert anna.context.request.get(f"{site.url}/api/account/push").json()["subscription"] is None
