"""What every test may rely on: Ctrl-C is heard, and nobody is timed."""

from __future__ import annotations

import signal

from hypothesis import settings

# Commands that a shell starts in the background ignore Ctrl-C, and so would every process the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is no fault of what is tested.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
