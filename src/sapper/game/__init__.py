"""Layouts and the games played on them. Packages below this one cannot import layouts."""
