"""Who may use a name: the browser that used it first.

A browser keeps a random text, its `player`. The first request that sends a name together with such a text claims the
name; the database keeps a hash of both. From then on, games, races and scores under this name need the same text.
Names that differ only in the case of letters are the same name. A client without such a text may use names that no
browser has claimed.

>>> owner_of("Ada", "a" * 16) == owner_of("ADA", "a" * 16), owner_of("Ada", "b" * 16) == owner_of("Ada", "a" * 16)
(True, False)
"""

from __future__ import annotations

import hashlib
import hmac

from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from sapper.base.number import quote
from sapper.web.clock import now_ms
from sapper.web.problems import NameTakenError
from sapper.web.tables import names

__all__ = ["claim", "free", "owner_of"]


def owner_of(name: str, player: str) -> str:
    """Return the hash that tells the owner of a name. It says nothing about the player's other names."""
    return hashlib.sha256(f"{_key(name)}\n{player}".encode()).hexdigest()


def claim(engine: Engine, name: str, player: str | None) -> None:
    """Claim a free name for a player, and check that a claimed one is theirs.

    Raises:
        NameTakenError: the name belongs to another browser.
    """
    owner = None if player is None else owner_of(name, player)
    held = _owner(engine, name)
    if held is None and owner is not None:
        try:
            with engine.begin() as connection:
                connection.execute(insert(names).values(key=_key(name), owner=owner, claimed_at=now_ms()))
        except IntegrityError:  # another browser was faster
            held = _owner(engine, name)
    if held is not None and (owner is None or not hmac.compare_digest(held, owner)):
        raise NameTakenError(f"the name {quote(name)} belongs to another player")


def free(engine: Engine, name: str) -> bool:
    """Let another browser claim a name; return whether it was claimed."""
    with engine.begin() as connection:
        return connection.execute(delete(names).where(names.c.key == _key(name))).rowcount > 0


def _owner(engine: Engine, name: str) -> str | None:
    with engine.connect() as connection:
        return connection.execute(select(names.c.owner).where(names.c.key == _key(name))).scalar()


def _key(name: str) -> str:
    return name.casefold()
