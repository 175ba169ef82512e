"""Kinds of shapes: their cells and neighbours, the names and outlines of cells, and symmetries."""
