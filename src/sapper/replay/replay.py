"""A replay: a recorded game, read from a file of another program, played and measured.

>>> import sapper
>>> text = b"Width: 3\\nHeight: 2\\nMines: 1\\nBoard:\\n*00\\n000\\nEvents:\\n0.00 lc (40 8)\\n0.10 lr (40 8)\\n"
>>> replay = sapper.Replay.read(text + b"1.00 lc (8 24)\\n1.50 lr (8 24)\\n")
>>> replay.format, replay.layout.mines, [(click.kind, click.cell, click.at) for click in replay.clicks]
('rawvf', [(0, 0)], [('left', (0, 2), 0.1), ('left', (1, 0), 1.5)])
>>> replay.won, replay.rtime, replay.statistics.bbbv_s
(True, 1.5, 1.3333333333333333)
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from errno import EISDIR
from functools import cached_property
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from sapper import _engine
from sapper.base.number import quote
from sapper.base.whole_file import writing
from sapper.board.shape import Shape, square_grid
from sapper.errors import InputError, ParseError
from sapper.game.layout import Layout
from sapper.game.statistics import Convention, PlayedStatistics, PointerWay, TimedClick, last_opening, summarize
from sapper.replay.mouse import MouseRules, list_clicks, play_mouse
from sapper.replay.recording import CELL, Events, Kind, Recording, read_recordings

__all__ = ["Replay"]

_MOST_BYTES = 1 << 27  # of a file
_READ_ONLY = os.O_RDONLY | getattr(os, "O_BINARY", 0)
_DEFAULT_RULES = MouseRules()


class Replay:
    """A recorded game; immutable. Made by `Replay.read`, `Replay.read_all` or `Replay.of_clicks`."""

    def __init__(self, recording: Recording, *, rules: MouseRules = _DEFAULT_RULES, name: str = "") -> None:
        """Play a recording by the rules of the mouse.

        Raises:
            LimitError: more cells than the engine allows.
        """
        self._recording = recording
        self._rules = rules
        self._name = name

    @classmethod
    def read(
        cls,
        source: str | os.PathLike[str] | bytes,
        *,
        name: str = "",
        partial: bool = False,
        rules: MouseRules = _DEFAULT_RULES,
    ) -> Replay:
        """Return the replay in a file or in its bytes.

        AVF, MVF, RMV, UMF, EVF, RAWVF, FSVF and MSOR are recognised; of EVFS, which holds several, the first.

        Args:
            source: a path, or the bytes of a file.
            name: the name of the file whose bytes are given; its ending tells the format where the bytes do not.
            partial: whether a file is accepted that is cut off or broken among its events; `fault` says where.
            rules: what programs do differently with the mouse.

        Raises:
            ParseError: no replay, or a broken one; names the byte, or line and column of a text.
            InputError: neither a path nor bytes.
            OSError: the file cannot be read.
        """
        return next(cls.read_all(source, name=name, partial=partial, rules=rules))

    @classmethod
    def read_all(
        cls,
        source: str | os.PathLike[str] | bytes,
        *,
        name: str = "",
        partial: bool = False,
        rules: MouseRules = _DEFAULT_RULES,
    ) -> Iterator[Replay]:
        """Yield every replay of a file: one, or all of an EVFS.

        Raises:
            ParseError, InputError, OSError: as for `read`.
        """
        if isinstance(source, bytes | bytearray):
            data = bytes(source)
        elif isinstance(source, str | os.PathLike):
            data, name = _read_file(source), os.fspath(source)
        else:
            raise InputError(f"a replay is read from a path or from bytes, not {quote(source)}")
        ending = os.path.splitext(name)[1].removeprefix(".").lower()  # a Path takes longer
        for inner, recording in read_recordings(data, ending, partial=partial):
            yield cls(recording, rules=rules, name=f"{name}:{inner}" if ending == "evfs" else name)

    @classmethod
    def of_clicks(
        cls,
        layout: Layout,
        clicks: Iterable[TimedClick],
        *,
        moves: Iterable[tuple[float, float, float]] = (),
        player: str = "",
        started: str = "",
        questions: bool = False,
        rtime: float | None = None,
    ) -> Replay:
        """Return a replay of clicks on a layout, to be written as a file.

        Args:
            layout: squares with eight neighbours.
            clicks: in order; a click beside the board has no cell and is left out.
            moves: places of the pointer as (seconds, x, y), where x and y count cells from the left and top edge.
            player: a name.
            started: when it was played, as ISO 8601.
            questions: whether a right click on a flag puts a question mark.
            rtime: the time of the game in seconds; None stands for that of the last click that reveals a cell or hits
                a mine.

        Raises:
            InputError: another shape than squares.
        """
        if not layout.shape.is_square:
            raise InputError(f"a replay has squares with eight neighbours, not {quote(str(layout.shape))}")
        presses = {
            "left": (Kind.LEFT_DOWN, Kind.LEFT_UP),
            "right": (Kind.RIGHT_DOWN, Kind.RIGHT_UP),
            "chord": (Kind.MIDDLE_DOWN, Kind.MIDDLE_UP),
        }
        rows = [(int(Kind.MOVE), round(1000 * at), round(x * CELL), round(y * CELL)) for at, x, y in moves]
        for click in clicks:
            if click.cell is not None:
                row, col = click.cell
                place = round(1000 * click.at), col * CELL + CELL // 2, row * CELL + CELL // 2
                rows += [(int(kind), *place) for kind in presses[click.kind]]
        rows.sort(key=lambda event: event[1])
        time = None if rtime is None else round(1000 * rtime)
        recording = Recording(
            layout.rows, layout.cols, layout.mines, Events.of(rows), time, questions, player, started
        )
        return cls(recording)

    @property
    def name(self) -> str:
        """The path it was read from; "" of bytes."""
        return self._name

    @property
    def format(self) -> str:
        """The format of the file: "avf", "mvf", "rmv", "umf", "evf", "rawvf", "fsvf" or "msor"."""
        return self._recording.format

    @property
    def recording(self) -> Recording:
        """What the file holds: events, program, player, and what it tells about the game."""
        return self._recording

    @property
    def events(self) -> Events:
        """The events of the mouse, as arrays."""
        return self._recording.events

    @property
    def fault(self) -> ParseError | None:
        """Where reading ended, of a file that is not whole; None otherwise."""
        return self._recording.fault

    @cached_property
    def layout(self) -> Layout:
        """Where the mines are."""
        # The same as Layout.from_mines, without checks that readers have made.
        shape = Shape.of_grid(square_grid(self._recording.rows, self._recording.cols))
        return Layout.of_mines(shape, self._recording.mines)

    @cached_property
    def _game(self) -> _engine.MouseGame:
        one = self._recording
        return play_mouse(self.layout, one.events, cell=one.cell, rules=self._rules, questions=one.questions)

    @cached_property
    def clicks(self) -> tuple[TimedClick, ...]:
        """Every click of the game with its time in seconds."""
        return list_clicks(self._game, self._recording.events, cols=self._recording.cols)

    @cached_property
    def statistics(self) -> PlayedStatistics:
        """All figures of the game that players compare, without `pluck`, which takes an analysis of every move."""
        return self.measure()

    def measure(self, *, convention: Convention = "board", pluck: float | None = None) -> PlayedStatistics:
        """Return the figures of the game under a convention, as `sapper.game.statistics.judge` does.

        Raises:
            InputError: an unknown convention.
        """
        if convention not in ("board", "toollib"):
            raise InputError(f"a convention is 'board' or 'toollib', not {quote(convention)}")
        game = self._game
        return summarize(
            self.layout,
            game.judged,
            lambda: self.clicks,
            self.rtime,
            convention=convention,
            way=PointerWay(self.path, game.click_path * CELL / self._recording.cell, self.fps),
            pluck=pluck,
        )

    @property
    def won(self) -> bool:
        """Whether every safe cell was revealed."""
        return self._game.judged.status is _engine.Status.WON

    @property
    def lost(self) -> bool:
        """Whether a mine was hit."""
        return self._game.judged.status is _engine.Status.LOST

    @cached_property
    def rtime(self) -> float:
        """The time of the game in seconds.

        As the file tells it, else until the last click that reveals a cell or hits a mine.
        """
        told = self._recording.rtime_ms
        if told is not None:
            return told / 1000
        last = last_opening(self._game.judged)
        return 0.0 if last is None else self._recording.events.time_at(self._game.events[last]) / 1000

    @property
    def path(self) -> float:
        """The length of the way of the pointer in pixels of cells of 16 pixels, on the board, from its start on."""
        return self._game.path * CELL / self._recording.cell

    @property
    def fps(self) -> float | None:
        """Reports of the mouse a second, from the first event to the last; None of fewer than two moments."""
        events = self._recording.events
        last = len(events) - 1
        milliseconds = events.time_at(last) - events.time_at(0) if last > 0 else 0
        return 1000 * last / milliseconds if milliseconds else None

    def to_evf(self) -> bytes:
        """Return the replay as an EVF file of version 4, without a checksum.

        Raises:
            InputError: a board or an event that EVF cannot hold.
        """
        return self._recording.to_evf(round(1000 * self.rtime), self.layout.bbbv, self.won)

    def to_rawvf(self) -> bytes:
        """Return the replay as a RAWVF file of revision 6.

        Raises:
            InputError: an event that RAWVF does not have.
        """
        return self._recording.to_rawvf(round(1000 * self.rtime), self.layout.bbbv, self.won)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the replay to a file, whose name ends in .evf or .rawvf.

        Raises:
            InputError: another ending, or as for `to_evf`.
            OSError: the file cannot be written.
        """
        ending = Path(path).suffix.lower()
        if ending not in (".evf", ".rawvf"):
            raise InputError(f"a replay is written as .evf or .rawvf, not {quote(ending)}")
        data = self.to_evf() if ending == ".evf" else self.to_rawvf()
        with writing(Path(path)) as stream:
            stream.write(data)

    def __repr__(self) -> str:
        """Return the format, the level and how the game ended."""
        ended = "won" if self.won else "lost" if self.lost else "unfinished"
        return f"<Replay {self.format} {self.layout.level} {ended} in {self.rtime:.3f} s>"


def _read_file(path: str | os.PathLike[str]) -> bytes:
    try:
        number = os.open(path, _READ_ONLY)
    except ValueError as error:  # a zero in the name
        raise InputError(str(error)) from error
    try:
        kept = os.fstat(number)
        if S_ISDIR(kept.st_mode):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), os.fspath(path))
        size = kept.st_size if S_ISREG(kept.st_mode) else 0
        if 0 < size <= _MOST_BYTES:
            return os.read(number, size)  # a stream asks the system for more than a short file takes
        # Some files never end, and some do not tell their size. Memory is reserved for all that is asked for.
        with os.fdopen(number, "rb", closefd=False) as stream:
            data = stream.read(_MOST_BYTES + 1)
    finally:
        os.close(number)
    if len(data) > _MOST_BYTES:
        raise ParseError(f"the file is longer than {_MOST_BYTES} bytes", byte=_MOST_BYTES)
    return data
