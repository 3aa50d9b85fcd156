"""The chats of tournaments, and who can close them."""

from tests.server.harness.clients import (
    PASSWORD,
    Client,
    Live,
    Somebody,
    add_second_factor,
    cookie_of,
    sign_in,
    sign_in_child,
    sign_up,
)
from tests.server.harness.processes import Server
from tests.server.harness.programs import jungle

CLOCK = {"clock": {"limit": 180, "increment": 0}}
ROUNDS = {"name": "a cup", "format": "swiss", "rounds": 3, **CLOCK}


def chat_of(client: Client, tournament: str) -> list[str]:
    return [f"{each['name']}: {each['text']}" for each in client.get(f"{tournament}/chat")["chat"]["remarks"]]


def test_everybody_reads_what_members_say(server: Server, somebody: Somebody, nobody: Client) -> None:
    organiser, player = somebody(), somebody()
    tournament = f"/api/tournament/{organiser.post('/api/tournament', ROUNDS)['tournament']['id']}"
    visitor: Live = nobody.live()
    visitor.send(type="tournament", tournament=tournament.rpartition("/")[2])
    visitor.next("tournament")
    player.post(f"{tournament}/chat", {"text": " good \u0007 luck "})
    heard = visitor.next("tournament")
    visitor.close()
    assert (heard["what"], heard["remark"]["name"], heard["remark"]["text"]) == ("chat", player.name, "good luck")
    assert chat_of(nobody, tournament) == [f"{player.name}: good luck"]
    assert player.refused(f"{tournament}/chat", {"text": " "}) == (422, "text")
    assert player.refused(f"{tournament}/chat", {"text": "x" * 281}) == (422, "text")
    assert nobody.refused(f"{tournament}/chat", {"text": "hello"}) == (401, "unauthorized")
    answer = Client(server).request("POST", "/api/guest", {})
    guest = Client(server, answer.json["name"], cookie=cookie_of(answer))
    assert guest.refused(f"{tournament}/chat", {"text": "hello"}) == (403, "guest")


def test_the_organiser_closes_the_chat_and_opens_it_again(somebody: Somebody) -> None:
    organiser, player = somebody(), somebody()
    tournament = f"/api/tournament/{organiser.post('/api/tournament', ROUNDS)['tournament']['id']}"
    player.post(f"{tournament}/chat", {"text": "hello"})
    assert player.request("PUT", f"{tournament}/chat", {"closed": True}).code == "not_yours"
    assert organiser.request("PUT", f"{tournament}/chat", {"closed": True}).status == 200
    assert player.get(f"{tournament}/chat")["chat"] == {"isClosed": True, "remarks": []}
    for each in (player, organiser):
        assert each.refused(f"{tournament}/chat", {"text": "hello"}) == (409, "chat_closed")
    assert organiser.request("PUT", f"{tournament}/chat", {"closed": False}).status == 200
    assert chat_of(player, tournament) == [f"{player.name}: hello"]


def test_a_moderator_closes_any_chat_and_that_is_logged(server: Server, somebody: Somebody) -> None:
    organiser = somebody()
    tournament = organiser.post("/api/tournament", ROUNDS)["tournament"]["id"]
    sign_up(server, "chatwarden")
    jungle("serve", "admin", "chatwarden", "--data", server.data).check_returncode()
    warden = sign_in(server, "chatwarden")
    codes = add_second_factor(warden)
    moderated = f"/api/admin/tournament/{tournament}/chat"
    assert organiser.request("PUT", moderated, {"closed": True}).status == 403
    assert warden.request("PUT", moderated, {"closed": True, "reason": "insults"}).status == 200
    assert organiser.get(f"/api/tournament/{tournament}/chat")["chat"]["isClosed"]
    act = warden.get("/api/admin/acts")["acts"][0]
    assert (act["act"], act["about"], act["detail"]) == ("close chat", tournament, "insults")
    assert warden.request("PUT", "/api/admin/tournament/missing1/chat", {"closed": True}).status == 404
    muted = somebody()
    warden.post(f"/api/admin/user/{muted.name}/mute")
    warden.request("PUT", moderated, {"closed": False})
    assert muted.refused(f"/api/tournament/{tournament}/chat", {"text": "hello"}) == (403, "muted")
    assert codes


def test_children_neither_read_nor_write_and_their_tournaments_have_no_chat(server: Server, somebody: Somebody) -> None:
    organiser = somebody()
    tournament = f"/api/tournament/{organiser.post('/api/tournament', ROUNDS)['tournament']['id']}"
    organiser.post(f"{tournament}/chat", {"text": "hello"})
    sign_up(server, "chatmother")
    mother = sign_in(server, "chatmother")
    card = mother.post("/api/family", {"contacts": "everyone"})["card"]
    child = sign_in_child(server, card)
    assert child.refused(f"{tournament}/chat", method="GET") == (403, "child")
    assert child.refused(f"{tournament}/chat", {"text": "hello"}) == (403, "child")
    live = child.live()
    live.send(type="tournament", tournament=tournament.rpartition("/")[2], id=1)
    assert live.next("error")["error"]["code"] == "no_tournament"
    live.close()
    made = mother.post("/api/class", {"name": "a class"})["class"]
    cup = mother.post(f"/api/class/{made['id']}/tournament", {"format": "swiss", "rounds": 2, "wait": None, **CLOCK})
    path = f"/api/tournament/{cup['tournament']['id']}/chat"
    assert mother.refused(path, method="GET") == (404, "no_chat")
    assert mother.refused(path, {"text": "hello"}) == (404, "no_chat")


def test_a_closed_account_takes_its_remarks_along(server: Server, somebody: Somebody) -> None:
    tournament = f"/api/tournament/{somebody().post('/api/tournament', ROUNDS)['tournament']['id']}"
    sign_up(server, "chatleaver").post(f"{tournament}/chat", {"text": "hello"})
    leaver = sign_in(server, "chatleaver")
    assert [each["text"] for each in leaver.get("/api/account/export")["tournament_remarks"]] == ["hello"]
    assert leaver.request("DELETE", "/api/account", {"password": PASSWORD}).status == 200
    assert chat_of(somebody(), tournament) == []
