"""Who plays: two adults, a child of one of them, and an adult and a stranger who only watch."""

import sqlite3
from typing import Final

from jungle.server.identity.sessions import digest_of

IDS: Final = {"annabel": 1, "bertram": 2, "brave-otter-77": 3, "dorothea": 4}
CHILD = "brave-otter-77"
STRANGER = "stranger"
UNSEEN: dict[str, tuple[str, ...]] = {
    "annabel": (),
    "bertram": (CHILD,),
    CHILD: ("bertram", "dorothea"),
    "dorothea": (CHILD,),
    STRANGER: (CHILD,),
}
"""The names that each of them must never be sent. Annabel is the child's mother."""
LATER = 2**50


def move_in(connection: sqlite3.Connection, now: int) -> None:
    """Give everybody an account and a session, whose cookie is their name."""
    for name, user_id in IDS.items():
        kind = "child" if name == CHILD else "person"
        connection.execute(
            'INSERT INTO users (id, name, "key", kind, created, seen) VALUES (?, ?, ?, ?, ?, ?)',
            (user_id, name, name, kind, now, now),
        )
        connection.execute(
            "INSERT INTO sessions (digest, user_id, agent, created, expires) VALUES (?, ?, '', ?, ?)",
            (digest_of(name), user_id, now, LATER),
        )
    connection.execute(
        "INSERT INTO children (user_id, guardian_id, contacts) VALUES (?, ?, 'everyone')", (IDS[CHILD], IDS["annabel"])
    )
    connection.commit()
