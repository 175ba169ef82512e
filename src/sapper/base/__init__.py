"""Used by all other packages: checked numbers, optional packages, atomic file writes, thread counts."""
