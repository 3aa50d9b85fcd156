"""The help that emails contain."""

from jungle.server.mail.help import help_text
from tests.server.harness.diagrams import SOURCE_WITH_LEGEND


def test_help_names_the_animals_and_draws_the_original_map() -> None:
    text = help_text()
    assert text.endswith(SOURCE_WITH_LEGEND)
    assert "5 leopard (or cougar)" in text
    assert max(map(len, text.splitlines())) <= 78
