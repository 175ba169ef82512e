/** Saving and loading boards. */

export const transfer = {
  loadTitle: "Load a board",
  loadHow: "Paste a picture, a position, JSON or a layout, choose a file, or drop a file anywhere on the page.",
  loadField: "A board in any text form",
  load: "Load",
  chooseFile: "Choose a file",
  empty: "There is no text to load.",
  tooLong: (/** @type {number} */ length, /** @type {number} */ most) =>
    `The text has ${length} characters. At most ${most} are allowed.`,
  noBoard: (/** @type {string} */ reason) => `This is no board: ${reason}`,
};
