"""How Alembic reaches the database: by the connection that `prepare` hands over."""

from alembic import context

from algorally.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
