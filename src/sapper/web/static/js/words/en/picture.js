/** The picture that a board was read from. */

export const picture = {
  title: "The picture",
  drawn: "The part of the picture with the board; cells that may be wrong are outlined",
  close: "Hide the picture",
  several: (/** @type {number} */ count) => `The picture shows ${count} boards. This is the largest.`,
  noMines: "The number of mines was not read. Set it above.",
  sure: "Every cell was read with certainty.",
  doubts: (/** @type {number} */ count) =>
    count === 1
      ? "One cell may be wrong. Choose what it shows:"
      : `${count} cells may be wrong. Choose what they show:`,
};
