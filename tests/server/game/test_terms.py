"""The terms of a game."""

import pytest

from tests.server.harness.clients import Client


@pytest.mark.parametrize("rules", ["standard", "gamerz", "leiden", "standard:quiet_limit=60"])
def test_every_rule_set_is_played(blue: Client, red: Client, rules: str) -> None:
    game = blue.challenge(red, rules=rules)
    assert blue.get(f"/api/game/{game}")["rules"] == rules
    blue.move(game, "a3a4")


def test_invalid_terms_are_refused(blue: Client, red: Client) -> None:
    path = f"/api/challenge/{red.name}"
    assert blue.refused(path, {"rules": "chess"}) == (422, "invalid")
    assert blue.refused(path, {"game": "go"})[0] == 422
    assert blue.refused(path, {"fen": "nonsense"}) == (422, "invalid")
    assert blue.refused(path, {"clock": {"limit": 1e9, "increment": 0}})[0] == 422
    assert blue.refused(path, {"days": 3, "clock": {"limit": 60}}) == (422, "clock")
    assert blue.refused(path, {"rated": True}) == (422, "rated")
    assert blue.refused(path, {"rated": True, "days": 3, "rules": "standard:quiet_limit=60"}) == (422, "rated")
    assert blue.refused(f"/api/challenge/{blue.name}") == (422, "self")
    assert blue.refused("/api/challenge/nobody-at-all") == (404, "no_user")
