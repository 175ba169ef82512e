"""The game in the terminal; `sapper play` starts it. Needs the extra `tui`."""
