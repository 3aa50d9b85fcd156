"""Different clocks for the two sides of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

COLUMNS = ("blue_limit", "blue_increment", "red_limit", "red_increment")


def upgrade() -> None:
    for column in COLUMNS:
        op.add_column("games", sa.Column(column, sa.Integer()))


def downgrade() -> None:
    for column in reversed(COLUMNS):
        op.drop_column("games", column)
