"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mails_seen",
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_mails_seen")),
    )
    with op.batch_alter_table("mails_seen", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mails_seen_at"), ["at"], unique=False)

    op.create_table(
        "numbers",
        sa.Column(
            "number",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
            comment="short numbers of challenges and the games they become",
        ),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_numbers")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="the same mail is written once"),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("reply_to", sa.Text(), nullable=True, comment="the Message-ID it answers"),
        sa.Column("state", sa.Text(), nullable=False, comment="waiting, sent or dead"),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("next_try", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_state_next_try"), ["state", "next_try"], unique=False)

    op.create_table(
        "server_state",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_server_state")),
    )
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="the name as it is compared"),
        sa.Column("kind", sa.Text(), nullable=False, comment="person, bot or guest"),
        sa.Column(
            "password", sa.Text(), nullable=True, comment="argon2id; NULL for guests and people who came by mail"
        ),
        sa.Column("mail_password", sa.Text(), nullable=True, comment="argon2id; what goes into mails"),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column(
            "mail_moves", sa.Text(), server_default="correspondence", nullable=False, comment="never or always too"
        ),
        sa.Column("board_size", sa.Text(), server_default="small", nullable=False),
        sa.Column("settings", sa.Text(), server_default="{}", nullable=False),
        sa.Column("vacation_until", sa.BigInteger(), nullable=True),
        sa.Column("vacation_days", sa.Integer(), server_default="30", nullable=False, comment="left this year"),
        sa.Column("vacation_year", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("key", name=op.f("uq_users_key")),
    )
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("blocked_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["users.id"], name=op.f("fk_blocks_blocked_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_blocks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("way", sa.Text(), nullable=False, comment="direct, link or seek"),
        sa.Column("from_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("to_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("confirmed", sa.Boolean(), nullable=False, comment="did the challenger prove who it is?"),
        sa.Column("terms", sa.Text(), nullable=False, comment="JSON of what is to be played"),
        sa.Column("rating_low", sa.Integer(), nullable=True),
        sa.Column("rating_high", sa.Integer(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="open, accepted, declined or cancelled"),
        sa.Column("game_id", sa.Text(), nullable=True),
        sa.Column("rematch_of", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["from_id"], ["users.id"], name=op.f("fk_challenges_from_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["to_id"], ["users.id"], name=op.f("fk_challenges_to_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sa.UniqueConstraint("number", name=op.f("uq_challenges_number")),
    )
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_challenges_from_id_status"), ["from_id", "status"], unique=False)
        batch_op.create_index(batch_op.f("ix_challenges_to_id_status"), ["to_id", "status"], unique=False)
        batch_op.create_index(batch_op.f("ix_challenges_way_status"), ["way", "status"], unique=False)

    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("fen", sa.Text(), nullable=True, comment="where it began, if not as usual"),
        sa.Column("seed", sa.BigInteger(), nullable=False, comment="of the deal: never leaves the server"),
        sa.Column("blue_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("red_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("speed", sa.Text(), nullable=False),
        sa.Column("rating_kind", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.text("(false)"), nullable=False),
        sa.Column("clock_limit", sa.Integer(), nullable=True, comment="milliseconds"),
        sa.Column("increment", sa.Integer(), nullable=True),
        sa.Column("days", sa.Integer(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False, comment="blue or red"),
        sa.Column("moves", sa.Text(), nullable=False, comment="with what flips turned up"),
        sa.Column("status", sa.Text(), nullable=False, comment="started, ended or aborted"),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("blue_ms", sa.BigInteger(), nullable=True, comment="on the clock when the turn began"),
        sa.Column("red_ms", sa.BigInteger(), nullable=True),
        sa.Column("turn_since", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True, comment="when the sweeper ends the game"),
        sa.Column("remind_at", sa.BigInteger(), nullable=True),
        sa.Column("paused_ms", sa.BigInteger(), nullable=True, comment="time left when both agreed to pause"),
        sa.Column("offers", sa.Text(), nullable=False, comment="JSON: kind of offer to colour"),
        sa.Column("blue_gone", sa.BigInteger(), nullable=True, comment="since when no connection follows the game"),
        sa.Column("red_gone", sa.BigInteger(), nullable=True),
        sa.Column("aborted_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("rematch_id", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["aborted_by"], ["users.id"], name=op.f("fk_games_aborted_by"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["blue_id"], ["users.id"], name=op.f("fk_games_blue_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["red_id"], ["users.id"], name=op.f("fk_games_red_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("number", name=op.f("uq_games_number")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_blue_id_created"), ["blue_id", "created"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_deadline"), ["deadline"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_red_id_created"), ["red_id", "created"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_remind_at"), ["remind_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_status_created"), ["status", "created"], unique=False)

    op.create_table(
        "ratings",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "kind", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ratings_kind_rating"), ["kind", "rating"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("digest", sa.Text(), nullable=False, comment="SHA-256 of what the cookie holds"),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_user_id"), ["user_id"], unique=False)

    op.create_table(
        "tokens",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False, comment="space-separated"),
        sa.Column(
            "purpose", sa.Text(), server_default="api", nullable=False, comment="reset: to set a new password once"
        ),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_tokens_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tokens_user_id"), ["user_id"], unique=False)

    op.create_table(
        "events",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("client", sa.Text(), nullable=True, comment="the client's name for a move, so that it counts once"),
        sa.Column("data", sa.Text(), nullable=False, comment="JSON, as it was sent"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_events_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_events")),
    )
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_rating_changes_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_rating_changes")),
    )
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rating_changes_user_id_kind_at"), ["user_id", "kind", "at"], unique=False)

    op.create_table(
        "submissions",
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_submissions_game_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_submissions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_submissions")),
    )


def downgrade() -> None:
    op.drop_table("submissions")
    with op.batch_alter_table("rating_changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rating_changes_user_id_kind_at"))

    op.drop_table("rating_changes")
    op.drop_table("events")
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tokens_user_id"))

    op.drop_table("tokens")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_user_id"))

    op.drop_table("sessions")
    with op.batch_alter_table("ratings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ratings_kind_rating"))

    op.drop_table("ratings")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_status_created"))
        batch_op.drop_index(batch_op.f("ix_games_remind_at"))
        batch_op.drop_index(batch_op.f("ix_games_red_id_created"))
        batch_op.drop_index(batch_op.f("ix_games_deadline"))
        batch_op.drop_index(batch_op.f("ix_games_blue_id_created"))

    op.drop_table("games")
    with op.batch_alter_table("challenges", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_challenges_way_status"))
        batch_op.drop_index(batch_op.f("ix_challenges_to_id_status"))
        batch_op.drop_index(batch_op.f("ix_challenges_from_id_status"))

    op.drop_table("challenges")
    op.drop_table("blocks")
    op.drop_table("users")
    op.drop_table("server_state")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_state_next_try"))

    op.drop_table("outbox")
    op.drop_table("numbers")
    with op.batch_alter_table("mails_seen", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_mails_seen_at"))

    op.drop_table("mails_seen")
