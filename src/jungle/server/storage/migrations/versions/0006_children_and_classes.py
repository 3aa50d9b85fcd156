"""Children and their guardians, classes, assignments, and progress stored in the account."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

Identity = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _user(name: str, *, primary_key: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("users.id", ondelete="CASCADE")
    return sa.Column(name, Identity, key, nullable=False, primary_key=primary_key)


def _class(*, primary_key: bool = False) -> sa.Column[str]:
    key = sa.ForeignKey("classes.id", ondelete="CASCADE")
    return sa.Column("class_id", sa.Text(), key, nullable=False, primary_key=primary_key)


def _text(name: str, default: str = "") -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)


def _flag(name: str, default: str = "false") -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.text(default))


def upgrade() -> None:
    op.add_column("users", sa.Column("kid_pin", sa.Text()))
    op.add_column("games", sa.Column("class_id", sa.Text()))
    op.create_index("ix_games_class_id_status", "games", ["class_id", "status"])
    op.add_column("tournaments", sa.Column("class_id", sa.Text()))
    op.create_table(
        "classes",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        _user("teacher_id"),
        sa.Column("code", sa.Text(), nullable=False, unique=True),
        _flag("is_open", "true"),
        _flag("takebacks", "true"),
        _flag("hints", "true"),
        _flag("is_paused"),
        _text("announcement"),
        _text("board"),
        sa.Column("board_version", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_classes_teacher_id", "classes", ["teacher_id"])
    op.create_table(
        "children",
        _user("user_id", primary_key=True),
        _user("guardian_id"),
        sa.Column("class_id", sa.Text(), sa.ForeignKey("classes.id", ondelete="CASCADE")),
        _text("label"),
        sa.Column("card", sa.Text(), unique=True),
        sa.Column("pictures", sa.Text()),
        sa.Column("contacts", sa.Text(), nullable=False),
        sa.Column("hours_from", sa.Integer()),
        sa.Column("hours_to", sa.Integer()),
        _text("zone", "UTC"),
        sa.Column("daily_minutes", sa.Integer()),
    )
    op.create_index("ix_children_guardian_id", "children", ["guardian_id"])
    op.create_index("ix_children_class_id", "children", ["class_id"])
    op.create_table(
        "play_times",
        _user("user_id", primary_key=True),
        sa.Column("day", sa.Text(), primary_key=True),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "pupils",
        _class(primary_key=True),
        _user("user_id", primary_key=True),
        _text("label"),
        sa.Column("joined", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_pupils_user_id", "pupils", ["user_id"])
    op.create_table(
        "answers",
        _class(primary_key=True),
        sa.Column("board_version", sa.Integer(), primary_key=True, autoincrement=False),
        _user("user_id", primary_key=True),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_answers_user_id", "answers", ["user_id"])
    op.create_table(
        "assignments",
        sa.Column("id", sa.Text(), primary_key=True),
        _class(),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_assignments_class_id", "assignments", ["class_id"])
    op.create_table(
        "progress",
        _user("user_id", primary_key=True),
        sa.Column("kind", sa.Text(), primary_key=True),
        sa.Column("key", sa.Text(), primary_key=True),
        sa.Column("stars", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        _flag("first_try"),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger()),
    )


def downgrade() -> None:
    for table in ("progress", "assignments", "answers", "pupils", "play_times", "children", "classes"):
        op.drop_table(table)
    op.drop_column("tournaments", "class_id")
    op.drop_index("ix_games_class_id_status", "games")
    op.drop_column("games", "class_id")
    op.drop_column("users", "kid_pin")
