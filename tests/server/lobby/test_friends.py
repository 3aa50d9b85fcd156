"""Following other players."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.harness.clients import LIVE, Client, Live, sign_in, sign_in_child, sign_up
from tests.server.harness.processes import Server, served


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("friends") / "data") as server:
        yield server


def person(server: Server, name: str) -> Client:
    sign_up(server, name)
    return sign_in(server, name)


def follow(who: Client, whom: str) -> tuple[int, str]:
    answer = who.request("PUT", f"/api/follow/{whom}")
    return answer.status, "" if answer.status == 200 else answer.code


def following(who: Client) -> dict[str, Any]:
    return {each["name"]: each for each in who.get("/api/follow")["following"]}


def followers(who: Client) -> dict[str, Any]:
    return {each["name"]: each for each in who.get("/api/follow")["followers"]}


def test_following_is_one_way_and_counts_once(here: Server) -> None:
    anna, bert = person(here, "anna"), person(here, "bert")
    for _ in range(2):
        assert follow(anna, "Bert") == (200, "")
    assert list(following(anna)) == ["bert"]
    assert following(bert) == {}
    (follower,) = followers(bert).values()
    assert (follower["name"], follower["isNew"], follower["isFollowed"]) == ("anna", True, False)
    bert.post("/api/follow/look")
    assert not followers(bert)["anna"]["isNew"]
    assert follow(bert, "anna") == (200, "")
    assert followers(bert)["anna"]["isFollowed"]
    anna.request("DELETE", "/api/follow/bert")
    assert following(anna) == followers(bert) == {}


def test_some_cannot_be_followed(here: Server) -> None:
    carl = person(here, "carl")
    assert follow(carl, "carl") == (422, "self")
    assert follow(carl, "nobody-at-all") == (404, "no_user")
    answer = Client(here).request("POST", "/api/guest")
    guest = Client(here, cookie=str(answer.headers["Set-Cookie"]).partition(";")[0])
    assert follow(guest, "carl")[0] == 403
    assert Client(here).request("GET", "/api/follow").status == 401


def test_the_list_tells_who_is_here_plays_and_has_played(here: Server) -> None:
    dora, emil, fred = (person(here, name) for name in ("dora", "emil", "fred"))
    for name in ("emil", "fred"):
        follow(dora, name)
    assert [(each["here"], each["playing"]) for each in following(dora).values()] == [(False, None)] * 2
    socket: Live = fred.live()
    socket.next("hello")
    game = emil.challenge(fred, **LIVE)
    found = following(dora)
    assert list(found) == ["fred", "emil"]
    assert [each["playing"] for each in found.values()] == [game, game]
    assert [each["here"] for each in found.values()] == [True, False]
    emil.open_game(fred, game)
    fred.post(f"/api/board/game/{game}/resign")
    found = following(dora)
    assert {name: (each["playing"], each["newGames"]) for name, each in found.items()} == {
        "fred": (None, 1),
        "emil": (None, 1),
    }
    dora.post("/api/follow/look")
    assert [each["newGames"] for each in following(dora).values()] == [0, 0]
    socket.close()


def test_a_block_ends_it_on_both_sides_and_prevents_it(here: Server) -> None:
    gina, hans = person(here, "gina"), person(here, "hans")
    follow(gina, "hans")
    follow(hans, "gina")
    gina.post("/api/account/block/hans")
    assert following(gina) == following(hans) == followers(gina) == followers(hans) == {}
    assert follow(hans, "gina") == follow(gina, "hans")
    assert follow(hans, "gina")[0] == 403
    gina.request("DELETE", "/api/account/block/hans")
    assert following(hans) == {}
    assert follow(hans, "gina") == (200, "")


def test_children_have_friends_in_their_circle_only(here: Server) -> None:
    mother, stranger = person(here, "mother"), person(here, "stranger")
    one, two = (mother.post("/api/family", {})["card"] for _ in range(2))
    child, sister = sign_in_child(here, one), sign_in_child(here, two)
    other = sign_in_child(here, stranger.post("/api/family", {})["card"])
    assert follow(child, sister.name) == follow(child, "mother") == follow(mother, child.name) == (200, "")
    for who, whom in ((child, "stranger"), (stranger, child.name), (child, other.name)):
        assert follow(who, whom) == (404, "no_user")
    assert set(following(child)) == {sister.name, "mother"}
    assert set(followers(child)) == {"mother"}
    # An adult who turns kid mode on disappears from the lists of strangers.
    anders = person(here, "anders")
    follow(stranger, "anders")
    answer = anders.request("PUT", "/api/account/kid-mode", {"pin": "1234"})
    assert answer.status == 200, answer.text
    assert following(stranger) == {}


def test_an_account_that_is_closed_is_gone(here: Server) -> None:
    ida, jan = person(here, "ida"), person(here, "jan")
    follow(ida, "jan")
    follow(jan, "ida")
    answer = jan.request("DELETE", "/api/account", {"password": "correct horse"})
    assert answer.status == 200, answer.text
    assert following(ida) == followers(ida) == {}
