/** What a screen reader says of cells and moves. */

export const speech = {
  cells: {
    hidden: "hidden",
    flag: "flag",
    question: "question mark",
    mine: "mine",
    blast: "exploded mine",
    wrong: "wrong flag",
    void: "out of play",
    empty: "empty",
    unknown: "unknown",
  },
  safe: "safe",
  certainMine: "certainly a mine",
  risk: (/** @type {string} */ percent) => `${percent} percent mine`,
  shownMine: "mine, shown",
  mismatch: "The flags do not match. Nothing was revealed.",
  revealed: (/** @type {number} */ count) => `${count} cells revealed`,
};
