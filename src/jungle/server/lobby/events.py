"""What happens between players who are not in a game yet."""

from dataclasses import dataclass

from jungle.server.identity.accounts import User
from jungle.server.identity.users import UserRow
from jungle.server.lobby.rows import ChallengeRow


@dataclass(frozen=True, slots=True)
class ChallengeMade:
    """A player has challenged another by name."""

    challenge: ChallengeRow


@dataclass(frozen=True, slots=True)
class ChallengesCancelled:
    """Challenges of a user who may no longer play were cancelled."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentChatSwitched:
    """The chat of a tournament was closed, or opened again."""

    id: str
    closed: bool


@dataclass(frozen=True, slots=True)
class MessageSent:
    """A player has written to another."""

    id: int
    sender: User
    to: UserRow
    text: str
