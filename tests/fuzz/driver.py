"""Starts a coverage-guided fuzzer from its seeds in a fresh folder, so that equal options give equal runs."""

import gc
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import atheris


def instrument(packages: set[str]) -> None:
    """Count the branches of all functions of these packages, however they are installed."""
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and (function.__module__ or "").split(".")[0] in packages:
            atheris.instrument_func(function)


def fuzz(check: Callable[[bytes], None], seeds: list[bytes], *, longest: int, packages: set[str]) -> None:
    """Feed `check` with bytes; options come from the command line and are those of libFuzzer."""
    options = sys.argv[1:]
    for name, value in {"-seed": 1, "-max_len": longest, "-timeout": 20, "-verbosity": 0}.items():
        if not any(option.startswith(f"{name}=") for option in options):
            options.append(f"{name}={value}")
    instrument(packages)
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(seeds):
            Path(folder, f"seed{number}").write_bytes(data)
        atheris.Setup([sys.argv[0], *options, folder], check)
        atheris.Fuzz()
