"""Confirmation links, one-click unsubscribe, second factors, and mails being processed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("totp_secret", sa.Text()))
    op.add_column("users", sa.Column("totp_step", sa.BigInteger()))
    op.add_column("users", sa.Column("unsubscribe", sa.Text()))
    op.create_index("ix_users_unsubscribe", "users", ["unsubscribe"], unique=True)
    op.create_index("ix_users_address", "users", ["address"])
    op.add_column("tokens", sa.Column("data", sa.Text(), nullable=False, server_default=""))
    op.add_column("outbox", sa.Column("unsubscribe", sa.Text()))
    op.add_column("mails_seen", sa.Column("done", sa.Boolean(), nullable=False, server_default=sa.true()))
    # Mail passwords can no longer change anything about an account, so existing ones remain valid.
    # Until now an address was stored without a link that confirms it, so it may be a stranger's.
    op.execute("UPDATE users SET address = NULL")
    # The reset links in sent mails are secrets.
    op.execute("UPDATE outbox SET body = '' WHERE state = 'sent'")


def downgrade() -> None:
    op.drop_column("mails_seen", "done")
    op.drop_column("outbox", "unsubscribe")
    op.drop_column("tokens", "data")
    op.drop_index("ix_users_address", "users")
    op.drop_index("ix_users_unsubscribe", "users")
    for name in ("unsubscribe", "totp_step", "totp_secret"):
        op.drop_column("users", name)
