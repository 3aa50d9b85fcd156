import copy
import pickle

import pytest

from jungle import GameError, IllegalMoveError, IllegalMoveReason, JungleError, RecordError, RecordFileError


@pytest.mark.parametrize(
    "error",
    [
        GameError("there is no move to take back"),
        IllegalMoveError("the game is over", IllegalMoveReason.OVER),
        RecordError("expected a result", 3, 14, source="games.jgn"),
        RecordFileError("cannot read games.jgn: Permission denied"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling_between_processes(error: JungleError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(twin) is type(error)
        assert (str(twin), vars(twin)) == (str(error), vars(error))
