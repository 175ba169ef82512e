/** Saving and loading boards. */

export const transfer = {
  saveTitle: "Export the board",
  form: "Form",
  picture: "Picture in text",
  position: "Position",
  json: "JSON",
  layout: "Layout",
  layoutOpens: "The layout has all mines. Import opens it as practice: the same board, from the start.",
  afterEnd: "After the end of the game you can also save its layout and a film.",
  asText: "The board as text",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser did not allow copying. The text is selected.",
  download: "Download",
  image: "Image (PNG)",
  noImage: "The browser could not draw the image.",
  film: "Film (WebM)",
  filmTitle: "Film of the game",
  filmHow: "The browser records the moves while they are drawn, and then saves the film.",
  filmProgress: "Part of the game that is recorded",
  stop: "Stop",
  noFilm: (/** @type {string} */ reason) => `There is no film: ${reason}`,

  loadTitle: "Import a board",
  loadHow:
    "Paste a board or a link of any program, choose a file, or drop a file anywhere on the page. " +
    "Files may be boards or replays: MBF, ABF, AVF, MVF, RMV, UMF, EVF, EVFS, RAWVF, FSVF, MSOR; or a screenshot " +
    "of a board.",
  loadField: "A board in any text form",
  load: "Load",
  chooseFile: "Choose a file",
  empty: "There is no text to load.",
  tooLong: (/** @type {number} */ length, /** @type {number} */ most) =>
    `The text has ${length} characters. At most ${most} are allowed.`,
  noFile: (/** @type {string} */ name, /** @type {string} */ reason) => `${name} cannot be read: ${reason}`,
  partial: "Open it as far as it goes",
  tooLarge: (/** @type {number} */ size, /** @type {number} */ most) =>
    `The file has ${size} bytes. At most ${most} are allowed.`,
  evf: "Replay (EVF)",
  rawvf: "Replay (RAWVF)",
  noBoard: (/** @type {string} */ reason) => `This is no board: ${reason}`,
};
