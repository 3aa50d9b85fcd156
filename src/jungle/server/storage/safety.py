"""The safety level of a database: which rules its servers must know, so that they do no harm.

A migration that brings such a rule, for example that strangers do not see children's names, raises the level in the
database, and this file the level that the server knows. A rule that matters only to some data raises it when such data
is first written: servers of the version before can run beside this one until then. A server that knows less than the
database demands does not start, and one that is running stops within seconds. Other migrations leave the level alone.
"""

import sqlalchemy as sa

from jungle.server.storage.database import DatabaseError
from jungle.server.storage.schema import server_state

ROUNDS = 2
LEVEL = ROUNDS
"""1: children's accounts, families and classes. 2: tournaments with rounds, which older servers would run as arenas."""
SAFETY = "safety"
"""The level in `server_state`."""


class UnsafeServerError(DatabaseError):
    """This server does not know the rules of this database."""


def check_safety(connection: sa.Connection) -> None:
    """Raise UnsafeServerError if the database demands a higher level than this server knows."""
    demanded = connection.execute(sa.select(server_state.c.value).where(server_state.c.name == SAFETY)).scalar()
    if (demanded or 0) > LEVEL:
        raise UnsafeServerError(
            f"it demands safety level {demanded}, but this server knows {LEVEL}; upgrade the server"
        )


def demand_safety(connection: sa.Connection, level: int) -> None:
    """Raise the level that the database demands, together with the data that needs it. Older servers then stop."""
    mine = (server_state.c.name == SAFETY, server_state.c.value < level)
    connection.execute(sa.update(server_state).where(*mine).values(value=level))
