"""Messages, tournaments, reports, the log of admin actions, and the opening explorer."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Identity = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

PROTECT_SQLITE = """
CREATE TRIGGER admin_acts_{event} BEFORE {event} ON admin_acts
BEGIN SELECT RAISE(ABORT, 'the log of admins is only added to'); END
"""
PROTECT_POSTGRES = (
    """
CREATE FUNCTION admin_acts_kept() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the log of admins is only added to'; END $$
""",
    """
CREATE TRIGGER admin_acts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON admin_acts
FOR EACH STATEMENT EXECUTE FUNCTION admin_acts_kept()
""",
)


def _user(name: str, *, nullable: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("users.id", ondelete="SET NULL" if nullable else "CASCADE")
    return sa.Column(name, Identity, key, nullable=nullable)


def _number(name: str, default: str | None = "0") -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=default)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.text("false"))


def _text(name: str, *, nullable: bool = False, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable, server_default=default)


def _time(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def upgrade() -> None:
    op.add_column("users", _flag("is_admin"))
    op.add_column("users", _time("muted_until", nullable=True))
    op.add_column("users", _time("banned_until", nullable=True))
    op.add_column("games", _text("tournament_id", nullable=True))
    op.create_table(
        "messages",
        sa.Column("id", Identity, nullable=False),
        _user("from_id"),
        _user("to_id"),
        _text("text"),
        _flag("is_read"),
        _time("at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_messages_to_id_is_read"), "messages", ["to_id", "is_read"])
    op.create_index(op.f("ix_messages_from_id_to_id"), "messages", ["from_id", "to_id"])
    op.create_table(
        "tournaments",
        _text("id"),
        _text("name"),
        _user("by_id", nullable=True),
        _text("terms"),
        _text("status"),
        _time("starts"),
        _time("ends"),
        _time("created"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(op.f("ix_tournaments_status_starts"), "tournaments", ["status", "starts"])
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Text(), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        _user("user_id"),
        *map(_number, ("score", "streak", "games", "wins")),
        _text("results", default=""),
        _number("blues"),
        sa.Column("last_id", Identity),
        _text("game_id", nullable=True),
        _flag("is_away"),
        _time("joined"),
        sa.PrimaryKeyConstraint("tournament_id", "user_id", name=op.f("pk_entrants")),
    )
    op.create_table(
        "reports",
        sa.Column("id", Identity, nullable=False),
        _user("by_id", nullable=True),
        _user("about_id"),
        _text("game_id", nullable=True),
        _text("reason"),
        _text("status"),
        _time("at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_reports_status_at"), "reports", ["status", "at"])
    op.create_index(op.f("ix_reports_about_id"), "reports", ["about_id"])
    op.create_table(
        "admin_acts",
        sa.Column("id", Identity, nullable=False),
        *map(_text, ("by", "act", "about", "detail")),
        _time("at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_acts")),
        sqlite_autoincrement=True,
    )
    if op.get_bind().dialect.name == "sqlite":
        for event in ("UPDATE", "DELETE"):
            op.execute(PROTECT_SQLITE.format(event=event))
    else:
        for statement in PROTECT_POSTGRES:
            op.execute(statement)
    op.create_table(
        "unexplored",
        sa.Column("game_id", sa.Text(), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_unexplored")),
    )
    op.execute("INSERT INTO unexplored SELECT id FROM games WHERE status = 'ended' AND fen IS NULL")
    op.create_table(
        "explored",
        *map(_text, ("kind", "rules")),
        sa.Column("key", sa.BigInteger(), autoincrement=False, nullable=False),
        _text("move"),
        *(_number(name, None) for name in ("blue", "red", "draws")),
        sa.PrimaryKeyConstraint("kind", "rules", "key", "move", name=op.f("pk_explored")),
    )


def downgrade() -> None:
    for table in ("explored", "unexplored", "admin_acts", "reports", "entrants", "tournaments", "messages"):
        op.drop_table(table)
    op.drop_column("games", "tournament_id")
    for column in ("banned_until", "muted_until", "is_admin"):
        op.drop_column("users", column)
