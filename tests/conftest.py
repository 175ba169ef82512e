"""Settings of all tests: processes react to Ctrl-C, and Hypothesis has no deadline."""

from __future__ import annotations

import signal

from hypothesis import settings

# Commands that a shell starts in the background ignore Ctrl-C, and so would every process the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine must not fail a test.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
