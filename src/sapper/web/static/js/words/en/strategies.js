/** The strategies that play demos and races, one line each. */

/** @param {string} name */
const titleOf = (name) => (name === "best" ? "Best solver" : name);

export const strategies = {
  missing: "The list of strategies cannot be loaded now.",
  option: (/** @type {string} */ name, /** @type {string} */ budget, /** @type {string | null} */ rate) =>
    `${titleOf(name)}${budget === "normal" ? "" : `, ${budget}`}${rate === null ? "" : ` (wins ${rate})`}`,
  strength: (/** @type {string} */ rate, /** @type {number} */ games) =>
    `Wins ${rate} of ${games.toLocaleString("en")} expert games.`,
  lines: {
    random: "Makes all certain moves, and guesses at random.",
    safest: "Reveals the cell with the lowest mine chance.",
    lookahead: "Looks one move ahead, and solves endgames exactly.",
    best: "Looks ahead and plays the best candidates out. The strongest.",
    superloc: "Among cells nearly as safe as the safest, takes the one that helps most.",
    smartguess: "Reveals safe cells it can prove, then guesses where a mine is least likely.",
    matrix: "Solves the clues as equations.",
    automine: "Uses patterns and a small search, as a person does.",
  },
};
