"""Migrations, one module per step, applied by Alembic in the order of their revisions.

>>> newest(), revisions()
('0012', ['0012', '0011', '0010', '0009', '0008', '0007', '0006', '0005', '0004', '0003', '0002', '0001'])
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from sapper.web.tables import metadata

__all__ = ["migrate", "newest", "revisions"]

_LOCK = 0x5A99E2  # the advisory lock of PostgreSQL that migrations hold


def migrate(engine: Engine, to: str = "head") -> None:
    """Migrate the tables of a database to a revision, the newest unless `to` names another.

    Processes that start together wait for each other: the first one migrates.
    """
    script = _scripts()

    def upgrade(revision: Any, _: object) -> Any:  # noqa: ANN401  # Alembic has no types for these
        return script._upgrade_revs(to, revision)

    with engine.begin() as connection, EnvironmentContext(Config(), script, fn=upgrade) as environment:
        # Alembic reads the revision after this, so that it sees what another process has done.
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN EXCLUSIVE")
        else:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()


def newest() -> str:
    """Return the last revision."""
    return str(_scripts().get_current_head())


def revisions() -> list[str]:
    """Return all revisions, the last first."""
    return [str(step.revision) for step in _scripts().walk_revisions()]


def _scripts() -> ScriptDirectory:
    here = str(Path(__file__).parent)
    return ScriptDirectory(here, version_locations=[here])
