"""Recognises the format of a replay and reads it."""

from __future__ import annotations

from sapper.errors import ParseError
from sapper.replay.avf import is_avf, read_avf
from sapper.replay.evf import read_evf
from sapper.replay.msor import is_msor, read_msor
from sapper.replay.mvf import is_mvf, read_mvf
from sapper.replay.rawvf import is_rawvf_data, read_rawvf
from sapper.replay.recording import Recording
from sapper.replay.rmv import is_rmv, read_rmv

__all__ = ["ENDINGS", "read_recording"]

# The formats that have no sign of their own at the beginning are told by the ending of the name, if there is one.
_READERS = {
    "avf": read_avf,
    "fsvf": read_avf,
    "evf": read_evf,
    "mvf": read_mvf,
    "rmv": read_rmv,
    "umf": read_rmv,
    "rawvf": read_rawvf,
    "msor": read_msor,
}
ENDINGS = tuple(f".{name}" for name in (*_READERS, "evfs"))
_NEWEST_EVF = 4


def read_recording(data: bytes, *, ending: str = "", partial: bool = False) -> Recording:
    """Return the recording in the bytes of a file of any format but EVFS, which holds many.

    `ending` is that of the file's name, such as "avf"; "" where there is none. `partial` accepts a file that is cut
    off or broken among its events.

    Raises:
        ParseError: no replay, or a broken one; names the byte, or line and column of a text.
    """
    if not data:
        raise ParseError("the file is empty", byte=0)
    return _READERS[_recognise(data, ending.lower())](data, partial=partial)


def _recognise(data: bytes, ending: str) -> str:
    if is_rmv(data):
        return "rmv"
    if data.startswith(b"\x11M"):
        return "mvf"
    if is_msor(data):
        return "msor"
    if is_rawvf_data(data):
        return "rawvf"
    if ending in _READERS:
        return ending
    if is_mvf(data):
        return "mvf"
    # EVF begins with its version, AVF with that of Arbiter (from 0.35 on). Freesweeper writes 0.
    if data[0] > _NEWEST_EVF or (data[0] == 0 and is_avf(data)):
        return "avf"
    return "evf"
