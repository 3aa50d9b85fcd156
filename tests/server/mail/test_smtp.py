"""Real SMTP in both directions: every command, loops, and failing receivers."""

import itertools
import re
import smtplib
from collections.abc import Iterator

import pytest

from jungle.terminal.ansi import width
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.diagrams import SOURCE, SOURCE_WITH_LEGEND
from tests.server.harness.post import SECRET, Post, join, link_of, posted, text_of
from tests.server.harness.waiting import wait_until

_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    with posted(tmp_path_factory.mktemp("post") / "data") as opened:
        yield opened


@pytest.fixture
def pair(post: Post) -> tuple[str, str]:
    """Two users who signed up by email."""
    number = next(_numbers)
    names = f"ann{number}", f"ben{number}"
    for name in names:
        join(post, name)
    return names


def begin(post: Post, one: str, two: str, options: str = "") -> str:
    """Start a game that the first player offers and the second accepts. Returns its board number."""
    known = len(post.inbox.to(two))
    post.ask(one, f"jungle challenge {one} {two} {options}")
    post.wait(two, known)
    number = str(post.inbox.to(two)[known]["Subject"].split()[1].rstrip(":"))
    invitation = post.inbox.to(two)[known].get_content()
    assert f"jungle accept {number} {two} password" in invitation
    assert f"{post.server.url}/challenge/" in invitation
    known = len(post.inbox.to(one))
    post.ask(two, f"jungle accept {number} {two} {SECRET}")
    assert f"{one} (Blue) to move" in post.wait(one, known)  # The player who moves first is notified.
    return number


def test_every_command_by_mail(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    # Help needs no account.
    assert "jungle move board userid password move[#moveno]" in post.ask("stranger", "help")
    assert SOURCE_WITH_LEGEND in post.ask("stranger", "jungle help")
    assert post.ask("stranger", "help signoff") == "signoff userid password\n"
    assert "unknown command 'dance'" in post.ask("stranger", "jungle dance")
    number = begin(post, one, two)
    # The first board matches the source exactly; the other player sees their own den at the bottom.
    mine, theirs = (text_of(post.inbox.to(name)[-1]) for name in pair)
    assert SOURCE in mine
    assert theirs.index("BLUE<") < theirs.index("RED<")
    # A move is sent to both players, and may be written in upper or lower case.
    known = len(post.inbox.to(two))
    mine = post.ask(one, f"Jungle MOVE {number} {one} {SECRET} 8-A4")
    theirs = post.wait(two, known)
    assert "  1. 8-a4" in mine
    assert "  1. 8-a4" in theirs
    assert mine.index("RED<") < mine.index("BLUE<")
    assert theirs.index("BLUE<") < theirs.index("RED<")
    assert f"{post.server.url}/game/" in mine
    # A wrong move number is refused, and the board is sent back.
    refused = post.ask(two, f"jungle move {number} {two} {SECRET} 8-g6#4")
    assert "expected move 1, got #4" in refused
    assert "RED<" in refused
    assert "1-a6" in post.ask(two, f"jungle move {number} {two} {SECRET} 1-a6#1")
    assert f"it is {one}'s turn" in post.ask(two, f"jungle move {number} {two} {SECRET} 8-g6")
    assert "the name or the password is wrong" in post.ask(one, f"jungle move {number} {one} wrong 8-a5")
    # Submit, confirm and preview.
    assert f"confirm {number} {one}" in post.ask(one, f"jungle submit {number} {one} {SECRET} 8-a5#2")
    assert "  2." not in post.ask(one, f"jungle show {number}")
    assert "  2. 8-a5" in post.ask(one, f"jungle confirm {number} {one} {SECRET}")
    assert "v8 " in post.ask(two, f"jungle preview {number} 8-g6 7-g2")
    assert f"Board {number} before move 1" in post.ask(two, f"jungle show {number}#1")
    # Sizes.
    assert "now large" in post.ask(one, f"jungle large {one} {SECRET}")
    rows = [line for line in post.ask(two, f"jungle move {number} {two} {SECRET} 8-g6").splitlines() if "|" in line]
    assert len(rows) == 9
    rows = [line for line in post.ask(one, f"jungle move {number} {one} {SECRET} 7-g2").splitlines() if "|" in line]
    assert len(rows) == 27
    assert "now small" in post.ask(one, f"jungle small {one} {SECRET}")
    # Chat.
    known, own = len(post.inbox.to(two)), len(post.inbox.to(one))
    assert "Sent." in post.ask(one, f"jungle chat {number} {one} {SECRET}", "well played")
    assert f"{one} says: well played" in post.wait(two, known)
    assert len(post.inbox.to(one)) == own + 1, "the sender knows what was sent"
    known = len(post.inbox.to(two))
    assert f"Sent to {two}" in post.ask(one, f"message {one} {SECRET} {two}", "shall we meet?")
    assert "shall we meet?" in post.wait(two, known)
    # Offers.
    known = len(post.inbox.to(one))
    post.ask(two, f"jungle move {number} {two} {SECRET} propose draw")
    assert f"{two} offers a draw" in post.wait(one, known)
    assert "offers" not in post.ask(one, f"jungle move {number} {one} {SECRET} reject draw")
    post.ask(one, f"jungle move {number} {one} {SECRET} propose undo")
    assert "7-g2" not in post.ask(two, f"jungle move {number} {two} {SECRET} accept undo")
    # Lists.
    for command in (f"jungle games {one}", f"jungle games {one} next", f"all show {one} active", "list jungle"):
        assert f"{number:>6}  jungle" in post.ask("stranger", command), command
    known = len(post.inbox.to(two))
    assert "You have lost the game." in post.ask(one, f"jungle resign {number} {one} {SECRET}")
    assert "You have won the game!" in post.wait(two, known)
    assert f"{number:>6}" in post.ask("stranger", "jungle history")
    assert f"{two:<22}    1 won" in post.ask("stranger", "jungle standings")
    assert two in post.ask("stranger", "jungle ratings")
    assert "correspondence" in post.ask("stranger", f"jungle show {two}")
    assert f"{number:>6}" in post.ask("stranger", f"jungle games {two} inactive")


def test_subjects_say_what_happened(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    number = begin(post, one, two)

    def subjects() -> list[str]:
        return [str(post.inbox.to(name)[-1]["Subject"]) for name in pair]

    begins = f"Jungle {number}: your game with"
    assert subjects() == [f"{begins} {two} begins, your move", f"{begins} {one} begins, {one} to move"]
    known = len(post.inbox.to(two))
    post.ask(one, f"jungle move {number} {one} {SECRET} 8-a4")
    post.wait(two, known)
    played = "played 8-a4"
    assert subjects() == [
        f"Jungle {number}: you {played}, {two} to move",
        f"Jungle {number}: {one} {played}, your move",
    ]
    post.ask(one, f"jungle move {number} {one} {SECRET} 8-a5")
    assert subjects()[0] == "Refused: jungle move …"
    post.ask(one, f"jungle show {number}")
    assert subjects()[0] == "Re: jungle show …"
    for name, move in ((two, "8-g6"), (one, "8-a5"), (two, "8-g5")):  # A game that has only just started is aborted.
        post.ask(name, f"jungle move {number} {name} {SECRET} {move}")
    known = len(post.inbox.to(two))
    post.ask(one, f"jungle resign {number} {one} {SECRET}")
    post.wait(two, known)
    assert subjects() == [f"Jungle {number}: you lost to {two}", f"Jungle {number}: you won against {one}"]
    refused = post.ask(one, f"jungle resign {number} {one} {SECRET}")
    assert refused.startswith(f"your game with {two}, board {number}, is over\n")


def test_boards_use_the_senders_size_and_side(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    number = begin(post, one, two)
    post.ask(two, f"jungle large {two} {SECRET}")
    for command in (f"show {number}", f"show {number}#1", f"preview {number} 8-a4"):
        small, large = post.ask(one, f"jungle {command}"), post.ask(two, f"jungle {command}")
        rows = [[line for line in text.splitlines() if "|" in line] for text in (small, large)]
        assert [len(lines) for lines in rows] == [9, 27], command
        # Each player's own den is at the bottom.
        assert ("^^^" in rows[0][-1], "vvv" in rows[1][-2]) == (True, True), command
    post.ask(one, f"jungle large {one} {SECRET}")
    submitted = post.ask(one, f"jungle submit {number} {one} {SECRET} 8-a4")
    assert len([line for line in submitted.splitlines() if "|" in line]) == 27
    stranger = post.ask("stranger", f"jungle show {number}")
    assert len([line for line in stranger.splitlines() if "|" in line]) == 9


def test_mails_fit_78_columns_and_show_no_position_texts(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    number = begin(post, one, two)
    fen = "l5t/1w3c1"
    for command in (
        f"move {number} {one} {SECRET} 8-d9",
        f"submit {number} {one} {SECRET} 8-d9",
        f"preview {number} 8-d9",
    ):
        refused = post.ask(one, f"jungle {command}")
        assert "Blue elephant to d9: it cannot reach that square from a3\n" in refused
        assert fen not in refused
    post.ask(one, f"jungle chat {number} {one} {SECRET}", "well played " * 20)
    post.ask(one, f"message {one} {SECRET} {two}", "well played " * 20 + "\n" + "象" * 60)
    for command in ("help", "list", f"all show {one}", f"jungle games {one} all", "dance"):
        post.ask(one, command)
    wait_until(lambda: [mail for mail in post.inbox.to(two) if "象" in text_of(mail)], "the message")
    lines = [line for name in pair for mail in post.inbox.to(name) for line in text_of(mail).splitlines()]
    assert [line for line in lines if width(line) > 78 and "://" not in line] == []


def test_the_mail_password_alone_changes_nothing_about_an_account(post: Post, pair: tuple[str, str]) -> None:
    """Every email contains the play-by-email password, so it only requests a change, which a link confirms."""
    one, thief = pair[0], "thief"
    # The thief has the play-by-email password and another address: replies go to the thief, links do not.
    for command, link in (
        (f"change password {one} {SECRET} another-secret", "Confirm a new play-by-email password"),
        (f"change address {one} {SECRET} thief@example.org", "Confirm a new address"),
        (f"signoff {one} {SECRET}", "Confirm closing your account"),
    ):
        known = len(post.inbox.to(one))
        assert "on its way" in post.ask(thief, command)
        post.wait(one, known)
        assert post.inbox.to(one)[known]["Subject"] == link
    assert "now large" in post.ask(one, f"jungle large {one} {SECRET}")
    with post.database() as database:
        stored = "SELECT address, closed FROM users WHERE key = ?"
        assert database.execute(stored, [one]).fetchone() == (f"{one}@example.org", None)
    assert all("Confirm" not in mail["Subject"] for mail in post.inbox.to(thief))


def test_accounts_by_mail(post: Post, pair: tuple[str, str]) -> None:
    one, _ = pair

    def confirmed(command: str, *, by: str = "") -> str:
        """Send a command, then the confirmation code that arrives at the owner's address."""
        post.settle()
        known = len(post.inbox.to(one))
        post.send(one, command)
        mails = wait_until(lambda: post.inbox.to(one)[known + 1 :] and post.inbox.to(one)[known:], "two emails")
        (link,) = [mail for mail in mails if "Confirm" in mail["Subject"]]
        code = re.findall(r"confirm (jungle_\S+)", text_of(link))[0]
        return post.ask(one, f"confirm {code}")

    assert "changed" in confirmed(f"change password {one} {SECRET} another-secret")
    assert "now large" in post.ask(one, f"jungle large {one} another-secret")
    other = f"{one}b"
    assert "on its way to your new address" in confirmed(f"change address {one} another-secret {other}@example.org")
    post.wait(other, 0)
    known = len(post.inbox.to(one))
    token = link_of(post.inbox.to(other)[0])
    assert Client(post.server).post("/api/confirm", {"token": token}) == {"confirmed": "address"}
    assert Client(post.server).refused("/api/confirm", {"token": token}) == (401, "token")
    # The old address is notified, and can undo the change.
    assert "no longer sent to this address" in post.wait(one, known)
    token = link_of(post.inbox.to(one)[known])
    assert Client(post.server).post("/api/confirm", {"token": token}) == {"confirmed": "restore"}
    assert "wrong" in post.ask(one, f"jungle small {one} another-secret")
    assert "is taken" in post.ask("stranger", f"signup {one} whatever-else")


def test_signing_off_by_mail(post: Post, pair: tuple[str, str]) -> None:
    one, _ = pair
    post.settle()
    known = len(post.inbox.to(one))
    post.send(one, f"signoff {one} {SECRET}")
    mails = wait_until(lambda: post.inbox.to(one)[known + 1 :] and post.inbox.to(one)[known:], "two emails")
    (link,) = [mail for mail in mails if mail["Subject"] == "Confirm closing your account"]
    assert Client(post.server).post("/api/confirm", {"token": link_of(link)}) == {"confirmed": "close"}
    assert "wrong" in post.ask(one, f"jungle small {one} {SECRET}")


def test_only_a_named_player_may_challenge(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    assert "by one of the two players" in post.ask("stranger", f"jungle challenge {one} {two}")
    # The player named first moves first, even if the second sends the challenge.
    known = len(post.inbox.to(one))
    answer = post.ask(two, f"jungle challenge {one} {two} -rules=standard -days=3 -unrated")
    assert f"{one} (Blue) against {two} (Red), standard rules, 3 days per move" in answer
    number = post.wait(one, known).split("accept ")[1].split()[0]
    assert "Declined" in post.ask(one, f"jungle decline {number} {one} {SECRET}")
    assert "expected -rules=NAME, -days=N or -unrated" in post.ask(one, f"jungle challenge {one} {two} -colour=green")


def test_a_mail_player_beats_a_browser_player(post: Post, pair: tuple[str, str]) -> None:
    one = pair[0]
    page = sign_up(post.server, f"page{next(_numbers)}")
    terms = {"fen": "7/3C3/7/7/7/7/7/r6/7 b", "days": 2, "colour": "red"}
    known = len(post.inbox.to(one))
    number = page.post(f"/api/challenge/{one}", terms)["challenge"]["number"]
    post.wait(one, known)
    post.ask(one, f"jungle accept {number} {one} {SECRET}")
    game = page.get(f"/api/game/{number}")["id"]
    live = page.live()
    live.watch(game)
    assert "2xd9" not in post.ask(one, f"jungle move {number} {one} {SECRET} 2-d7")
    assert live.next("move")["move"] == "d8d7"
    known = len(post.inbox.to(one))
    live.send(type="move", game=game, move="a2a3", ply=1)
    assert "1-a3" in post.wait(one, known)
    post.ask(one, f"jungle move {number} {one} {SECRET} 2-d8")
    assert live.next("move")["move"] == "a2a3"
    known = len(post.inbox.to(one))
    live.send(type="move", game=game, move="a3a4", ply=3)
    post.wait(one, known)
    assert "You have won the game!" in post.ask(one, f"jungle move {number} {one} {SECRET} 2-d9")
    assert live.next("end")["reason"] == "den"


def test_mail_loops_are_broken_and_repeats_ignored(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    known = len(post.inbox.mails)
    post.send("robot", "help", Auto_Submitted="auto-replied")
    post.send("list", "help", Precedence="bulk")
    post.send("jungle", "help")
    with pytest.raises(smtplib.SMTPResponseException) as refused:
        post.send(one, "help", "x" * 100_000)
    assert refused.value.smtp_code == 552
    once = f"<{next(_numbers)}@once.example.org>"
    post.send(one, f"jungle challenge {one} {two}", Message_ID=once)
    post.send(one, f"jungle challenge {one} {two}", Message_ID=once)
    post.ask(one, "help")  # By now all earlier email has been answered.
    wait_until(lambda: len(post.inbox.mails) >= known + 3, "the answers")
    assert len([mail for mail in post.inbox.to(two) if "challenges you" in mail["Subject"]]) == 1
    assert not [mail for name in ("robot", "list", "jungle") for mail in post.inbox.to(name)]
    assert all(mail["Auto-Submitted"] in ("auto-replied", "auto-generated") for mail in post.inbox.mails)


def test_mail_is_retried_when_the_receiver_fails(post: Post, pair: tuple[str, str]) -> None:
    one, two = pair
    number = begin(post, one, two)
    post.inbox.refusal = "451 later"
    known = {name: len(post.inbox.to(name)) for name in pair}
    post.send(one, f"jungle move {number} {one} {SECRET} 8-a4")
    with post.database() as database:
        tried = "SELECT count(*) FROM outbox WHERE state = 'waiting' AND tries > 0"
        wait_until(lambda: database.execute(tried).fetchone()[0] == 2, "two failed attempts")
        post.inbox.refusal = ""
        for name in pair:
            assert "8-a4" in post.wait(name, known[name])
            assert len(post.inbox.to(name)) == known[name] + 1
        post.inbox.refusal = "550 nobody here"
        post.send(one, "help")
        dead = "SELECT error FROM outbox WHERE state = 'dead'"
        assert "550" in wait_until(lambda: database.execute(dead).fetchall(), "a dead letter")[0][0]
        post.inbox.refusal = ""
