"""Games of people in real browsers on a real server."""

from web.browser.conftest import PHONE
from web.browser.online.conftest import NewPerson
from web.browser.online.playing import RAPID, WALK, begin, look_at, move, moves_of, sees


def test_a_whole_game_to_the_den(person: NewPerson) -> None:
    ann, bob, eve = person(), person(size=PHONE, touch=True), person(None)
    game = begin(ann, bob, **RAPID, rated=True)
    look_at(eve, game)
    played: list[str] = []
    for ply, text in enumerate(WALK.split()):
        move((ann, bob)[ply % 2], text)
        played.append(text)
        for somebody in (ann, bob, eve):
            sees(somebody, " ".join(played))
    ann.page.wait_for_selector(".card h2:has-text('You win!')")
    bob.page.wait_for_selector(".card h2:has-text('You lost')")
    eve.page.wait_for_selector(".card h2:has-text('Blue wins')")
    assert "entering the den" in ann.page.inner_text(".card")
    assert "(+" in ann.page.inner_text(".rating-change")
    assert "(−" in bob.page.inner_text(".rating-change")
    assert moves_of(ann, game) == played
