"""What names look like, so that nobody takes one that is easily confused with another."""

import sqlalchemy as sa
from alembic import op

from jungle.server.names import skeleton

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("skeleton", sa.Text()))
    users = sa.table("users", *map(sa.column, ("id", "name", "kind", "closed", "skeleton")))
    named = sa.select(users.c.id, users.c.name).where(users.c.kind.in_(("person", "bot")), users.c.closed.is_(None))
    connection = op.get_bind()
    rows = [{"of": row.id, "look": skeleton(row.name)} for row in connection.execute(named)]
    if rows:
        change = sa.update(users).where(users.c.id == sa.bindparam("of")).values(skeleton=sa.bindparam("look"))
        connection.execute(change, rows)
    op.create_index("ix_users_skeleton", "users", ["skeleton"])


def downgrade() -> None:
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
