"""What the email commands use."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from jungle.server.game.games import Games
from jungle.server.identity.accounts import Accounts, Attempts
from jungle.server.identity.limits import Limits
from jungle.server.identity.passwords import Passwords
from jungle.server.identity.second_factor import SecondFactors
from jungle.server.lobby.lobby import Lobby
from jungle.server.lobby.messages import Messages
from jungle.server.mail.links import Links
from jungle.server.mail.notices import Notices
from jungle.server.storage.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServices:
    """The services that the email commands use."""

    database: Database
    limits: Limits
    passwords: Passwords
    accounts: Accounts
    attempts: Attempts
    second_factors: SecondFactors
    links: Links
    games: Games
    lobby: Lobby
    messages: Messages
    notices: Notices
    confirm: Callable[[str], Awaitable[str]]
    """Acts on the code of an emailed link, and returns its purpose."""
    now: Callable[[], int]
