"""What every test may rely on: Ctrl-C is heard."""

from __future__ import annotations

import signal

# Commands that a shell starts in the background ignore Ctrl-C, and so would every process the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
