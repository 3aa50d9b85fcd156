"""What happens in classes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PupilLeft:
    """A pupil is no longer a member of a class."""

    class_id: str
    user_id: int
    name: str
