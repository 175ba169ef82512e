"""Writes the weights of a network as a header of the engine: whole numbers, the same on every platform."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np
from network import CLIP, UNIT, Floats, Network

__all__ = ["ENGINE", "FINE_STEP", "write_weights"]

ENGINE = Path(__file__).parent.parent / "engine" / "strategy"
FINE_STEP = 1 / 4096  # far finer than the precision of training


def write_weights(
    path: Path, network: Network, *, namespace: str, about: str, by: str, step: float = FINE_STEP
) -> None:
    """Write a network into a header with this first line, and print its name; weights become multiples of `step`."""
    path.write_text(_header(network, namespace=namespace, about=about, by=by, step=step))
    print(f"wrote {path.name}")


def _header(network: Network, *, namespace: str, about: str, by: str, step: float) -> str:
    names = ["FIRST", "SECOND", "LAST"]
    weights = zip(names, network.weights, strict=True)
    starts = zip(names[:2], network.starts, strict=True)
    return "\n".join(
        [
            f"// {about}",
            f"// Written by {by}; not to be changed by hand.",
            "#pragma once",
            "",
            "#include <cstdint>",
            "",
            f"namespace sapper::{namespace} {{",
            "",
            "// clang-format off",
            f"inline constexpr float STEP = 1.0f / {round(1 / step)};  // weights and starts are whole numbers of it",
            f"inline constexpr float UNIT = {UNIT}f;  // of the answer",
            f"inline constexpr float CLIP = {CLIP};  // traits count as at most so many standard deviations off",
            "",
            _plain("MEAN", network.mean),
            "// One over the standard deviation.",
            _plain("SCALE", network.scale),
            *(_whole(name, values, step) for name, values in weights),
            *(_whole(f"{name}_START", values, step) for name, values in starts),
            "// clang-format on",
            "",
            f"}}  // namespace sapper::{namespace}",
            "",
        ]
    )


def _whole(name: str, values: Floats, step: float) -> str:
    numbers = np.rint(values / step).astype(np.int64)
    if np.abs(numbers).max() > np.iinfo(np.int16).max:
        raise SystemExit(f"a weight of {name} is too large to be written")
    return _table(f"std::int16_t {name}[{numbers.size}]", [str(number) for number in numbers.flat])


def _plain(name: str, values: Floats) -> str:
    return _table(f"float {name}[{values.size}]", [f"{value:.6e}f" for value in values])


def _table(name: str, numbers: list[str]) -> str:
    lines = textwrap.fill(", ".join(numbers), 114, initial_indent="    ", subsequent_indent="    ")
    return f"inline constexpr {name} = {{\n{lines}}};\n"
