"""Cards, decks, and the weak spots that follow from them."""

import json
from collections.abc import Callable
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from jungle import Game, Side
from jungle.engine import Engine, Limit
from jungle.engine.review import review
from jungle.puzzles import PuzzleProgress, all_puzzles, course, puzzles
from jungle.training import (
    DAY,
    Card,
    Deck,
    Grade,
    Mistake,
    drop_unreadable,
    is_as_good,
    load_deck,
    mistake_cards,
    puzzle_key,
    record_answer,
    record_mistakes,
    update_deck,
    weak_spots,
    weakest_puzzles,
)
from jungle.training.deck import CARDS_LIMIT
from jungle.training.memory import Memory
from tests.needs import needs_core

MISTAKE = Mistake("standard", "7/7/3W3/7/7/7/7/4r2/7 b 0 1", "d7d8", "run")


def test_a_failed_puzzle_becomes_a_card_and_a_solved_one_does_not(tmp_path: Path) -> None:
    failed, solved = puzzles()[:2]
    record_answer(tmp_path, solved, Grade.GOOD, now=0)
    record_answer(tmp_path, failed, Grade.AGAIN, now=0)
    deck = load_deck(tmp_path)
    assert [card.puzzle() for card in deck.due(DAY)] == [failed]
    assert deck.due(DAY - 1) == []
    later = record_answer(tmp_path, failed, Grade.GOOD, now=DAY)
    assert later.due(2 * DAY) == []
    assert later.due(30 * DAY)


def test_a_mistake_becomes_a_card_once(tmp_path: Path) -> None:
    deck = Deck().with_mistakes([MISTAKE, MISTAKE], 0)
    assert len(deck.cards) == 1
    assert deck.with_mistakes([MISTAKE], DAY) == deck
    (card,) = deck.due(DAY)
    puzzle = card.puzzle()
    assert puzzle is not None
    assert (puzzle.goal, puzzle.answer.uci(), puzzle_key(puzzle)) == ("better", "d7d8", card.key)
    update_deck(tmp_path, lambda _: deck)
    assert load_deck(tmp_path) == deck


@needs_core
def test_reviews_find_cards_only_among_the_moves_of_people(tmp_path: Path) -> None:
    # Red does not take the wolf in the trap, and lets it into the den; Blue makes no mistake.
    game = Game(fen="7/2l4/3W3/7/7/7/7/7/5C1 b 4 9")
    for move in ("f1g1", "c8b8", "d7d8", "b8b9", "d8d9"):
        game.play(move)
    with Engine(hash_mb=1) as engine:
        reviews = list(review(game, engine, Limit(nodes=3000)))
    (mistake,) = mistake_cards(reviews, {Side.RED})
    assert (mistake.fen, mistake.move) == ("7/2l4/3W3/7/7/7/7/7/6C r 0 1", "c8d8")
    assert mistake_cards(reviews, {Side.BLUE}) == []
    assert record_mistakes(tmp_path, reviews, {Side.RED}) == 1
    assert record_mistakes(tmp_path, reviews, {Side.RED}) == 0
    assert record_mistakes(tmp_path, reviews, ()) == 0
    assert len(load_deck(tmp_path).cards) == 1


@needs_core
def test_another_move_that_is_as_good_counts() -> None:
    game = Game(fen="7/7/7/7/7/7/2L4/7/6c b 0 1")
    best, other, *_ = game.legal_moves()
    assert is_as_good(game, best, best)
    close = Game(fen="7/3W3/7/7/7/7/7/3r3/7 b 0 1")
    assert not is_as_good(close, close.parse_move("d8c8"), close.parse_move("d8d9"))
    assert isinstance(is_as_good(game, other, best), bool)


def test_decks_of_two_devices_are_merged_in_any_order() -> None:
    start = Deck().after("puzzle a", Grade.AGAIN, 0)
    one = start.after("puzzle a", Grade.GOOD, DAY).with_mistakes([MISTAKE], DAY)
    two = start.after("puzzle a", Grade.AGAIN, 2 * DAY).after("puzzle b", Grade.AGAIN, 2 * DAY)
    merged = one.merged(two)
    assert merged == two.merged(one) == merged.merged(one)
    assert merged.cards["puzzle a"] == two.cards["puzzle a"]
    assert set(merged.cards) == {"puzzle a", "puzzle b", MISTAKE.key}


def test_the_best_known_cards_are_dropped_if_there_are_too_many() -> None:
    memories = {f"puzzle {n}": Card(f"puzzle {n}", Memory(n + 1, 5, 0, DAY)) for n in range(CARDS_LIMIT + 5)}
    deck = Deck().merged(Deck(memories))
    assert set(memories) - set(deck.cards) == {f"puzzle {CARDS_LIMIT + n}" for n in range(5)}


@pytest.mark.parametrize(
    "spoil",
    [
        lambda card: card.pop("memory"),
        lambda card: card["memory"].update(due="soon"),
        lambda card: card["memory"].update(stability=0),
        lambda card: card.update(key="game 123"),
        lambda card: card["mistake"].update(move="a1a9"),
        lambda card: card["mistake"].update(rules="chess"),
        lambda card: card["mistake"].update(fen="8/8 b"),
    ],
)
def test_a_card_that_cannot_be_opened_is_skipped_until_it_is_dropped(
    tmp_path: Path, spoil: Callable[[dict[str, dict[str, object]]], object]
) -> None:
    other = "puzzle " + puzzles()[0].id
    update_deck(tmp_path, lambda deck: deck.with_mistakes([MISTAKE], 0).after(other, Grade.AGAIN, 0))
    path = tmp_path / "cards.json"
    cards = json.loads(path.read_text())
    spoil(cards[0])
    path.write_text(json.dumps(cards))
    assert list(load_deck(tmp_path).cards) == [other]
    update_deck(tmp_path, lambda deck: deck.after(other, Grade.GOOD, DAY))
    assert load_deck(tmp_path).unreadable == (cards[0],)
    assert [drop_unreadable(tmp_path), drop_unreadable(tmp_path)] == [1, 0]
    assert list(load_deck(tmp_path).cards) == [other]
    assert not list(tmp_path.glob("cards.broken-*"))


@pytest.mark.parametrize("text", ["", "[", "{}", '"cards"'])
def test_a_broken_file_is_moved_out_of_the_way(tmp_path: Path, text: str) -> None:
    (tmp_path / "cards.json").write_text(text)
    assert load_deck(tmp_path) == Deck()
    assert list(tmp_path.glob("cards.broken-*"))


def add_cards(folder: str, name: str) -> None:
    for number in range(20):
        update_deck(Path(folder), lambda deck, key=f"puzzle {name}{number}": deck.after(key, Grade.AGAIN, 0))  # type: ignore[misc]


def test_two_programs_lose_no_card(tmp_path: Path) -> None:
    workers = [get_context("spawn").Process(target=add_cards, args=(str(tmp_path), name)) for name in "ab"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0
    assert len(load_deck(tmp_path).cards) == 40


def test_cards_of_puzzles_that_are_gone_are_never_due() -> None:
    assert Deck().after("puzzle nothing", Grade.AGAIN, 0).due(9 * DAY) == []


def test_weak_spots_are_the_themes_that_fail() -> None:
    jumps = [puzzle for puzzle in course() if "jump" in puzzle.themes][:8]
    dens = [puzzle for puzzle in course() if puzzle.themes == ("enter_den",)][:8]
    deck = Deck()
    for puzzle in jumps[:6]:
        deck = deck.after(puzzle_key(puzzle), Grade.AGAIN, 0)
    # Solved later: the first try still counts as failed.
    progress = PuzzleProgress(solved=frozenset(puzzle.id for puzzle in (*jumps, *dens)))
    spots = weak_spots(progress, deck)
    assert (spots[0].theme, spots[0].solved, spots[0].tried) == ("jump", 2, 8)
    low, high = spots[0].interval()
    assert low < spots[0].rate < high
    training = weakest_puzzles(progress, deck)
    assert len(training) == 10
    assert all("jump" in puzzle.themes and puzzle.id not in progress.solved for puzzle in training)
    assert weakest_puzzles(PuzzleProgress(), Deck()) == []
    everything = replace(progress, solved=frozenset(puzzle.id for puzzle in all_puzzles()))
    assert weakest_puzzles(everything, deck) == []
