"""Indexes for every foreign key and frequent query; presence per server; engine checks of moves; refunds."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Identity = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

INDEXES = (
    ("users", "kind", "created"),
    ("sessions", "expires"),
    ("tokens", "expires"),
    ("games", "blue_id", "status"),
    ("games", "red_id", "status"),
    ("games", "aborted_by", "ended"),
    ("games", "ended"),
    ("challenges", "status", "expires"),
    ("blocks", "blocked_id"),
    ("tournaments", "by_id"),
    ("entrants", "user_id"),
    ("reports", "by_id"),
    ("submissions", "user_id"),
)
REPLACED = (("games", "blue_id", "created"), ("games", "red_id", "created"))


def _name(table: str, *columns: str) -> str:
    return op.f(f"ix_{table}_{'_'.join(columns)}")


def _game() -> sa.Column[str]:
    return sa.Column("game_id", sa.Text(), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False)


def _user() -> sa.Column[int]:
    return sa.Column("user_id", Identity, sa.ForeignKey("users.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    for table, *columns in INDEXES:
        op.create_index(_name(table, *columns), table, columns)
    for table, *columns in REPLACED:
        op.drop_index(_name(table, *columns), table)
    op.add_column("rating_changes", sa.Column("refunded", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("entrants", sa.Column("met", sa.Text(), nullable=False, server_default=""))
    op.execute("UPDATE entrants SET met = CAST(last_id AS TEXT) WHERE last_id IS NOT NULL")
    op.drop_column("entrants", "last_id")
    op.create_table(
        "presences",
        _game(),
        _user(),
        sa.Column("server", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", "server", name=op.f("pk_presences")),
    )
    op.create_index(_name("presences", "user_id"), "presences", ["user_id"])
    op.create_index(_name("presences", "server"), "presences", ["server"])
    op.create_table(
        "move_checks",
        _game(),
        _user(),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("moves", "agreed")),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("lost", "seconds", "spread")),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_move_checks")),
    )
    op.create_index(_name("move_checks", "user_id", "at"), "move_checks", ["user_id", "at"])


def downgrade() -> None:
    op.drop_table("move_checks")
    op.drop_table("presences")
    op.add_column("entrants", sa.Column("last_id", Identity))
    op.drop_column("entrants", "met")
    op.drop_column("rating_changes", "refunded")
    for table, *columns in REPLACED:
        op.create_index(_name(table, *columns), table, columns)
    for table, *columns in INDEXES:
        op.drop_index(_name(table, *columns), table)
