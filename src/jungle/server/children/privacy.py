"""Families and classes: whom a child may play, and who sees whose name."""

from dataclasses import dataclass

import sqlalchemy as sa

from jungle.server.errors import ForbiddenError
from jungle.server.identity.accounts import HOUSE_BOT
from jungle.server.identity.users import is_child
from jungle.server.storage.schema import children, classes, pupils, users

CONTACTS = ("bots", "family", "class", "everyone")
"""Whom a child may play; each value includes the previous ones. `everyone` includes strangers found by a seek."""
HIDDEN = "hidden"
"""The kind shown to a child for people outside its circle."""


@dataclass(frozen=True, slots=True)
class Circle:
    """The people a user knows, whose names are shown."""

    family: frozenset[int] = frozenset()
    classmates: frozenset[int] = frozenset()
    """Pupils and teachers of the same classes."""

    def __contains__(self, user_id: int | None) -> bool:
        return user_id in self.family or user_id in self.classmates


def circle_of(connection: sa.Connection, user_id: int) -> Circle:
    """The circle of a child, or of an adult responsible for children."""
    own = sa.select(children.c.guardian_id).where(children.c.user_id == user_id, children.c.class_id.is_(None))
    guardian_id = connection.execute(own).scalar()
    siblings = sa.select(children.c.user_id).where(
        children.c.guardian_id == (user_id if guardian_id is None else guardian_id), children.c.class_id.is_(None)
    )
    family = set(connection.execute(siblings).scalars())
    if guardian_id is not None:
        family.add(guardian_id)
    attended = sa.select(pupils.c.class_id).where(pupils.c.user_id == user_id)
    taught = sa.select(classes.c.id).where(classes.c.teacher_id == user_id)
    ids = set(connection.execute(attended).scalars()) | set(connection.execute(taught).scalars())
    mates: set[int] = set()
    if ids:
        mates |= set(connection.execute(sa.select(pupils.c.user_id).where(pupils.c.class_id.in_(ids))).scalars())
        mates |= set(connection.execute(sa.select(classes.c.teacher_id).where(classes.c.id.in_(ids))).scalars())
    return Circle(frozenset(family - {user_id}), frozenset(mates - {user_id}))


def is_in_class(connection: sa.Connection, user_id: int, class_id: str) -> bool:
    """True for the pupils and the teacher of a class."""
    attends = sa.select(pupils.c.user_id).where(pupils.c.class_id == class_id, pupils.c.user_id == user_id)
    teaches = sa.select(classes.c.id).where(classes.c.id == class_id, classes.c.teacher_id == user_id)
    return any(connection.execute(statement).first() is not None for statement in (attends, teaches))


def check_meeting(connection: sa.Connection, one: int, two: int, *, anonymous: bool = False) -> None:
    """Raise ForbiddenError if one of two users is a child who may not play the other.

    `anonymous` says that neither chose the other, as in a pairing of seeks.
    """
    rows = sa.select(users.c.id, users.c.key, users.c.kind, is_child(users).label("is_child"), children.c.contacts)
    rows = rows.outerjoin(children, children.c.user_id == users.c.id).where(users.c.id.in_((one, two)))
    found = {row.id: row for row in connection.execute(rows)}
    for me, other in ((one, two), (two, one)):
        row, opponent = found[me], found[other]
        if not row.is_child or is_house_bot(opponent.kind, opponent.key):
            continue
        contacts = CONTACTS.index(row.contacts or "everyone")
        circle = circle_of(connection, me)
        if other in circle.family and contacts >= CONTACTS.index("family"):
            continue
        if other in circle.classmates and contacts >= CONTACTS.index("class"):
            continue
        if not anonymous or contacts < CONTACTS.index("everyone"):
            raise ForbiddenError("this child may only play with family and class", "circle")


def is_house_bot(kind: str | None, key: str | None) -> bool:
    """True for a computer player of this server."""
    return kind == "bot" and (key or "").startswith(HOUSE_BOT)
