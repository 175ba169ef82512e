"""Strategies by name or in Python, and the games they play."""
