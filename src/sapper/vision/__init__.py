"""Boards from pictures and from the screen. Needs the extra `vision`."""
