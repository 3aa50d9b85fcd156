"""Settings."""

from pathlib import Path

import pytest

from jungle.errors import JungleError
from jungle.server.settings import Settings
from jungle.server.storage.database import connect


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"public_url": "jungle.example.org"}, "public_url: expected a URL"),
        ({"bots": "clever"}, "bots: unknown bot 'clever'; expected one of: easy"),
        ({"smtp_out": "nowhere"}, "smtp_out: expected host:port"),
        ({"port": 99999}, "port: "),
        ({"redis": "http://x"}, "redis: expected a URL such as redis://"),
        ({"log_level": "loud"}, "log_level: expected one of debug"),
        ({"database": "nonsense"}, "database: expected a URL such as postgresql"),
        ({"database": "mysql://x/y"}, "database: expected a URL such as postgresql"),
    ],
)
def test_invalid_settings_are_refused(data: Path, options: dict[str, str | int], words: str) -> None:
    with pytest.raises(JungleError, match=words):
        connect(Settings.load(**options).database, data)
