"""Scores: the best times of each level, in signed rows.

The key is a file outside the database, so write access to the database is not enough to add or edit a score. A score
is signed only if the seals of its game show that the server itself wrote the game's whole log.

>>> import tempfile
>>> from pathlib import Path
>>> with tempfile.TemporaryDirectory() as folder:
...     key = read_key(Path(folder) / "scores.key")
>>> score = Score("id", "9x9/10", False, "Ada", 12_345, 20, 0, "").sign(key)
>>> score.is_genuine(key), replace(score, time_ms=1).is_genuine(key)
(True, False)
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, get_type_hints

from sqlalchemy import Connection, Engine, delete, func, insert, literal, select, tuple_

from sapper.base.number import quote
from sapper.board.level import Level
from sapper.errors import InputError
from sapper.game.live import LiveGame
from sapper.web.pace import is_machine
from sapper.web.seals import Sealer, read_sealed
from sapper.web.tables import games, scores

__all__ = [
    "PLACES",
    "Score",
    "ScoreTable",
    "backup",
    "find_score",
    "is_key",
    "is_of_machine",
    "is_unfounded",
    "list_tables",
    "place_of",
    "read_best",
    "read_key",
    "read_scores",
    "refusal",
    "restore",
    "row_of",
    "score_of",
    "table_name",
    "wipe",
]

PLACES = 10
_MOST_READ = 1000  # rows read to find that many genuine ones
_KEY_BYTES = 32
_FORMAT = "sapper scores 1"
_NO_GUESS, _MACHINE = " no-guess", " machine"  # parts of the name of a table
_NO_BACKUP = "this is no backup of scores"


@dataclass(frozen=True, slots=True)
class Score:
    """One row of a table of best times."""

    game: str  # the game it was made in
    level: str  # ROWSxCOLS/MINES, with " no-guess" for no-guess games and " machine" for times no person reaches
    helped: bool  # has its own table
    name: str
    time_ms: int  # from the first reveal to the last
    three_bv: int  # fewest clicks without chords, of the layout
    ended_at: int  # milliseconds since 1970
    signature: str  # of all the others, in hex

    @property
    def three_bv_per_s(self) -> float:
        """3BV per second."""
        return self.three_bv / max(self.time_ms / 1000, 0.001)

    def sign(self, key: bytes) -> Score:
        """Return the score with its signature."""
        return replace(self, signature=self._signature(key))

    def is_genuine(self, key: bytes) -> bool:
        """Whether nothing was changed since it was signed."""
        return hmac.compare_digest(self.signature.encode(), self._signature(key).encode())

    def _signature(self, key: bytes) -> str:
        # `asdict` would copy the values, which takes longer than all the rest.
        signed = {name: getattr(self, name) for name in _FIELDS if name != "signature"}
        text = json.dumps(signed, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


_FIELDS: dict[str, type] = get_type_hints(Score)  # the fields of a row of a backup
_KINDS = {str: "a text", bool: "true or false", int: "a whole number"}
_HALF = re.compile("[\ud800-\udfff]")  # a lone surrogate, which JSON can contain


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The table of one level, or its best rows."""

    genuine: tuple[Score, ...]  # the quickest first
    broken: tuple[Score, ...]  # rows that were edited

    @property
    def best(self) -> tuple[Score, ...]:
        """The rows that are shown."""
        return self.genuine[:PLACES]


def read_key(path: Path) -> bytes:
    """Return the key in a file; creates the file, readable by its owner only, if there is none.

    Raises:
        InputError: the file holds no key.
        OSError: it cannot be read or created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        text = path.read_text("ascii", errors="replace").strip()
        try:
            key = bytes.fromhex(text)
        except ValueError:
            key = b""
        if len(key) != _KEY_BYTES:
            raise InputError(
                f"{str(path)!r} is no key for scores: a key has {2 * _KEY_BYTES} hexadecimal digits"
            ) from None
        return key
    with os.fdopen(made, "w") as file:
        key = secrets.token_bytes(_KEY_BYTES)
        file.write(key.hex() + "\n")
    return key


def is_key(text: str, key: bytes) -> bool:
    """Whether a text is the key, as its file holds it."""
    return hmac.compare_digest(text.strip().lower().encode(errors="replace"), key.hex().encode())


def refusal(live: LiveGame) -> str | None:
    """Return why a game has no best time; None if it has one."""
    if live.status != "won" or live.ended_at is None:
        return "the game was not won"
    if live.practice:
        return "the game is practice"
    if live.terms.origin == "daily":
        return "the boards of the day have a table of their own"
    if live.terms.origin == "match":
        return "the other players of the match had the same board"
    if live.has_paused:
        return "the game was paused"
    return None if live.timed else "the server's clock changed during the game, so that its time is not known"


def score_of(live: LiveGame, name: str, key: bytes) -> Score:
    """Return the signed score of a game that has a best time."""
    assert live.ended_at is not None
    time_ms = live.elapsed_ms(live.ended_at)
    machine = is_machine(time_ms, live.three_bv, live.clicks)
    return Score(
        game=live.terms.id,
        level=table_name(live.terms.level, no_guess=live.terms.no_guess, machine=machine),
        helped=live.helped,
        name=name,
        time_ms=time_ms,
        three_bv=live.three_bv,
        ended_at=live.ended_at,
        signature="",
    ).sign(key)


def table_name(level: Level, *, no_guess: bool, machine: bool) -> str:
    """Return the name of a table of a level: of times that people reach, or of others."""
    return f"{level}{_NO_GUESS if no_guess else ''}{_MACHINE if machine else ''}"


def is_of_machine(score: Score) -> bool:
    """Whether no person reaches the time of a score."""
    return score.level.endswith(_MACHINE)


def row_of(score: Score) -> dict[str, Any]:
    """Return the row of a score."""
    return asdict(score)


def read_scores(engine: Engine, key: bytes, level: str, *, helped: bool) -> ScoreTable:
    """Return the whole table of a level."""
    rows = _select(engine, scores.c.level == level, scores.c.helped.is_(helped))
    parts: dict[bool, list[Score]] = {True: [], False: []}
    for score in rows:
        parts[score.is_genuine(key)].append(score)
    return ScoreTable(tuple(parts[True]), tuple(parts[False]))


def read_best(engine: Engine, key: bytes, level: str, *, helped: bool) -> ScoreTable:
    """Return the best rows of the table of a level, with the edited rows among them."""
    parts: dict[bool, list[Score]] = {True: [], False: []}
    table = (scores.c.level == level, scores.c.helped.is_(helped))
    for begin in range(0, _MOST_READ, 2 * PLACES):
        rows = _select(engine, *table, begin=begin, most=2 * PLACES)
        for score in rows:
            parts[score.is_genuine(key)].append(score)
        if len(parts[True]) >= PLACES or len(rows) < 2 * PLACES:
            break
    return ScoreTable(tuple(parts[True][:PLACES]), tuple(parts[False]))


def find_score(engine: Engine, key: bytes, game: str) -> Score | None:
    """Return the score of a game; None if there is none, or it was edited."""
    found = _select(engine, scores.c.game == game)
    return found[0] if found and found[0].is_genuine(key) else None


def place_of(engine: Engine, best: ScoreTable, score: Score) -> int:
    """Return the place of a score in its table, from 1; may be beyond the ten in `best`, of the same table.

    Beyond them it counts rows without checking them, except the edited ones in `best`.
    """
    if score in best.genuine:
        return best.genuine.index(score) + 1
    table = (scores.c.level == score.level, scores.c.helped.is_(score.helped))
    later = tuple_(scores.c.ended_at, scores.c.game) < tuple_(literal(score.ended_at), literal(score.game))
    with engine.connect() as connection:
        quicker = _count(connection, *table, scores.c.time_ms < score.time_ms)
        quicker += _count(connection, *table, scores.c.time_ms == score.time_ms, later)
    return quicker - sum(_rank(edited) < _rank(score) for edited in best.broken) + 1


def list_tables(engine: Engine) -> list[tuple[str, bool]]:
    """Return the tables that have rows: level, and whether with help."""
    with engine.connect() as connection:
        rows = connection.execute(select(scores.c.level, scores.c.helped).distinct()).all()
    return sorted((row.level, row.helped) for row in rows)


def is_unfounded(engine: Engine, key: bytes, score: Score) -> bool:
    """Whether the log of a signed score's game is stored, has seals, and does not lead to that score.

    A game that was deleted, or made before games had seals, proves nothing.
    """
    with engine.connect() as connection:
        if connection.execute(select(games.c.seal).where(games.c.id == score.game)).scalar() is None:
            return False
    live = read_sealed(engine, Sealer(key), score.game)
    return live is None or refusal(live) is not None or score_of(live, score.name, key) != score


def wipe(engine: Engine, level: str | None) -> int:
    """Delete the scores of a level, or all; return how many."""
    with engine.begin() as connection:
        of_level = scores.c.level.in_([f"{level}{rule}{pace}" for rule in ("", _NO_GUESS) for pace in ("", _MACHINE)])
        chosen = delete(scores) if level is None else delete(scores).where(of_level)
        return connection.execute(chosen).rowcount


def backup(engine: Engine) -> str:
    """Return all rows, including broken ones, as text for `restore`."""
    return json.dumps({"format": _FORMAT, "scores": [asdict(score) for score in _select(engine)]}, indent=1) + "\n"


def restore(engine: Engine, key: bytes, text: str) -> tuple[int, int]:
    """Add the genuine rows of a backup that are missing; return the numbers of added and of broken rows.

    A repeated row is added once.

    Raises:
        InputError: the text is no backup; the message names the row at fault.
    """
    read = _read_backup(text)
    genuine = [score for score in read if score.is_genuine(key)]
    there = {score.game: score for score in _select(engine)}
    with engine.begin() as connection:
        for score in genuine:
            if score.game in there and not there[score.game].is_genuine(key):
                connection.execute(delete(scores).where(scores.c.game == score.game))
                del there[score.game]
        # By game, because merged files may repeat a row.
        added = {score.game: asdict(score) for score in genuine if score.game not in there}
        if added:
            connection.execute(insert(scores), list(added.values()))
    return len(added), len(read) - len(genuine)


def _read_backup(text: str) -> list[Score]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # RecursionError: deeply nested brackets
        raise InputError(f"{_NO_BACKUP}: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("scores"), list):
        raise InputError(f"{_NO_BACKUP}: it has no list of scores")
    if content.get("format") != _FORMAT:
        raise InputError(f"the backup is of format {quote(content.get('format'))}, not {_FORMAT!r}")
    return [_read_score(row, number) for number, row in enumerate(content["scores"], 1)]


def _read_score(row: object, number: int) -> Score:
    if not isinstance(row, dict) or row.keys() != _FIELDS.keys():
        raise InputError(f"{_NO_BACKUP}: row {number} must have {', '.join(_FIELDS)}, unlike {quote(row)}")
    for name, kind in _FIELDS.items():
        value = row[name]
        # Not `isinstance`, because bool is an int. A lone surrogate cannot be encoded.
        if type(value) is not kind or (isinstance(value, str) and _HALF.search(value)):
            raise InputError(f"{_NO_BACKUP}: {name} of row {number} must be {_KINDS[kind]}, not {quote(value)}")
    return Score(**row)


def _rank(score: Score) -> tuple[int, int, str]:
    return score.time_ms, score.ended_at, score.game


def _count(connection: Connection, *conditions: Any) -> int:  # noqa: ANN401  # of SQLAlchemy's many types
    return connection.execute(select(func.count()).select_from(scores).where(*conditions)).scalar_one()


def _select(
    engine: Engine,
    *conditions: Any,  # noqa: ANN401  # as above
    begin: int = 0,
    most: int | None = None,
) -> Sequence[Score]:
    chosen = select(scores).where(*conditions).order_by(scores.c.time_ms, scores.c.ended_at, scores.c.game)
    chosen = chosen.offset(begin or None).limit(most)
    with engine.connect() as connection:
        return [Score(**dict(row)) for row in connection.execute(chosen).mappings()]
