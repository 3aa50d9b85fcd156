"""The schema and its migrations."""

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from jungle.server.storage.database import sqlite_engine
from jungle.server.storage.migrate import upgrade
from jungle.server.storage.schema import metadata


def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = sqlite_engine(tmp_path / "new.sqlite")
    with engine.begin() as connection:
        upgrade(connection)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_every_foreign_key_is_indexed() -> None:
    """Deleting a user looks for rows that refer to them; without an index, that scans the whole table."""
    unindexed = []
    for table in metadata.tables.values():
        indexed = [[column.name for column in index.columns] for index in table.indexes]
        indexed.append([column.name for column in table.primary_key.columns])
        for key in table.foreign_keys:
            if not any(columns[0] == key.parent.name for columns in indexed):
                unindexed.append(f"{table.name}.{key.parent.name}")
    assert unindexed == []
