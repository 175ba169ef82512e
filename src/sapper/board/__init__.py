"""Boards, what a player sees: cells, levels, mirrors and the text forms of a board."""
