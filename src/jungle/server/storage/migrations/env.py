"""Alembic's entry: the connection comes from `jungle.server.storage.migrate`."""

from alembic import context

from jungle.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
