"""What every room uses: numbers as callers give them, optional packages, files written whole."""
