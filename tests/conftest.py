"""Settings of all tests: processes react to Ctrl-C, Hypothesis has no deadline, and slow files come first."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

# Commands that a shell starts in the background ignore Ctrl-C, and so would every process the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine must not fail a test.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

_SLOW = ("tests/browser/", "tests/python/web/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files of few slow tests first: the last to end would else run alone."""
    items.sort(key=lambda item: not item.nodeid.startswith(_SLOW))
