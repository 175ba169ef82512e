"""Layouts and the games played on them: the only room below `play` that knows where the mines are."""
