"""Wrong second-factor codes are counted per account."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("wrong_codes", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("users", sa.Column("codes_after", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("users", "codes_after")
    op.drop_column("users", "wrong_codes")
