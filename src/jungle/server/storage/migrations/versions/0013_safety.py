"""The safety level: only servers that know how children are protected may use the database."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("INSERT INTO server_state (name, value) VALUES ('safety', 1)")


def downgrade() -> None:
    op.execute("DELETE FROM server_state WHERE name = 'safety'")
