"""Coverage-guided fuzzing of the readers of replays.

    python tests/fuzz/fuzz_replays.py -runs=4000 -seed=1

For any bytes only a SapperError may be raised, also where files that are cut off are read as far as they go. What is
read can be measured and written as EVF and RAWVF, and reads the same again. The first byte chooses the
ending of the file's name, because some formats are recognised by it. The options are those of libFuzzer.
"""

import sys
from contextlib import suppress
from pathlib import Path

from driver import fuzz

sys.path.insert(0, str(Path(__file__).parents[2]))

from sapper import Layout, Replay, SapperError
from sapper.replay.recording import ENDINGS, Kind, read_recordings
from sapper.replay.table import describe
from tests.python import replay_files as files

ROWS, COLS = 3, 4
MINES = ((0, 0), (2, 3))
EVENTS = [
    (Kind.LEFT_DOWN, 0, 56, 8),
    (Kind.LEFT_UP, 120, 56, 8),
    (Kind.MOVE, 300, 60, 40),
    (Kind.RIGHT_DOWN, 480, 56, 40),
    (Kind.RIGHT_UP, 560, 56, 40),
    (Kind.MIDDLE_DOWN, 900, 40, 40),
    (Kind.MIDDLE_UP, 1030, 40, 40),
]
LONGEST_INPUT = 700


def _seeds() -> list[bytes]:
    game = (ROWS, COLS, MINES, EVENTS)
    old = files.write_evf_old(*game)
    whole = [
        files.write_avf(*game),
        files.write_avf(*game, free=True),
        files.write_rmv(*game),
        files.write_rmv(*game, kind=2),
        files.write_umf(*game),
        files.write_mvf(*game),
        files.write_mvf(*game, year=2006),
        *(files.write_mvf_old(*game, version=version) for version in ("0.96", "0.76", "0.75")),
        *(files.write_evf_old(*game, version=version) for version in range(4)),
        files.write_evfs([("one", old), ("two", old)]),
        files.write_msor(ROWS, COLS, MINES, [(0, 100, 0, 2, [(0, 2)]), (1, 200, 2, 3, [])], {(0, 2): 0}),
    ]
    replay = Replay.read(files.write_evf_old(*game))
    whole += [replay.to_evf(), replay.to_rawvf()]
    return [bytes([ending]) + data for data in whole for ending in range(len(ENDINGS) + 1)]


def check(data: bytes) -> None:
    """Read some bytes as a replay; raise what must not be raised."""
    if not data:
        return
    ending = ENDINGS[data[0]] if data[0] < len(ENDINGS) else ""
    for partial in (False, True):
        with suppress(SapperError):
            for _, recording in list(read_recordings(data[1:], ending.removeprefix("."), partial=partial)):
                check_replay(Replay(recording))


def check_replay(replay: Replay) -> None:
    """Measure a replay, write it and read it again."""
    describe(replay)
    assert isinstance(replay.layout, Layout)
    for write in (Replay.to_evf, Replay.to_rawvf):
        try:
            written = write(replay)
        except SapperError:
            continue
        again = Replay.read(written)
        assert again.layout.mines == replay.layout.mines
        # RAWVF has no word for a flag that was set before the game.
        assert write is Replay.to_rawvf or again.clicks == replay.clicks


if __name__ == "__main__":
    fuzz(check, _seeds(), longest=LONGEST_INPUT, packages={"sapper"})
