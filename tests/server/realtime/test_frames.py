"""The frames of the live connection, and what is generated from them."""

import json

import msgspec
import pytest
from tools.frames import outputs

from jungle.server.game.commands import COMMANDS
from jungle.server.realtime.client_frames import FRAME_TYPES, Move, Offer, Watch, id_of, parse_client_frame
from jungle.server.realtime.server_frames import parse_server_frame


@pytest.mark.parametrize("path", outputs(), ids=lambda path: path.name)
def test_files_generated_from_the_frames_are_current(path: object) -> None:
    assert path.read_text(encoding="utf-8") == outputs()[path], "run python -m tools.frames"  # type: ignore[attr-defined, index]


def test_every_command_frame_has_its_command() -> None:
    assert {frame for frame in FRAME_TYPES.values() if hasattr(frame, "client")} == COMMANDS.keys()


def test_frames_are_read_by_their_type() -> None:
    move = parse_client_frame(b'{"type":"move","game":"abc","move":"a3a4","ply":0,"id":7,"t":"ignored"}')
    assert move == Move(game="abc", move="a3a4", ply=0, id=7)
    assert (move.name, move.client) == ("move", "7")
    assert parse_client_frame(b'{"type":"watch","game":"abc","version":null}') == Watch(game="abc")
    assert parse_client_frame(b'{"type":"offer","game":"abc","kind":"draw"}') == Offer(game="abc", kind="draw")


WRONG = [
    {},
    {"type": "dance"},
    {"type": "move", "game": "abc"},
    {"type": "move", "game": "", "move": "a3a4"},
    {"type": "move", "game": "x" * 21, "move": "a3a4"},
    {"type": "move", "game": "abc", "move": "a3a4", "ply": -1},
    {"type": "move", "game": "abc", "move": "a3a4", "ply": 2**31},
    {"type": "offer", "game": "abc", "kind": "x" * 65},
    {"type": "watch", "game": 5},
    {"type": "class"},
]


@pytest.mark.parametrize("frame", WRONG, ids=json.dumps)
def test_frames_out_of_bounds_are_refused(frame: dict[str, object]) -> None:
    with pytest.raises(msgspec.DecodeError):
        parse_client_frame(json.dumps(frame).encode())


def test_the_id_of_a_refused_frame_is_known() -> None:
    assert id_of(b'{"type":"dance","id":"x1"}') == "x1"
    assert id_of(b'{"type":"dance","id":[1]}') is None
    assert id_of(b"\xff") is None


def test_a_frame_that_is_not_documented_is_noticed() -> None:
    parse_server_frame('{"type":"presence","game":"abc","colour":"red","here":true}')
    with pytest.raises(msgspec.ValidationError, match="unknown field `mood`"):
        parse_server_frame('{"type":"presence","game":"abc","colour":"red","here":true,"mood":"good"}')
