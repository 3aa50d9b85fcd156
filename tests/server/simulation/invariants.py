"""What must never happen in a simulated world."""


class InvariantError(AssertionError):
    """Something that must never happen has happened."""


def expect(condition: bool, message: str) -> None:
    if not condition:
        raise InvariantError(message)
