"""Accounts as stored, and what strangers may see of them."""

import msgspec
import sqlalchemy as sa

from jungle.server.storage.schema import users

ANONYMOUS = "anonymous"
"""The name under which children are shown to people outside their circle."""


def is_child(table: sa.FromClause) -> sa.ColumnElement[bool]:
    """True for a row of `users` that is a child's account, or in kid mode."""
    return sa.or_(table.c.kind == "child", table.c.kid_pin.is_not(None))


def shown_name(table: sa.FromClause) -> sa.ColumnElement[str]:
    """The name in a row of `users` as everybody may see it. `game.privacy.for_viewer` reveals more to acquaintances."""
    return sa.case((is_child(table), ANONYMOUS), else_=table.c.name)


def shown_kind(table: sa.FromClause) -> sa.ColumnElement[str]:
    """The kind in a row of `users`; an account in kid mode looks like a child's."""
    return sa.case((is_child(table), "child"), else_=table.c.kind)


class UserRow(msgspec.Struct, frozen=True, kw_only=True):
    """An account as stored."""

    id: int
    name: str
    key: str
    skeleton: str | None
    kind: str
    password: str | None
    mail_password: str | None
    address: str | None
    mail_moves: str
    board_size: str
    settings: str
    vacation_until: int | None
    vacation_days: int
    vacation_year: int
    created: int
    seen: int
    closed: int | None
    is_admin: bool
    muted_until: int | None
    banned_until: int | None
    totp_secret: str | None
    totp_step: int | None
    wrong_codes: int
    codes_after: int
    unsubscribe: str | None
    kid_pin: str | None

    @property
    def is_child(self) -> bool:
        """A child's account, or any account in kid mode."""
        return self.kind == "child" or self.kid_pin is not None


def read_users(connection: sa.Connection, *chosen: sa.ColumnElement[bool], lock: bool = False) -> list[UserRow]:
    statement = sa.select(users).where(*chosen)
    found = connection.execute(statement.with_for_update() if lock else statement).mappings()
    return [UserRow(**row) for row in found]
