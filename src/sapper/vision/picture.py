"""Pictures: a file, its bytes or an array becomes an array of red, green and blue.

>>> import numpy as np
>>> load_picture(np.zeros((3, 4), np.uint8)).shape
(3, 4, 3)
"""

from __future__ import annotations

import io
import os
import struct
import warnings
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sapper.base.extras import pillow, require
from sapper.base.number import quote
from sapper.errors import InputError, LimitError, ParseError
from sapper.vision.cells import Pixels

__all__ = ["MOST_BYTES", "MOST_PIXELS", "PictureLike", "is_picture", "load_picture"]

# All that `load_picture` reads: the name of a file, the bytes of one, an array of pixels.
PictureLike: TypeAlias = "str | os.PathLike[str] | bytes | NDArray[Any]"

MOST_BYTES = 64 << 20  # of a file
MOST_PIXELS = 36_000_000  # of a picture: a screen of 8K has 33 million
_FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "PPM", "TIFF")


def is_picture(data: bytes) -> bool:
    """Whether some bytes begin as a file with a picture does.

    >>> is_picture(b"GIF89a"), is_picture(b"mines 10")
    (True, False)
    """
    if data[:2] == b"BM":
        return data[2:6] == len(data).to_bytes(4, "little")
    return data.startswith((b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8")) or data[8:12] == b"WEBP"


def load_picture(source: PictureLike, *, most_pixels: int = MOST_PIXELS) -> Pixels:
    """Return the pixels of a picture: rows, columns, and red, green, blue from 0 to 255.

    A file is a PNG, JPEG, WebP, BMP, GIF, PPM or TIFF; of several frames the first is taken. What is transparent is
    white. An array is of whole numbers from 0 to 255, grey or with 3 or 4 colours, the fourth being opacity.

    Raises:
        ParseError: the file is no picture, or is damaged.
        InputError: no such file, an array of another form, or a source of another type.
        LimitError: a picture with more than `most_pixels`, or a file of more than 64 MiB.
        MissingError: the extra `vision` is not installed.
    """
    require("PIL", "vision")
    require("cv2", "vision")
    if isinstance(source, np.ndarray):
        return _from_array(source, most_pixels)
    if isinstance(source, bytes | bytearray | memoryview):
        return _from_bytes(bytes(source), "the picture", most_pixels)
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        try:
            size = path.stat().st_size
            if size > MOST_BYTES:
                raise LimitError(f"{path} has {size} bytes, more than the limit of {MOST_BYTES}")
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}") from error
        return _from_bytes(data, str(path), most_pixels)
    raise InputError(f"a picture is the name of a file, its bytes or an array, not {quote(source)}")


def _from_array(source: NDArray[Any], most_pixels: int) -> Pixels:
    if source.dtype != np.uint8:
        raise InputError(f"an array of pixels has values of type uint8, not {source.dtype}")
    if source.ndim == 2:
        source = np.repeat(source[:, :, None], 3, axis=2)
    if source.ndim != 3 or source.shape[2] not in (3, 4) or not source.size:
        raise InputError(f"an array of pixels has rows, columns and 3 or 4 colours, unlike the shape {source.shape}")
    _check_size((source.shape[1], source.shape[0]), "the picture", most_pixels)
    if source.shape[2] == 4:
        opacity = source[:, :, 3:].astype(np.uint16)
        source = ((source[:, :, :3] * opacity + 255 * (255 - opacity)) // 255).astype(np.uint8)
    return np.ascontiguousarray(source)


def _from_bytes(data: bytes, name: str, most_pixels: int) -> Pixels:
    if len(data) > MOST_BYTES:
        raise LimitError(f"{name} has {len(data)} bytes, more than the limit of {MOST_BYTES}")
    try:
        with warnings.catch_warnings():
            # Pillow warns of large pictures; their size is checked here, before anything is decoded.
            warnings.simplefilter("ignore")
            with pillow.open(io.BytesIO(data), formats=_FORMATS) as image:
                _check_size(image.size, name, most_pixels)
                turned = _turn(image)
                if turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info:
                    ground = pillow.new("RGBA", turned.size, (255, 255, 255, 255))
                    ground.alpha_composite(turned.convert("RGBA"))
                    turned = ground
                return np.array(turned.convert("RGB"))
    except pillow.DecompressionBombError as error:
        raise LimitError(f"{name} has more pixels than the limit of {most_pixels}") from error
    except (OSError, SyntaxError, ValueError, struct.error, EOFError, IndexError, KeyError, OverflowError) as error:
        known = ", ".join(_FORMATS)
        raise ParseError(
            f"{name} cannot be read as a picture ({_shorten(error)}): the formats are {known}"
        ) from error


def _turn(image: Any) -> Any:  # noqa: ANN401  # a picture of Pillow
    """Return a photo the right way up."""
    from PIL import ImageOps  # noqa: PLC0415  # needs the extra

    return ImageOps.exif_transpose(image)


def _check_size(size: tuple[int, int], name: str, most_pixels: int) -> None:
    if size[0] * size[1] > most_pixels:
        raise LimitError(f"{name} has {size[0]} x {size[1]} pixels, more than the limit of {most_pixels}")


def _shorten(error: Exception) -> str:
    text = str(error).partition("<_io")[0].strip()
    return (text or type(error).__name__)[:100]
