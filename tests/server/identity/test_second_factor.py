"""A second factor: codes from an app, recovery codes, and what it protects."""

import time
from collections.abc import Callable
from pathlib import Path

import pyotp
import pytest
import sqlalchemy as sa
from pyotp.totp import TOTP

from jungle.server.errors import LimitedError, RequestError
from jungle.server.identity.second_factor import FREE_TRIES, STEP, clean, matching_step, new_recovery_code
from jungle.server.storage.schema import outbox
from jungle.server.times import SECOND
from tests.server.harness.clients import PASSWORD, PERSON_SCOPES, Client, add_second_factor, cookie_of, sign_in
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server
from tests.server.harness.programs import jungle

PATH = "/api/account/second-factor"


def login(client: Client, code: str | None = None, password: str = PASSWORD) -> tuple[int, str]:
    body = {"name": client.name, "password": password, "code": code}
    answer = Client(client.server).request("POST", "/api/login", body)
    return answer.status, "" if answer.status == 200 else answer.code


def fresh_code(secret: str, used: str) -> str:
    """A code that has not been used yet; the next time step's code is accepted early."""
    totp = TOTP(secret)
    return next(code for code in (totp.at(_now(), counter_offset=offset) for offset in (0, 1)) if code != used)


def _now() -> int:
    return int(time.time())


def test_logging_in_needs_a_code_that_works_only_once(server: Server, blue: Client) -> None:
    me = sign_in(server, blue.name)
    assert me.refused(PATH, {"password": "wrong password"}) == (401, "credentials")
    started = me.post(PATH, {"password": PASSWORD})
    assert started["uri"].startswith("otpauth://totp/")
    assert started["picture"].startswith("data:image/svg+xml")
    assert me.refused(PATH, {"code": "000000x"}, "PUT") == (401, "code")
    assert login(blue)[0] == 200  # It is not active yet.
    first = TOTP(started["secret"]).now()
    codes = me.request("PUT", PATH, {"code": first}).json["codes"]
    assert me.get("/api/account")["hasSecondFactor"] is True
    # Other sessions and all tokens have ended, since they were created without it.
    assert blue.refused("/api/account", method="GET") == (401, "token")
    assert len(me.get("/api/account/sessions")["sessions"]) == 1
    assert login(blue) == (401, "second_factor")
    assert login(blue, "123", "wrong password") == (401, "credentials")
    assert login(blue, "000000") == (401, "code")
    assert login(blue, first) == (401, "code")  # This code was used to turn it on.
    second = fresh_code(started["secret"], first)
    assert login(blue, second) == (200, "")
    assert login(blue, second) == (401, "code")
    # A recovery code works once, however it is typed.
    assert login(blue, f" {codes[0].upper()} ") == (200, "")
    assert login(blue, codes[0]) == (401, "code")
    assert (len(codes), len(set(codes))) == (10, 10)


def test_guessing_codes_is_slowed_per_account_and_reported_to_the_owner(data: Path) -> None:
    async def story(house: House) -> None:
        factors, anna = house.services.second_factors, house.people["anna"]
        secret = (await factors.begin(anna, "Jungle"))["secret"]
        recovery = await factors.finish(anna, TOTP(secret).at(house.time // SECOND))
        codes = []
        for _ in range(20):  # As from many addresses, all within one second.
            with pytest.raises(RequestError) as refused:
                await factors.check(anna.id, "000000")
            codes.append(refused.value.code)
        assert codes == ["code"] * FREE_TRIES + [LimitedError("").code] * (20 - FREE_TRIES)
        house.time += STEP
        await factors.check(anna.id, TOTP(secret).at(house.time // SECOND))
        wrong = 0
        for _ in range(24 * 60 * 2):  # A day of trying every half minute.
            house.time += STEP
            with pytest.raises(RequestError) as refused:
                await factors.check(anna.id, "000000")
            wrong += refused.value.code == "code"
        assert wrong < 40
        assert await subjects(house) == ["Wrong codes for your account"] * (wrong // 10)
        await factors.check(anna.id, recovery[0])

    in_house(data, story)


async def subjects(house: House) -> list[str]:
    statement = sa.select(outbox.c.subject)
    return await house.services.database.read(lambda connection: list(connection.execute(statement).scalars()))


def test_an_address_becomes_known_only_after_a_right_code(limited: Server) -> None:
    """The right password alone used to lift the limit that all unknown addresses share."""
    me = sign_in_with_factor(limited)
    body = {"name": me.name, "password": PASSWORD, "code": "000000"}
    for number in [*range(8)] * 2:
        Client(limited).request("POST", "/api/login", body, X_Forwarded_For=f"198.51.100.{number}")
    guess = {"name": me.name, "password": "wrong password"}
    answer = Client(limited).request("POST", "/api/login", guess, X_Forwarded_For="198.51.100.200")
    assert answer.status == 429


def sign_in_with_factor(server: Server) -> Client:
    name, source = "guarded", "198.51.100.250"
    made = Client(server).request("POST", "/api/signup", {"name": name, "password": PASSWORD}, X_Forwarded_For=source)
    me = Client(server, name, cookie=cookie_of(made))
    add_second_factor(me)
    return me


def test_the_second_factor_cannot_be_bypassed(server: Server, blue: Client) -> None:
    me = sign_in(server, blue.name)
    add_second_factor(me)
    body = {"name": blue.name, "password": PASSWORD, "scopes": PERSON_SCOPES}
    assert Client(server).refused("/api/token", body) == (401, "second_factor")
    assert me.request("POST", "/api/token", body).status == 200  # The session has already proved it.
    secret = PASSWORD.replace(" ", "-")
    me.post("/api/account/password", {"old": PASSWORD, "new": secret})
    assert Client(server).mail(f"jungle large {blue.name} {secret}").status == 401
    assert Client(server).mail(f"change address {blue.name} {secret} thief@example.org").status == 401
    assert Client(server).mail(f"signoff {blue.name} {secret}").status == 401
    mail_password = me.post("/api/account/mail-password", {"password": secret})["password"]
    assert Client(server).mail(f"jungle large {blue.name} {mail_password}").status == 200
    kept = me.get("/api/account/export")
    assert kept["account"]["totp_secret"] is True


def test_turning_it_off_needs_password_and_code(server: Server, blue: Client) -> None:
    me = sign_in(server, blue.name)
    started = me.post(PATH, {"password": PASSWORD})
    code = TOTP(started["secret"]).now()
    codes = me.request("PUT", PATH, {"code": code}).json["codes"]
    assert me.refused(PATH, {"password": PASSWORD}) == (409, "second_factor_exists")
    assert me.refused(PATH, {"password": PASSWORD}, "DELETE") == (401, "second_factor")
    assert me.refused(PATH, {"password": "wrong password", "code": codes[0]}, "DELETE") == (401, "credentials")
    assert me.request("DELETE", PATH, {"password": PASSWORD, "code": codes[0]}).status == 200
    assert login(blue) == (200, "")


def test_a_lost_second_factor_can_be_removed_from_the_console(server: Server, blue: Client) -> None:
    me = sign_in(server, blue.name)
    add_second_factor(me)
    done = jungle("serve", "no-second-factor", blue.name, "--data", server.data)
    assert done.stdout == f"{blue.name} has no second factor now\n"
    assert login(blue) == (200, "")


def test_codes_of_adjacent_time_steps_are_accepted() -> None:
    secret, now = pyotp.random_base32(), 1_700_000_000_000
    totp = TOTP(secret)
    for off, expected in ((-2, None), (-1, -1), (0, 0), (1, 1), (2, None)):
        step = now // STEP + off
        found = matching_step(secret, totp.generate_otp(step), now)
        assert found == (None if expected is None else now // STEP + expected)
    assert matching_step(secret, "", now) is None
    assert matching_step(secret, "１２３４５６", now) is None


@pytest.mark.parametrize("change", [str.upper, str.title, lambda code: code.replace("-", " ")])
def test_recovery_codes_can_be_typed_with_any_separators(change: Callable[[str], str]) -> None:
    code = new_recovery_code()
    assert clean(change(code)) == clean(code)
    assert len(clean(code)) == 24
