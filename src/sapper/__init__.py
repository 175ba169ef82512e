"""Sapper, the Minesweeper engine."""
