"""Optional packages, imported when first used; the analysis of boards needs none of them.

Modules import the names below as if they were the packages. Where a package is not installed, its first use
raises `MissingError`, which says what to install.

>>> from sapper.base.extras import arrow
>>> arrow.array([1, 2]).type
DataType(int64)
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from sapper.errors import MissingError

__all__ = [
    "arrow",
    "cv2",
    "distributed",
    "duckdb",
    "figure",
    "matplotlib",
    "parquet",
    "patheffects",
    "pillow",
    "pyplot",
    "require",
]


def require(package: str, extra: str) -> None:
    """Check that a package is installed that is about to be imported as usual.

    Raises:
        MissingError: it is not.
    """
    if importlib.util.find_spec(package) is None:
        raise _missing(package, extra)


class _Extra:
    """A package that is imported when one of its names is asked for."""

    def __init__(self, package: str, extra: str) -> None:
        self._package = package
        self._extra = extra

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        try:
            module = importlib.import_module(self._package)
        except ImportError as error:
            raise _missing(self._package, self._extra) from error
        return getattr(module, name)


def _missing(package: str, extra: str) -> MissingError:
    name = package.partition(".")[0]
    return MissingError(f"this needs {name}, which is not installed: pip install 'sapper[{extra}]' brings it")


if TYPE_CHECKING:
    import cv2
    import distributed
    import duckdb
    import matplotlib
    import PIL.Image as pillow  # noqa: N813  # a module
    import pyarrow as arrow
    from matplotlib import figure, patheffects, pyplot
    from pyarrow import parquet
else:
    arrow = _Extra("pyarrow", "runs")
    cv2 = _Extra("cv2", "vision")
    pillow = _Extra("PIL.Image", "vision")
    parquet = _Extra("pyarrow.parquet", "runs")
    duckdb = _Extra("duckdb", "runs")
    matplotlib = _Extra("matplotlib", "runs")
    figure = _Extra("matplotlib.figure", "runs")
    patheffects = _Extra("matplotlib.patheffects", "runs")
    pyplot = _Extra("matplotlib.pyplot", "plot")
    distributed = _Extra("distributed", "cluster")
