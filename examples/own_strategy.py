"""A strategy of one's own, compared with a built-in one on the same boards.

Any callable from an analysis to a cell is a strategy. Certain moves are made before it is asked. On the command line
it goes by the name of its module: sapper simulate beginner --games 1000 --strategy own_strategy
"""

import sapper


def choose(analysis: sapper.Analysis, *, risk: float = 0.02) -> tuple[int, int]:
    """Of the cells that are about as safe as the safest, take the one that is likeliest to show a zero."""
    probability = analysis.mine_probability
    limit = probability[analysis.safest_cells[0]] + risk
    close = [cell for cell in analysis.frontier + analysis.floating if probability[cell] <= limit]
    return max(close, key=lambda cell: analysis.outcomes(cell).numbers[0])


def main() -> None:
    """Compare it with the safest cell, and with itself when it dares more."""
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
