"""Solve rules of the form "so many mines among these cells" over named cells, without a board."""

import sapper

# Two keys are hidden in five boxes. Each rule says how many keys are in some of the boxes.
solution = sapper.solve_rules(
    [
        "1:red,blue,green",  # exactly one key in these three
        "0-1:green,black",  # at most one in these two
        "1-2:blue,white,black",  # one or two in these
    ],
    mines=2,
)

print(f"{solution.worlds} ways to hide the keys")
for name, probability in solution.mine_probability.items():
    print(f"{name:6} {probability:.3f} = {solution.mine_fraction(name)}")
joint = solution.probability_of({"blue": True, "black": True}, exact=True)
print(f"blue and black: {joint}")
