"""Classes in the browser: a whole lesson with a teacher at a projector and pupils on phones, and what is printed."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tools.web_layout import SIZES, faults_of

from jungle.puzzles import puzzles
from tests.web.browser.conftest import PHONE, Axe
from tests.web.browser.online.conftest import NewPerson, Person
from tests.web.browser.online.playing import move

PROJECTOR = (1920, 1080)
SECOND = 1000


def new_class(teacher: Person, name: str = "Chess club") -> tuple[str, str]:
    """Create a class on its page: the id and the code that everybody sees on the wall."""
    page = teacher.open("#/class")
    page.get_by_role("button", name="New class").click()
    page.get_by_label("Name of the class").fill(name)
    page.get_by_role("button", name="Create class").click()
    page.get_by_role("heading", name=name).wait_for()
    code = page.locator(".code-large span").last.inner_text()
    return str(page.url).rpartition("/")[2], code


def join(pupil: Person, code: str) -> str:
    """Join with a code on a phone: the pupil's name as everybody reads it."""
    page = pupil.open("#/join")
    page.get_by_label("Class code").fill(code.lower())
    page.get_by_role("button", name="Join").click()
    name = str(page.locator(".login-card h2").inner_text())
    page.get_by_role("link", name="I have it").click()
    page.get_by_text("Waiting for your teacher").wait_for()
    return name


def test_a_teacher_admits_pupils_and_removes_many(person: NewPerson) -> None:
    teacher = person("", size=PROJECTOR)
    _, code = new_class(teacher)
    wall = teacher.page
    wall.get_by_role("link", name="Pupils and settings").click()
    wall.get_by_text("Let me admit each new pupil").click()
    wall.get_by_role("link", name="Back to class").click()

    pupils = [person(None, size=PHONE, touch=True) for _ in range(3)]
    for pupil in pupils:
        page = pupil.open("#/join")
        page.get_by_label("Class code").fill(code)
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_text("Your teacher will let you into Chess club.")).to_be_visible()
        page.get_by_role("link", name="I have it").click()
        expect(page.get_by_text("Your teacher will let you in.")).to_be_visible()
    expect(wall.get_by_role("heading", name="3 pupils want to join")).to_be_visible()
    assert faults_of(wall, PROJECTOR) == []
    refused = wall.locator(".applicants li strong").first.inner_text()
    wall.get_by_role("button", name=f"Turn {refused} away").click()
    expect(wall.get_by_role("heading", name="2 pupils want to join")).to_be_visible()
    # A reload changes nothing; then both get in at once, on the page they are looking at.
    pupils[2].page.reload()
    expect(pupils[2].page.get_by_text("Your teacher will let you in.")).to_be_visible()
    wall.get_by_role("button", name="Let all in").click()
    expect(wall.get_by_role("heading", name="Here: 2 of 2")).to_be_visible()
    for pupil in pupils[1:]:
        expect(pupil.page.get_by_text("Waiting for your teacher")).to_be_visible()

    # One of them is known; the rest goes.
    wall.get_by_role("link", name="Pupils and settings").click()
    label = wall.locator(".pupils input[type=text]").first
    label.fill("Anna")
    label.press("Tab")
    wall.get_by_role("button", name="Choose all without a label").click()
    assert faults_of(wall, PROJECTOR) == []
    wall.get_by_role("button", name="Remove 1 pupil").click()
    wall.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(wall.locator(".pupils li")).to_have_count(1)
    expect(wall.get_by_role("textbox", name="Label for")).to_have_value("Anna")


def opened_game(pupil: Person) -> str:
    pupil.page.wait_for_url("**/#/game/*")
    pupil.page.wait_for_selector(".view-game .connection[data-state=connected]", state="attached")
    return str(pupil.page.url).rpartition("/")[2]


def is_blue(pupil: Person) -> bool:
    """Whether the board is seen from Blue's side."""
    return pupil.page.locator("jungle-board").get_attribute("turned") is None


@pytest.mark.timeout(400)  # Five browsers, a server, and a connection that the wall must miss.
def test_a_whole_lesson(person: NewPerson) -> None:
    teacher = person("", size=PROJECTOR)
    class_id, code = new_class(teacher)
    wall = teacher.page
    expect(wall.get_by_role("img", name="QR code")).to_be_visible()
    wall.wait_for_function("document.querySelector('img.qr').naturalWidth > 0")
    expect(wall.get_by_text("Nobody has joined yet")).to_be_visible()

    # Four pupils join with the code; the wall shows each of them without a reload.
    pupils = [person(None, size=PHONE, touch=True) for _ in range(4)]
    names = [join(pupil, code) for pupil in pupils]
    expect(wall.get_by_role("heading", name="Here: 4 of 4")).to_be_visible()
    for name in names:
        expect(wall.locator(".plates").get_by_text(name)).to_be_visible()

    # What the teacher announces is on every phone.
    wall.get_by_role("button", name="Announce").click()
    wall.get_by_role("dialog").get_by_label("Announcement").fill("Good morning!")
    wall.get_by_role("dialog").get_by_role("button", name="Announce").click()
    for pupil in pupils:
        expect(pupil.page.locator("#view").get_by_text("Good morning!")).to_be_visible()

    # One round for all: their games open by themselves, and the wall shows both boards.
    wall.get_by_role("button", name="Pair everybody").click()
    wall.get_by_role("dialog").get_by_role("button", name="Start the round").click()
    games = [opened_game(pupil) for pupil in pupils]
    assert len(set(games)) == 2
    expect(wall.locator(".wall jungle-board")).to_have_count(2)
    first = games[0]
    pair = [pupil for pupil, game in zip(pupils, games, strict=True) if game == first]
    blue, red = pair if is_blue(pair[0]) else pair[::-1]
    move(blue, "a3a4")
    small = wall.locator(f'.wall a[href="#/game/{first}"] jungle-board')
    expect(small).to_have_attribute("fen", re.compile(r" r 1"))

    # One reloads in the middle of the game, one loses the connection and comes back: both play on.
    red.page.reload()
    opened_game(red)
    expect(red.page.locator("jungle-board")).to_have_attribute("fen", re.compile(r" r 1"))
    move(red, "g7g6")
    expect(blue.page.locator("jungle-board")).to_have_attribute("fen", re.compile(r" b 2"))
    blue.may_lose_connection = True
    blue.context.set_offline(True)
    expect(blue.page.locator(".connection")).to_have_attribute("data-state", "offline")
    expect(wall.get_by_role("heading", name="Here: 3 of 4")).to_be_visible(timeout=60 * SECOND)
    blue.context.set_offline(False)
    expect(blue.page.locator(".connection")).to_have_attribute("data-state", "connected", timeout=60 * SECOND)
    expect(wall.get_by_role("heading", name="Here: 4 of 4")).to_be_visible()
    move(blue, "a4a5")
    expect(small).to_have_attribute("fen", re.compile(r" r 3"))

    # A common projector shows both boards with their names, whatever else stands above them.
    wall.set_viewport_size({"width": 1366, "height": 768})
    expect(wall.get_by_role("button", name="End round")).to_be_visible()
    wall.wait_for_function("document.querySelector('.wall').getBoundingClientRect().bottom <= innerHeight")
    wall.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})

    # Everything stands still, and goes on.
    wall.get_by_role("button", name="Pause all").click()
    for pupil in pupils:
        expect(pupil.page.locator("#view").get_by_text("Your teacher has paused the games")).to_be_visible()
        expect(pupil.page.locator("#view").get_by_role("link", name="To class", exact=True)).to_be_visible()

    # A board on every screen: pupils in paused games are brought to it.
    wall.get_by_role("link", name="Teacher's board").first.click()
    wall.get_by_role("button", name="Show").click()
    for pupil in pupils:
        pupil.page.wait_for_url(f"**/#/class/{class_id}")
        expect(pupil.page.get_by_role("grid", name="Teacher's board")).to_be_visible()
    move(teacher, "a3a4")
    for pupil in pupils:
        expect(pupil.page.locator("jungle-board")).to_have_attribute("fen", re.compile(r"^\S+ r 1"), timeout=5 * SECOND)
    square = wall.locator('jungle-board [data-square="{}"]'.format("c7"))
    square.click(button="right")
    for pupil in pupils:
        expect(pupil.page.locator("jungle-board circle")).to_have_count(1)

    # Find the move: everybody answers on their own board, and the tally grows.
    wall.get_by_role("radio", name="Set the right move").check(force=True)
    move(teacher, "g7g6")
    expect(wall.locator("#view").get_by_text("1 right move is set")).to_be_visible()
    wall.get_by_role("button", name="Ask: find the move").click()
    for pupil in pupils:
        expect(pupil.page.locator("#view").get_by_text("find the best move")).to_be_visible()
    for pupil, answer in zip(pupils, ("g7g6", "g7g6", "a7a6", "g7g6"), strict=True):
        move(pupil, answer)
        expect(pupil.page.locator("#view").get_by_text("Your answer:")).to_be_visible()
    tally = wall.get_by_role("list", name="Answers")
    expect(wall.get_by_text("4 of 4 have answered")).to_be_visible()
    expect(tally.locator("li strong")).to_have_text(["3", "1"])
    expect(tally).not_to_contain_text(names[2])
    wall.get_by_role("switch", name="Show who answered what").check(force=True)
    expect(tally.locator("li").nth(1)).to_contain_text(names[2])
    move(pupils[2], "g7g6")  # Answers may be changed.
    expect(tally.locator("li strong")).to_have_text(["4"])
    move(pupils[2], "a7a6")
    expect(tally.locator("li strong")).to_have_text(["3", "1"])
    wall.reload()  # The board and its answers come back.
    expect(wall.get_by_role("list", name="Answers").locator("li strong")).to_have_text(["3", "1"])
    wall.get_by_role("button", name="Reveal the answer").click()
    expect(pupils[0].page.locator("#view").get_by_text("Right!")).to_be_visible()
    expect(pupils[2].page.locator("#view").get_by_text("Not this time")).to_be_visible()
    wall.get_by_role("button", name="Hide").click()

    # Back to the games.
    wall.get_by_role("link", name="Back to class").click()
    wall.get_by_role("button", name="Continue").click()
    assert {opened_game(pupil) for pupil in pupils} == set(games)
    move(red, "g6g5")
    expect(small).to_have_attribute("fen", re.compile(r" b 4"))

    # A game that is over brings points.
    red.page.get_by_role("button", name="Resign").click()
    red.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    standing = wall.get_by_role("region", name="Standing")
    expect(standing.locator("tbody tr").first).to_contain_text(names[pupils.index(blue)])
    expect(standing.locator("tbody tr").first.locator(".score")).to_have_text("1")
    red.page.get_by_role("link", name="Back to class").first.click()
    expect(red.page.get_by_text("Waiting for your teacher")).to_be_visible()

    # A tournament whose length the teacher chooses; everybody who is here is in it.
    other = next(pupil for pupil in pupils if pupil not in pair)
    other.page.get_by_role("button", name="Abort").click()
    other.page.get_by_role("dialog").get_by_role("button", name="Abort").click()  # Children are asked first.
    expect(wall.locator(".wall").get_by_text("Aborted")).to_be_visible()
    wall.get_by_role("button", name="Tournament").click()
    dialog = wall.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Friday cup")
    dialog.get_by_label("Duration").select_option("10")
    expect(dialog.get_by_role("switch", name="Bots")).not_to_be_checked()
    dialog.get_by_role("button", name="Start the tournament").click()
    wall.get_by_role("heading", name="Friday cup").wait_for()
    expect(wall.get_by_role("region", name="Standing").locator("tbody tr")).to_have_count(4)
    # Everybody is paired. The games open by themselves, also for those who still look at the end of the last one.
    for pupil in pupils:
        pupil.page.wait_for_url(lambda url: "#/game/" in url and url.rpartition("/")[2] not in games)
    assert len({pupil.page.url for pupil in pupils}) == 2


@pytest.mark.timeout(200)
def test_a_teacher_plays_everybody_and_switches_takebacks_off(person: NewPerson) -> None:
    teacher = person()
    class_id, code = new_class(teacher)
    pupils = [person(None, size=PHONE, touch=True) for _ in range(2)]
    for pupil in pupils:
        join(pupil, code)
    page = teacher.open(f"#/class/{class_id}/settings")
    page.get_by_role("switch", name="Takebacks").uncheck(force=True)
    page.get_by_role("link", name="Back to class").click()
    page.get_by_role("button", name="Play against all").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("checkbox")).to_have_count(2)
    dialog.get_by_role("radio", name="Blue").check(force=True)
    dialog.get_by_role("button", name="Start the games").click()
    games = {opened_game(pupil) for pupil in pupils}
    assert len(games) == 2
    # All boards stay in sight; from one the teacher goes on to the next.
    expect(page.locator(".wall jungle-board")).to_have_count(2)
    page.locator(".wall a").first.click()
    first = opened_game(teacher)
    move(teacher, "a3a4")
    expect(page.locator("jungle-board")).to_have_attribute("fen", re.compile(r" r 1"))
    page.get_by_role("button", name="Next game").click()
    page.wait_for_url(f"**/#/game/{(games - {first}).pop()}")
    played = next(pupil for pupil in pupils if pupil.page.url.endswith(first))
    move(played, "g7g6")
    expect(played.page.locator("jungle-board")).to_have_attribute("fen", re.compile(r" b 2"))
    expect(played.page.get_by_role("button", name="Take back")).to_be_disabled()


def seat(person: NewPerson, teacher: Person, **options: Any) -> tuple[Person, str, str]:
    """A pupil in a new class of the teacher's: the pupil, their name, and the class."""
    class_id, code = new_class(teacher)
    pupil = person(None, **options)
    return pupil, join(pupil, code), class_id


def assign(page: Any, kind: str, fill: Callable[[Any], None]) -> None:
    page.get_by_role("button", name="New assignment").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name=kind, exact=True).check(force=True)
    fill(dialog)
    dialog.get_by_role("button", name="Assign").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_assignment_is_done_and_the_teacher_sees_it(person: NewPerson, tmp_path: Any) -> None:
    teacher = person()
    pupil, name, class_id = seat(person, teacher, size=PHONE, touch=True)
    page = teacher.open(f"#/class/{class_id}/assignments")
    easy = min(puzzles(), key=lambda puzzle: (len(puzzle.moves), puzzle.rating))
    file = tmp_path / "puzzles.jsonl"
    lines = [json.dumps({"fen": easy.fen, "moves": list(map(str, easy.moves))}) for _ in range(2)]
    file.write_text("\n".join(lines), encoding="utf-8")

    def own(dialog: Any) -> None:
        dialog.get_by_role("radio", name="A file").check(force=True)
        dialog.get_by_label("File with puzzles").set_input_files(file)
        dialog.get_by_text("2 puzzles found").wait_for()
        dialog.get_by_label("Title").fill("Two of mine")

    assign(page, "Puzzles", own)
    assign(page, "Lessons", lambda dialog: dialog.get_by_label("The goal").check())
    mine = page.get_by_role("region", name="Two of mine")
    expect(mine.get_by_role("row", name=name)).to_contain_text("0 of 2")

    # The pupil has it without a reload, and Start leads straight to the first puzzle.
    phone = pupil.page
    phone.get_by_role("link", name="Start: Two of mine").click()
    expect(phone.get_by_text("Puzzle 1 of 2")).to_be_visible()
    expect(phone.locator("jungle-board")).to_have_attribute("fen", re.compile(re.escape(easy.fen.split()[0])))
    move(pupil, str(easy.moves[0]))
    expect(phone.locator("#view").get_by_text("Solved!")).to_be_visible()
    expect(mine.get_by_role("row", name=name)).to_contain_text("1 of 2")
    phone.get_by_role("link", name="Next puzzle").click()
    expect(phone.get_by_text("Puzzle 2 of 2")).to_be_visible()
    move(pupil, str(easy.moves[0]))
    expect(phone.locator("#view").get_by_text("Solved!")).to_be_visible()
    phone.get_by_role("link", name="Next puzzle").click()
    expect(phone.locator(".task.done")).to_contain_text("2 of 2")

    # The table has first tries and time; a spreadsheet gets the same.
    row = mine.get_by_role("row", name=name)
    expect(row).to_contain_text("2 of 2")
    expect(row.locator(".number").first).to_have_text("2")
    with page.expect_download() as download:
        page.get_by_role("link", name="Results as CSV").click()
    saved = tmp_path / "results.csv"
    download.value.save_as(saved)
    assert "Two of mine: done" in saved.read_text(encoding="utf-8-sig").splitlines()[0]

    # Lessons are opened where they are learnt.
    phone.get_by_role("link", name="Start: The goal").click()
    phone.get_by_role("heading", name="The goal").wait_for()


def test_mistakes_of_a_game_become_an_assignment(person: NewPerson) -> None:
    teacher = person()
    class_id, _ = new_class(teacher)
    page = teacher.open(f"#/class/{class_id}/assignments")

    def mistakes(dialog: Any) -> None:
        dialog.get_by_role("radio", name="A game").check(force=True)
        # Red walks into the den while Blue's elephant goes to and fro.
        dialog.get_by_label("Game record").fill("a3a4 c7d7 a4a3 d7d6 a3a4 d6d5 a4a3 d5d4 a3a4 d4d3 a4a3 d3d2 a3a4 d2d1")
        dialog.get_by_role("button", name="Find the mistakes").click()
        dialog.get_by_text(re.compile(r"\d+ puzzles? found")).wait_for(timeout=60_000)

    assign(page, "Puzzles", mistakes)
    expect(page.get_by_role("heading", name=re.compile(r"\d+ puzzles?"))).to_be_visible()


def test_cards_certificates_and_puzzles_are_printed(person: NewPerson) -> None:
    teacher = person()
    pupil, name, class_id = seat(person, teacher, size=PHONE)
    page = teacher.open(f"#/class/{class_id}/settings")
    page.get_by_label(f"Label for {name}").fill("Mia")
    page.get_by_label(f"Label for {name}").press("Enter")
    page.locator("#toasts").get_by_text("Label saved").wait_for()
    page.get_by_role("button", name="Print login cards").click()
    page.get_by_role("dialog").get_by_role("button", name="Make cards").click()
    card = page.locator(".login-card")
    expect(card).to_have_count(1)
    expect(card).to_contain_text(name)
    expect(card).to_contain_text("Mia")
    expect(card.locator("li")).to_have_count(4)
    pictures = card.locator("li").all_inner_texts()

    # Paper has only what is to be cut out, and the card opens the account.
    page.emulate_media(media="print")
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    page.emulate_media(media="screen")
    again = person(None).open("#/card")
    assert len(pictures) == 4
    assert again.locator("#view").inner_text()

    page = teacher.open(f"#/print?what=certificate&class={class_id}")
    expect(page.locator(".certificate .whose")).to_have_text("Mia")
    page.get_by_label("For what").fill("has beaten the Dragon")
    expect(page.locator(".certificate .why")).to_have_text("has beaten the Dragon")
    page = teacher.open("#/print?what=puzzles&theme=jump&count=12")
    expect(page.locator(".printed-puzzle .picture")).to_have_count(12)
    expect(page.locator(".solutions li")).to_have_count(12)
    assert pupil.page.url.endswith(class_id)


@pytest.fixture
def rooms(person: NewPerson) -> Callable[..., tuple[Person, Person, str]]:
    """A class with everything to see: an announcement, a board that asks, an assignment, a label."""

    def open_class(**options: Any) -> tuple[Person, Person, str]:
        teacher, pupil = person(**options), person(None, **options)
        api = teacher.context.request
        url = f"{teacher.site.url}/api/class"
        made = api.post(url, data={"name": "Chess club"}).json()["class"]
        assert pupil.context.request.post(f"{url}/join", data={"code": made["code"]}).ok
        class_id = made["id"]
        url = f"{url}/{class_id}"
        own = api.get(url).json()["class"]["pupils"][0]["name"]
        start = "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L b 0 1"
        board = {"game": "jungle", "rules": "standard", "fen": start, "moves": ["a3a4"], "ply": 1, "ask": True}
        orders = [
            (api.put, url, {"announcement": "Hello everybody"}),
            (api.put, f"{url}/pupil/{own}", {"label": "Mia"}),
            (api.put, f"{url}/board", {"board": {**board, "arrows": [], "circles": [], "solution": ["g7g6"]}}),
            (
                api.post,
                f"{url}/assignment",
                {"title": "Jumps", "kind": "puzzles", "task": {"theme": "jump", "count": 3}},
            ),
        ]
        for send, address, body in orders:
            answer = send(address, data=body)
            assert answer.ok, answer.text()
        return teacher, pupil, class_id

    return open_class


def visits(rooms: Any, **options: Any) -> Any:
    teacher, pupil, class_id = rooms(**options)
    for part in ("", "/board", "/assignments", "/settings"):
        yield f"teacher {part}", teacher.open(f"#/class/{class_id}{part}")
    for route in ("class", "print?what=puzzles", f"print?what=certificate&class={class_id}", "print?what=cards"):
        yield route, teacher.open(f"#/{route}")
    for part in ("", "/assignments"):
        yield f"pupil {part}", pupil.open(f"#/class/{class_id}{part}")


@pytest.mark.timeout(300)  # Every view of a class, each on six screens and in both looks.
@pytest.mark.parametrize("language", ["en", "zh"])
def test_class_views_are_accessible_and_cut_nothing_off(rooms: Any, axe: Axe, language: str) -> None:
    wrong: list[str] = []
    for view, page in visits(rooms, language=language):
        page.wait_for_load_state("networkidle")
        wrong += [f"{view} {line}" for line in axe.in_both_looks(page)]
        for size in (*SIZES, PROJECTOR):
            wrong += [f"{view} {size}: {fault}" for fault in faults_of(page, size)]
    assert wrong == []


def test_class_dialogs_are_accessible_and_fit(rooms: Any, axe: Axe) -> None:
    teacher, pupil, class_id = rooms(size=PHONE)
    pupil.open(f"#/class/{class_id}")
    page = teacher.open(f"#/class/{class_id}")
    expect(page.get_by_role("heading", name="Here: 1 of 1")).to_be_visible()
    for name in ("Pair everybody", "Play against all", "Tournament", "Announce", "Enlarge the code"):
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("dialog").wait_for()
        assert axe(page) == []
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= PHONE[0]
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_arrows_are_drawn_with_the_keyboard(rooms: Any) -> None:
    teacher, pupil, class_id = rooms()
    phone = pupil.open(f"#/class/{class_id}")
    page = teacher.open(f"#/class/{class_id}/board")
    page.get_by_role("button", name="Reveal the answer").click()
    page.get_by_role("radio", name="Draw").focus()
    page.keyboard.press("Space")
    page.get_by_role("radio", name="Red").focus()
    page.keyboard.press("Space")
    page.locator("jungle-board [tabindex='0']").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("jungle-board path[fill='#c4291c']")).to_have_count(1)
    expect(phone.locator("jungle-board path[fill='#c4291c']")).to_have_count(1)
    page.reload()
    expect(page.locator("jungle-board path[fill='#c4291c']")).to_have_count(1)
    page.get_by_role("button", name="Wipe").click()
    expect(phone.locator("jungle-board path[fill='#c4291c']")).to_have_count(0)


def test_a_pupil_who_is_elsewhere_is_called_to_the_board(rooms: Any) -> None:
    teacher, pupil, class_id = rooms()
    phone = pupil.open("#/puzzles?next=1")
    page = teacher.open(f"#/class/{class_id}/board")
    page.get_by_role("button", name="Hide").click()
    page.get_by_role("button", name="Show").click()
    phone.wait_for_url(f"**/#/class/{class_id}")
    expect(phone.get_by_role("grid", name="Teacher's board")).to_be_visible()
    # In the middle of anything else, an announcement comes as a short notice.
    pupil.open("#/learn")
    page.get_by_role("link", name="Back to class").click()
    page.get_by_role("button", name="Announce", exact=True).click()
    page.get_by_role("dialog").get_by_label("Announcement").fill("Tidy up, please.")
    page.get_by_role("dialog").get_by_role("button", name="Announce").click()
    expect(phone.locator("#toasts")).to_contain_text("Your teacher says: Tidy up, please.")
