"""solve_rules, and every golden case of rules over groups of cells, on boards or without one."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from oracle.boards import golden, near
from oracle.brute import HIDDEN, MINE, VOID, brute_force, eliminate, read_rules
from oracle.checks import LOOSE, chi_square_fits, close

from sapper import Board, ContradictionError, analyze, solve_rules
from sapper.analysis.rules import Rule

CASES = {case["name"]: case for case in golden("group_rule_cases.json")}
BOARDS = [case for case in CASES.values() if "board" in case]
REGIONS = [case for case in CASES.values() if "regions" in case]
RULE_SETS = golden("rule_set_cases.json")
SOLVED = [case for case in RULE_SETS["solve_cases"] if case["brute_weight"]]
IMPOSSIBLE = [case for case in RULE_SETS["solve_cases"] if not case["brute_weight"]]
VIEWS = {"_": HIDDEN, "#": VOID, "!": MINE}


def by_name(case):
    return case["name"]


def board_of(case):
    rows = [[VIEWS.get(char, int(char) if char.isdigit() else None) for char in line] for line in case["board"]]
    # An unknown total with every world equally likely is a density of one half.
    count = {"density": 0.5} if case["mines"] is None else {"mines": case["mines"]}
    return Board.from_rows(rows, **count)


def cell_at(text):
    """The cases name cells "x=2,y=3"; we say (row, col)."""
    x, y = (int(part[2:]) for part in text.split(","))
    return y, x


# --- boards of the group cases ---


@pytest.mark.parametrize("case", BOARDS, ids=by_name)
def test_group_case_boards(case):
    analysis = analyze(board_of(case))
    expected = case["expected"]
    worlds = case.get("exact_total", expected.get("total"))
    assert analysis.worlds == int(worlds)
    if "total_float" in expected:
        assert float(analysis.worlds) == pytest.approx(expected["total_float"], abs=expected["total_tolerance"])
    for row, line in enumerate(case.get("exact_probs", [])):
        for col, value in enumerate(line):
            if case["rows_int"][row][col] == HIDDEN:
                assert analysis.mine_probability[row, col] == pytest.approx(value, abs=LOOSE)
    for name, value in expected.get("prob", {}).items():
        assert analysis.mine_probability[cell_at(name)] == pytest.approx(value, abs=LOOSE)


@pytest.mark.parametrize("name", ["super_board_of_death", "pattern_14", "pattern_13"])
def test_group_counts(name):
    # There the floating cells are one more group; and the total is one more rule beside the clues.
    analysis = analyze(board_of(CASES[name]))
    expected = CASES[name]["expected"]
    assert len(analysis.groups) + bool(analysis.floating) == expected["groups"]
    clues = {clue for group in analysis.groups for clue in group.clues}
    assert len(clues) + 1 == expected.get("rules", len(clues) + 1)


def test_known_mines_and_cells_out_of_play():
    analysis = analyze(board_of(CASES["blocked_and_known_mines"]))
    assert analysis.worlds == 2
    assert analysis.safe_cells == [(2, 2), (2, 3), (2, 4), (3, 2)]
    assert analysis.mine_cells == [(0, 3), (4, 3)]
    assert analysis.mine_fraction((3, 4)) == analysis.mine_fraction((4, 4)) == Fraction(1, 2)


def test_solution_probabilities():
    # The two solutions of the worked example differ in how many mines the left column holds: none or one.
    analysis = analyze(board_of(CASES["pattern_13"]))
    none = analysis.probability_of({(0, 0): False, (1, 0): False, (2, 0): False})
    assert [none, 1 - none] == pytest.approx(CASES["pattern_13"]["expected"]["solution_probabilities"], abs=1e-12)


def group_pictures(analysis):
    """For each cell its own group, and how many neighbours it has in each group."""
    group_of = {cell: i for i, group in enumerate(analysis.groups) for cell in group.cells}
    group_of |= dict.fromkeys(analysis.floating, -1)
    height, width = analysis.mine_probability.shape
    return {
        cell: (group, frozenset(Counter(map(group_of.get, near(cell, height, width))).items()))
        for cell, group in group_of.items()
    }


@pytest.mark.parametrize("name", ["detail_2_3", "detail_13_in_8x7"])
def test_equivalence_classes(name):
    # There a class is the cells with the same neighbours by group, independent of their own group. No
    # outcome distinguishes the cells of one group and one class.
    analysis = analyze(board_of(CASES[name]))
    pictures = group_pictures(analysis)
    classes = {frozenset((g, n) for g, n in beside if g is not None) for _, beside in pictures.values()}
    assert len(classes) == CASES[name]["expected"]["equivalence_classes"]
    first = {}
    for cell, picture in pictures.items():
        outcomes = analysis.outcomes(cell)
        like = first.setdefault(picture, outcomes)
        assert (outcomes.mine, *outcomes.numbers) == pytest.approx((like.mine, *like.numbers), abs=1e-12)


def test_probabilities_of_each_number():
    analysis = analyze(board_of(CASES["detail_2_3"]))
    for name, numbers in CASES["detail_2_3"]["expected"]["number_probabilities"].items():
        outcomes = analysis.outcomes(cell_at(name))
        padded = [*numbers, *[0] * (9 - len(numbers))]
        assert outcomes.numbers == pytest.approx(padded, abs=1e-12)
        assert [value for value, exact in zip(outcomes.numbers, padded, strict=True) if exact == 0 and value] == []


def test_conditional_case():
    # Exactly one mine in two cells is one of two exclusive answers.
    case = CASES["one_in_3x3_conditional"]
    analysis = analyze(board_of(case))
    a, b = (0, 0), (0, 1)
    one = analysis.probability_of({a: True, b: False}) + analysis.probability_of({a: False, b: True})
    assert one == pytest.approx(case["expected"]["value"], abs=1e-12)


@pytest.mark.parametrize("entry", CASES["combinatorics"]["expected"], ids=str)
def test_combinatorics(entry):
    if "nCr" in entry:
        cells, mines = entry["nCr"]
        analysis = analyze(Board.from_rows([[HIDDEN] * cells], mines=mines))
        assert analysis.worlds == math.comb(cells, mines)
        assert float(analysis.worlds) == pytest.approx(entry["value"], abs=entry["tol"])
    else:
        cells, mines, index = map(int, entry["specificCombination"])
        analysis = analyze(Board.from_rows([[HIDDEN] * cells], mines=mines))
        # There the combinations are counted from one.
        assert np.flatnonzero(analysis.world(index - 1)).tolist() == entry["value"]


# --- rules without a board ---


def test_rules_from_the_group_cases():
    case = CASES["rules_abc"]
    rules = [f"{total}:{left.replace('+', ',')}" for left, total in (rule.split("=") for rule in case["rules"])]
    solution = solve_rules(rules)
    assert solution.mine_probability == pytest.approx(case["expected"]["prob"], abs=1e-12)
    assert solution.safe_cells == ["a"]


def region_rules(case):
    """So many mines in each row, column and region, and no two of them touching."""
    regions, per = case["regions"], case["per"]
    size = len(regions)
    cells = [(r, c) for r in range(size) for c in range(size)]

    def rule(count, among):
        return f"{count}:{','.join(f'{r}/{c}' for r, c in among)}"

    rules = [rule(per, [cell for cell in cells if cell[0] == r]) for r in range(size)]
    rules += [rule(per, [cell for cell in cells if cell[1] == c]) for c in range(size)]
    rules += [
        rule(per, [(r, c) for r, c in cells if regions[r][c] == name]) for name in sorted(set("".join(regions)))
    ]
    # Of any four cells that meet in a corner at most one is a mine: this is equivalent to "no touching".
    corners = [(r, c) for r, c in cells if r + 1 < size and c + 1 < size]
    rules += [rule("0-1", [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]) for r, c in corners]
    return rules


@pytest.mark.parametrize("case", REGIONS, ids=by_name)
def test_region_puzzles(case):
    rules = region_rules(case)
    expected = sorted(f"{y}/{x}" for x, y in case["expected_true_xy"])
    solution = solve_rules(rules)
    assert solution.worlds == 1
    assert sorted(solution.mine_cells) == expected
    assert sorted(name for name, value in solution.mine_probability.items() if value == 1.0) == expected
    assert len(solution.safe_cells) == len(solution.mine_probability) - len(expected)
    # The oracle computes the same, so that a wrong figure in the case would be found.
    assert eliminate(read_rules(rules)).worlds == 1


@pytest.mark.parametrize("case", REGIONS, ids=by_name)
def test_region_puzzles_with_pairs(case):
    # "No touching" stated pair by pair is another rule set with the same worlds.
    size = len(case["regions"])
    cells = [(r, c) for r in range(size) for c in range(size)]
    rules = [rule for rule in region_rules(case) if not rule.startswith("0-1")]
    rules += [f"0-1:{r}/{c},{i}/{j}" for r, c in cells for i, j in near((r, c), size, size) if (i, j) > (r, c)]
    solution = solve_rules(rules)
    assert solution.worlds == 1
    assert sorted(solution.mine_cells) == sorted(f"{y}/{x}" for x, y in case["expected_true_xy"])


@pytest.mark.parametrize("case", SOLVED, ids=by_name)
def test_rule_set_cases(case):
    names = {name for rule in case["rules"] for name in rule.partition(":")[2].split(",")}
    total = case["total"]
    options = {"others": total["cells"] - len(names), "mines": total["mines"]} if total else {}
    solution = solve_rules(case["rules"], **options)
    assert solution.worlds == case["brute_weight"]
    assert set(solution.mine_probability) == names
    assert solution.mine_probability == pytest.approx(case["brute_probs"], abs=1e-12)
    for name, value in case["expected"].items():
        if name in names:
            assert solution.mine_probability[name] == pytest.approx(value, abs=5e-5)
    if total:
        assert solution.other_probability == pytest.approx(case["expected"]["other"], abs=5e-5)
    else:
        assert solution.other_probability is None
    assert sorted(solution.safe_cells) == sorted(name for name, value in case["brute_probs"].items() if value == 0)
    assert sorted(solution.mine_cells) == sorted(name for name, value in case["brute_probs"].items() if value == 1)


def test_what_the_rule_set_cases_say_beside_their_figures():
    by = {case["name"]: case for case in SOLVED}
    overlap = solve_rules(by["overlap"]["rules"])
    assert overlap.probability_of({"b": True, "c": True}) == 0.0
    assert overlap.probability_of({"b": False, "c": False}) == 0.0
    cascade = solve_rules(by["cascade"]["rules"])
    for pair in by["cascade"]["expected"]["pairs"]:
        a, b = pair.split(" xor ")
        assert cascade.probability_of({a: True, b: True}) == cascade.probability_of({a: False, b: False}) == 0.0
    loop = by["rule_loop_all_determined"]
    solution = solve_rules(loop["rules"])
    assert sorted(solution.mine_cells) == sorted(loop["expected"]["mines"])
    assert sorted(solution.safe_cells) == sorted(loop["expected"]["safe"])
    # Cells of different fronts are independent.
    fronts = by["rereduce_2"]["expected"]["fronts"]
    solution = solve_rules(by["rereduce_2"]["rules"])
    for i, front in enumerate(fronts):
        for other in fronts[:i]:
            for a in front:
                for b in other:
                    both = solution.probability_of({a: True, b: True}, exact=True)
                    assert both == solution.mine_fraction(a) * solution.mine_fraction(b)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=by_name)
def test_impossible_rule_sets(case):
    with pytest.raises(ContradictionError) as caught:
        solve_rules(case["rules"])
    conflict = set(caught.value.clues)
    assert conflict <= set(range(len(case["rules"])))
    assert brute_force(read_rules([case["rules"][i] for i in conflict])).worlds == 0


@pytest.mark.parametrize("case", RULE_SETS["reduce_rules"], ids=lambda case: " ".join(case["inp"]))
def test_reduced_rules_say_the_same(case):
    before, after = solve_rules(case["inp"]), solve_rules(case["out"])
    assert before.worlds == after.worlds
    assert before.mine_probability == pytest.approx(after.mine_probability, abs=1e-12)


@pytest.mark.parametrize("case", RULE_SETS["multiplicity"], ids=lambda case: case["perm"])
def test_multiplicity(case):
    # "ab0def3": no mine among a and b, three among d, e and f.
    rules, letters = [], []
    for char in case["perm"]:
        if char.isdigit():
            rules.append(f"{char}:{','.join(letters)}")
            letters = []
        else:
            letters.append(char)
    assert solve_rules(rules).worlds == case["ways"]


# --- the rest of the API ---


def test_rules_as_objects_or_text():
    text = solve_rules(["1:a,b", "0-1:b,c,d", "2:c,d,e"])
    built = solve_rules([Rule(1, ["a", "b"]), Rule((0, 1), ("b", "c", "d")), Rule(2, ["c", "d", "e"])])
    mixed = solve_rules([Rule((1, 1), ["a", "b"]), "0-1:b,c,d", "2-2:c,d,e"])
    assert text.worlds == built.worlds == mixed.worlds
    assert text.mine_probability == built.mine_probability == mixed.mine_probability


def test_no_rules_at_all():
    assert solve_rules([]).worlds == 1
    assert solve_rules([]).mine_probability == {}
    assert solve_rules([], cells=["a", "b"]).worlds == 4
    untouched = solve_rules([], cells=["a"], others=9, mines=4)
    assert untouched.worlds == math.comb(10, 4)
    assert untouched.mine_probability["a"] == untouched.other_probability == pytest.approx(0.4, abs=1e-12)


def test_a_board_said_as_rules():
    # The worked example of reference 002, its total over the 14 cells of both clues and the last row.
    rules = ["1:a,b,c,e,g,h,i", "3:b,c,h,i,d,f,j"]
    solution = solve_rules(rules, cells=["k", "l", "m", "n"], mines=6)
    same = solve_rules(rules, others=4, mines=6)
    as_rule = solve_rules([*rules, "6:a,b,c,d,e,f,g,h,i,j,k,l,m,n"])
    assert solution.worlds == same.worlds == as_rule.worlds == 66
    assert solution.mine_fraction("k") == as_rule.mine_fraction("n") == Fraction(45, 66)
    assert close(same.other_probability, Fraction(45, 66))


def test_a_density_weighs_the_worlds():
    solution = solve_rules(["1:a,b", "1:b,c"], others=3, density=0.25)
    assert solution.worlds == 2 * 8
    assert solution.mine_fraction("b") == Fraction(3, 4)
    assert close(solution.other_probability, Fraction(1, 4))


def test_a_huge_number_of_other_cells():
    solution = solve_rules(["1:a,b", "0-2:b,c,d"], others=100_000, mines=20_000)
    counted = eliminate(read_rules(["1:a,b", "0-2:b,c,d"], others=100_000, mines=20_000))
    assert solution.worlds == counted.worlds
    for name in "abcd":
        assert close(solution.mine_probability[name], counted.fraction(name), LOOSE)
    assert close(solution.other_probability, counted.fraction(("other", 0)), LOOSE)


def test_conditional_questions_to_rules():
    solution = solve_rules(["2:a,b,c,d", "1:c,d,e"])
    listed = brute_force(read_rules(["2:a,b,c,d", "1:c,d,e"]))
    joint = listed.probability({"a": True, "e": True})
    assert solution.probability_of({"a": True, "e": True}, exact=True) == joint
    assert solution.probability_of({"a": True}, given={"e": True}, exact=True) == joint / listed.fraction("e")
    assert close(solution.probability_of({"a": True}, given={"e": True}), joint / listed.fraction("e"))


def mine_names(world):
    """A sampled world of rules is a dict: name -> is it a mine."""
    return frozenset(name for name, mine in world.items() if mine)


@pytest.mark.parametrize("options", [{}, {"mines": 3}, {"density": 0.3}], ids=str)
def test_samples_of_rules_fit(options):
    rules = ["1:a,b,c", "1-2:c,d,e"]
    listed = brute_force(read_rules(rules, **options))
    draws = Counter(map(mine_names, solve_rules(rules, **options).sample(4000, seed=11)))
    assert sum(draws.values()) == 4000
    shares = {}
    for index in range(listed.worlds):
        chosen = np.arange(listed.worlds) == index
        world = frozenset(n for n, mine in zip(listed.puzzle.cells, listed.table[index], strict=True) if mine)
        shares[world] = listed.weight(chosen) / listed.weight()
    assert chi_square_fits(draws, shares)
