"""What happens to accounts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SessionsRevoked:
    """Sessions or tokens of a user have ended, or what they allow has changed."""

    user_id: int


@dataclass(frozen=True, slots=True)
class CodesGuessed:
    """Somebody who knows a user's password keeps entering wrong second-factor codes."""

    user_id: int
    count: int


@dataclass(frozen=True, slots=True)
class NoticeSettingsChanged:
    """A user's email address, which emails they want, or which devices get notifications, has changed."""

    user_id: int


@dataclass(frozen=True, slots=True)
class VacationChanged:
    """A user's vacation has begun, changed or ended, which shifts the deadlines of their games."""

    user_id: int
