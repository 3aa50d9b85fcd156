"""Email commands over HTTP and from the command line; `test_smtp` sends them by email."""

import itertools
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from jungle.board_game import BoardGame
from jungle.pieces import Side
from jungle.server.game import rows
from jungle.server.mail import board_commands, boards, notices
from jungle.server.mail.board_commands import Sender
from tests.server.harness.clients import PASSWORD, Client, Somebody
from tests.server.harness.house import House, in_house
from tests.server.harness.processes import Server

BOARD_ROWS = 21
_numbers = itertools.count(1)


@pytest.fixture
def mailers(nobody: Client) -> tuple[str, str]:
    """Two users who signed up by email."""
    number = next(_numbers)
    names = (f"ann{number}", f"ben{number}")
    for name in names:
        assert nobody.mail(f"signup {name} {PASSWORD.replace(' ', '-')} {name}@example.org").status == 200
    return names


SECRET = PASSWORD.replace(" ", "-")


def board(nobody: Client, one: str, two: str, options: str = "") -> int:
    """A board that both players have accepted."""
    answer = nobody.mail(f"jungle challenge {one} {two} {options}")
    assert answer.status == 200, answer.text
    number = int(answer.text.split()[1].rstrip(":"))
    for name in (one, two):
        assert nobody.mail(f"jungle accept {number} {name} {SECRET}").status == 200
    return number


def test_a_game_can_be_played_by_mail_commands(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    number = board(nobody, one, two)
    answer = nobody.mail(f"jungle move {number} {one} {SECRET} 8-a4")
    assert (answer.status, "  1. 8-a4" in answer.text) == (200, True)
    assert f"Board {number}: {one} (Blue) against {two} (Red), gamerz rules" in answer.text
    shown = nobody.mail(f"jungle move {number} {two} {SECRET} 1-a6#1").text.splitlines()
    assert [line for line in shown if line.startswith("  RED<")] == [shown[-7]]  # Red's den is at the bottom.
    assert nobody.mail(f"jungle move {number} {two} {SECRET} 8-g6").status == 409
    refused = nobody.mail(f"jungle move {number} {one} {SECRET} 8-a5#7")
    assert refused.status == 409
    assert "expected move 2, got #7" in refused.text
    assert "BLUE<" in refused.text
    assert nobody.mail(f"jungle move {number} {one} {SECRET} 8-d9").status == 422
    assert "1. 8-a4   1-a6" in nobody.mail(f"jungle show {number}").text
    first = nobody.mail(f"jungle show {number}#1").text
    assert " | 8^|   | 3^|" in first
    assert nobody.mail(f"jungle resign {number} {one} wrong-password").status == 401
    ended = nobody.mail(f"jungle resign {number} {one} {SECRET}").text
    assert f"{two} (Red) won by resignation." in ended


def test_offers_by_mail(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    number = board(nobody, one, two, "-unrated -days=3")
    nobody.mail(f"jungle move {number} {one} {SECRET} 8-a4")
    assert nobody.mail(f"jungle move {number} {two} {SECRET} accept undo").status == 409
    assert (
        f"{one} offers to undo the last move" in nobody.mail(f"jungle move {number} {one} {SECRET} propose undo").text
    )
    assert "No moves yet." in nobody.mail(f"jungle move {number} {two} {SECRET} accept undo").text
    nobody.mail(f"jungle move {number} {one} {SECRET} propose draw")
    assert "offers" not in nobody.mail(f"jungle move {number} {two} {SECRET} reject draw").text
    nobody.mail(f"jungle move {number} {one} {SECRET} 8-a4")
    nobody.mail(f"jungle move {number} {two} {SECRET} propose draw")
    assert "The game is a draw (by agreement)." in nobody.mail(f"jungle move {number} {one} {SECRET} accept draw").text


def test_submit_confirm_and_preview(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    number = board(nobody, one, two)
    assert "| 8^| ~ | ~ |" in nobody.mail(f"jungle preview {number} 8-a4 8-g6").text
    submitted = nobody.mail(f"jungle submit {number} {one} {SECRET} 8-a4").text
    assert f"confirm {number} {one}" in submitted
    assert "| 8^| ~ | ~ |" in submitted
    assert "No moves yet." in nobody.mail(f"jungle show {number}").text
    assert "1. 8-a4" in nobody.mail(f"jungle confirm {number} {one} {SECRET}").text
    assert nobody.mail(f"jungle confirm {number} {one} {SECRET}").status == 409
    assert nobody.mail(f"jungle submit {number} {one} {SECRET} 8-a5").status == 409


def test_moves_are_accepted_in_words(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    number = board(nobody, one, two)
    refused = nobody.mail(f"jungle move {number} {one} {SECRET} 9-a6")
    assert "or 'move elephant up'" in refused.text
    assert "1. 8-a4" in nobody.mail(f"jungle move {number} {one} {SECRET} move elephant up#1").text
    submitted = nobody.mail(f"jungle submit {number} {two} {SECRET} Move elephant down").text
    assert submitted.startswith("To play Move elephant down, send: ")
    assert nobody.mail(f"jungle confirm {number} {two} {SECRET}").status == 200
    previewed = nobody.mail(f"jungle preview {number} move elephant up 8-g5").text
    assert previewed.startswith(f"Board {number} after move elephant up 8-g5:\n\n")
    for words in ("8-a5 8-a6 8-a7", "move elephant up now then", "resign draw undo"):
        assert nobody.mail(f"jungle move {number} {one} {SECRET} {words}").status == 422, words
    assert nobody.mail(f"jungle submit {number} {one} {SECRET} 8-a5 now").status == 422


def test_a_command_without_its_game_is_recognised(nobody: Client, mailers: tuple[str, str]) -> None:
    answer = nobody.mail(f"move 1 {mailers[0]} {SECRET} 8-a4")
    assert answer.status == 422
    assert "expected: jungle move board userid password move[#moveno]" in " ".join(answer.text.split())
    assert SECRET not in answer.text


def test_sizes_lists_and_help(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    number = board(nobody, one, two)
    nobody.mail(f"jungle large {one} {SECRET}")
    text = nobody.mail(f"jungle move {number} {one} {SECRET} 8-a4").text
    assert len([line for line in text.splitlines() if "|" in line or "+--" in line]) == 37
    text = nobody.mail(f"jungle move {number} {two} {SECRET} 8-g6").text
    assert len([line for line in text.splitlines() if "|" in line or "+--" in line]) == BOARD_ROWS - 2
    nobody.mail(f"jungle small {one} {SECRET}")
    for command in (f"jungle games {one}", f"jungle games {one} next", f"all show {one} active", "list jungle"):
        assert f"{number:>6}  jungle" in nobody.mail(command).text, command
    assert f"{number:>6}  jungle" not in nobody.mail(f"jungle games {two} next").text
    assert nobody.mail(f"jungle games {one} sometimes").status == 422
    nobody.mail(f"jungle move {number} {one} {SECRET} 8-a5")
    nobody.mail(f"jungle move {number} {two} {SECRET} 8-g5")
    nobody.mail(f"jungle resign {number} {two} {SECRET}")
    assert f"{one:<22}    1 won" in nobody.mail("jungle standings").text
    rating = next(line for line in nobody.mail("jungle ratings").text.splitlines() if one in line)
    assert rating.endswith("   1 game")
    assert f"{number:>6}" in nobody.mail("jungle history").text
    assert "correspondence" in nobody.mail(f"jungle show {one}").text
    page = nobody.mail("jungle help").text
    for word in ("change address userid password", "jungle preview board move", "RED<", "elephant"):
        assert word in page
    assert nobody.mail("help signoff").text == "signoff userid password\n"


def test_only_a_named_player_may_challenge(nobody: Client, mailers: tuple[str, str], somebody: Somebody) -> None:
    one, two = mailers
    third = somebody()
    assert third.mail(f"jungle challenge {one} {two}").status == 403
    # If one of the two is logged in, only the other has to accept.
    number = int(third.mail(f"jungle challenge {third.name} {one} -rules=standard").text.split()[1].rstrip(":"))
    assert third.mail(f"jungle accept {number} {third.name} {SECRET}").status in (401, 409)
    assert "Blue) to move" in nobody.mail(f"jungle accept {number} {one} {SECRET}").text
    number = int(third.mail(f"jungle challenge {one} {third.name}").text.split()[1].rstrip(":"))
    assert nobody.mail(f"jungle decline {number} {one} {SECRET}").status == 200
    assert nobody.mail(f"jungle challenge {one} {two} -colour=green").status == 422
    assert nobody.mail(f"jungle challenge {one} nobody-here").status == 404


def test_accounts_by_mail(nobody: Client, mailers: tuple[str, str]) -> None:
    one, two = mailers
    assert nobody.mail(f"change password {one} {SECRET} another-secret").status == 200
    assert nobody.mail(f"jungle large {one} another-secret").status == 200
    assert nobody.mail(f"signup {one} whatever x@example.org").status == 409
    assert nobody.mail(f"message {one} another-secret {two}", "hello").status == 200
    # The play-by-email password allows playing; account changes need the account password.
    assert nobody.mail(f"change address {one} another-secret new@example.org").status == 401
    assert nobody.mail(f"change address {one} {SECRET} new@example.org").status == 200
    assert nobody.mail(f"change password {one} another-secret a-third-secret").status == 401
    assert nobody.mail(f"signoff {one} another-secret").status == 401
    asked = nobody.mail(f"signoff {one} {SECRET}")
    assert asked.status == 200
    assert nobody.mail(f"jungle small {one} another-secret").status == 200
    assert "Goodbye" in nobody.mail(asked.text.rpartition("send:")[2].strip()).text
    assert nobody.mail(f"jungle small {one} another-secret").status == 401


def test_a_mail_player_against_a_browser_player(nobody: Client, mailers: tuple[str, str], somebody: Somebody) -> None:
    one, other = mailers[0], somebody()
    number = int(other.mail(f"jungle challenge {one} {other.name}").text.split()[1].rstrip(":"))
    nobody.mail(f"jungle accept {number} {one} {SECRET}")
    game = nobody.get(f"/api/game/{number}")["id"]
    connection = other.live()
    connection.watch(game)
    nobody.mail(f"jungle move {number} {one} {SECRET} 8-a4")
    assert connection.next("move")["move"] == "a3a4"
    connection.send(type="move", game=game, move="8-g6", ply=1)
    connection.next("ack")
    assert "1. 8-a4   8-g6" in nobody.mail(f"jungle show {number}").text


def test_the_command_line_sends_mail(server: Server, mailers: tuple[str, str]) -> None:
    command = [sys.executable, "-m", "jungle", "mail", "--server", server.url]
    done = subprocess.run([*command, f"all show {mailers[0]}"], capture_output=True, text=True, check=False)
    assert (done.returncode, mailers[0] in done.stdout) == (0, True)
    done = subprocess.run([*command, "jungle dance"], capture_output=True, text=True, check=False)
    assert (done.returncode, "unknown command 'dance'" in done.stdout) == (1, True)


def test_wrong_passwords_lock_out_only_their_source(limited: Server) -> None:
    """The rate-limit keys of `POST /mail` contained None instead of an address, so everybody shared them."""

    def mail(command: str, source: int) -> int:
        headers = {"X_Forwarded_For": f"192.0.2.{source}", "Content_Type": "text/plain"}
        return Client(limited).request("POST", "/mail", command, **headers).status

    assert mail(f"signup mailed {SECRET}", 1) == 200
    assert mail(f"jungle small mailed {SECRET}", 1) == 200
    assert [mail("jungle small mailed wrong-one", 2) for _ in range(4)] == [401, 401, 429, 429]
    assert mail(f"jungle small mailed {SECRET}", 1) == 200


def test_sign_ups_are_limited_by_source(limited: Server) -> None:
    def sign_up(number: int, source: int) -> int:
        headers = {"X_Forwarded_For": f"198.51.100.{source}", "Content_Type": "text/plain"}
        return Client(limited).request("POST", "/mail", f"signup crowd{number} {SECRET}", **headers).status

    statuses = [sign_up(number, 1) for number in range(30)]
    assert 429 in statuses
    assert sign_up(99, 2) == 200


def test_a_command_reads_its_game_once_and_renders_its_board_once(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up, written = [], []

    def find_game(connection: sa.Connection, board: str) -> Any:
        looked_up.append(board)
        return rows.find_game(connection, board)

    def board_text(game: BoardGame, viewer: Side | None = None, **options: Any) -> str:
        written.append(viewer)
        return boards.board_text(game, viewer, **options)

    async def story(house: House) -> None:
        for name in ("anna", "bert"):
            await house.services.accounts.update(house.people[name].id, mail_moves="always")
        row = await house.row(await house.game(days=3))
        monkeypatch.setattr(board_commands, "find_game", find_game)
        monkeypatch.setattr(notices, "board_text", board_text)
        sender = Sender("http", "192.0.2.1")
        for name, move in (("anna", "8-a4"), ("bert", "8-g6")):
            reply = await house.services.mail.run(f"jungle move {row['number']} {name} password {move}", "", sender)
            assert (reply.status, move in reply.text) == (200, True)
        # One board per player; the reply to the command is one of them.
        assert len(looked_up) == 2
        assert len(written) == 4
        looked_up.clear()
        reply = await house.services.mail.run(f"jungle move {row['number']} anna password 8-d9", "", sender)
        assert (reply.status, len(looked_up)) == (422, 1)

    in_house(data, story)
