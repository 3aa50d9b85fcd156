"""Who is connected to a game, and how many watch."""

from tests.server.harness.clients import LIVE, Client


def test_spectators_are_counted(blue: Client, red: Client, nobody: Client) -> None:
    game = blue.challenge(red, **LIVE)
    player, first, second = blue.live(), nobody.live(), nobody.live()
    assert player.watch(game)["spectators"] == 0
    assert [watching.watch(game)["spectators"] for watching in (first, second)] == [1, 2]
    assert player.next("spectators") == {"type": "spectators", "game": game, "count": 2}
    first.send(type="unwatch", game=game)
    second.close()
    assert player.next("spectators")["count"] == 0
