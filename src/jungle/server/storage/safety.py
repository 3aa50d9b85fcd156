"""The safety level of a database: which rules that protect people its servers must enforce.

A migration that brings such a rule, for example that strangers do not see children's names, raises the level in the
database, and this file the level that the server knows. A server that knows less than the database demands does not
start, and one that is running stops within seconds. Other migrations leave the level alone, so that servers of two
versions can run side by side.
"""

import sqlalchemy as sa

from jungle.server.storage.database import DatabaseError
from jungle.server.storage.schema import server_state

LEVEL = 1
"""1: children's accounts, families and classes."""
SAFETY = "safety"
"""The level in `server_state`."""


class UnsafeServerError(DatabaseError):
    """This server does not know the rules that protect people in this database."""


def check_safety(connection: sa.Connection) -> None:
    """Raise UnsafeServerError if the database demands a higher level than this server knows."""
    demanded = connection.execute(sa.select(server_state.c.value).where(server_state.c.name == SAFETY)).scalar()
    if (demanded or 0) > LEVEL:
        raise UnsafeServerError(
            f"it demands safety level {demanded}, but this server knows {LEVEL}; upgrade the server"
        )
