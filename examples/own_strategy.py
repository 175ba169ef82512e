"""Write a strategy in Python and compare it with a built-in one on the same boards.

A strategy is a callable that takes an analysis and returns a cell. It is called only when no cell is certain. On the
command line, name its module: sapper simulate beginner --games 1000 --strategy own_strategy
"""

import sapper


def choose(analysis: sapper.Analysis, *, risk: float = 0.02) -> tuple[int, int]:
    """Return the cell most likely to show a zero, among those about as safe as the safest."""
    probability = analysis.mine_probability
    limit = probability[analysis.safest_cells[0]] + risk
    close = [cell for cell in analysis.frontier + analysis.floating if probability[cell] <= limit]
    best: tuple[int, int] = max(close, key=lambda cell: analysis.outcomes(cell).numbers[0])
    return best


def main() -> None:
    """Compare `choose` with `safest`, then count its guesses in a run."""
    found = sapper.compare(choose, "safest", level="9x9/16", games=400, seed=1)
    print(f"mine {found.first_rate}, safest {found.second_rate}")
    print(f"difference {found.pairs}, {len(found.differing)} of {found.games} boards differ")
    run = sapper.simulate("9x9/16", games=400, seed=1, strategy=choose)
    (facts,) = run.query(
        "select count(*) as guesses, avg(odds) as odds, avg(failed::int) as failed from guesses"
    ).to_pylist()
    print(f"{facts['guesses']} guesses, safe with {facts['odds']:.1%} on average; {facts['failed']:.1%} failed")


if __name__ == "__main__":
    main()
