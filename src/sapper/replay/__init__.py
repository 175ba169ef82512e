"""Replays of games that others recorded: read, played by the rules of the mouse, measured, reviewed and written."""
