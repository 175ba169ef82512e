/** The strategies that play demos and races, one line each. */

/** @param {string} name */
const titleOf = (name) => (name === "best" ? "Best solver" : name);

export const strategies = {
  missing: "The list of strategies cannot be loaded now.",
  option: (/** @type {string} */ name, /** @type {string} */ budget, /** @type {string | null} */ rate) =>
    `${titleOf(name)}${budget === "normal" ? "" : ", fast"}${rate === null ? "" : ` (wins ${rate})`}`,
  strength: (/** @type {string} */ rate, /** @type {number} */ games) =>
    `Wins ${rate} of ${games.toLocaleString("en")} expert games.`,
  lines: {
    random: "Makes all certain moves, and guesses at random.",
    safest: "Reveals the cell with the lowest mine chance.",
    lookahead: "Looks one move ahead, and solves endgames exactly.",
    best: "Looks ahead and plays the best candidates out. The strongest.",
    efficient: "Plays for few clicks, with flags and chords.",
    superloc: "Among cells nearly as safe as the safest, takes the one that helps most.",
    smartguess: "Reveals safe cells it can prove, then guesses where a mine is least likely.",
    matrix: "Solves the clues as equations.",
    automine: "Uses patterns and a small search, as a person does.",
  },
  settings: {
    flags: "Flags and chords",
    knack: "Judge clicks by a network",
    finish: "Search the fewest clicks at the end",
    do_or_die: "Small closed areas at once",
    early: "Search closed areas",
    tree_ties: "Among equal moves of a search",
    plus: "More cleared cells outweigh progress",
    linked: "Clears of linked cells",
    order: "Among equal cells",
    mode: "Guesses",
    first: "First move",
    ties: "Among equal cells of a row",
    search: "Repeated search",
    overlap: "Adjust by the number of clues",
    patterns: "Table of two clues",
    random_clicks: "Random cells after the first",
  },
  values: {
    on: "on",
    off: "off",
    first: "first",
    safest: "the safest",
    jar: "as released",
    old: "old",
    new: "new",
    down: "top first",
    across: "left first",
    smart: "by pods",
    random: "at random",
    perfect: "by counts",
    start: "the start cell",
    human: "like any guess",
    zero: "a zero",
    left: "left first",
    right: "right first",
  },
};
