"""Seven rules with super locations and a game tree: what its author published.

He played the boards of run seeds 1 to 40, 100,000 games each, from the start cell he found best for each level.

>>> PUBLISHED[0].what, str(PUBLISHED[0])
('won on beginner, seed 1, jar+', '97.229 %')
"""

from __future__ import annotations

from sapper.reference.published import Published

__all__ = ["PUBLISHED"]

PUBLISHED = (
    Published("won on beginner, seed 1, jar+", 97.229, "%", "final results, beginner"),
    Published("won on beginner, seed 2, jar+", 97.189, "%", "final results, beginner"),
    Published("won on intermediate, seed 1, jar+", 89.216, "%", "final results, intermediate"),
    Published("won on intermediate, seed 2, jar+", 89.397, "%", "final results, intermediate"),
    Published("won on expert, seed 1, jar+", 54.081, "%", "final results, expert"),
    Published("won on expert, seed 2, jar+", 54.029, "%", "final results, expert"),
)
