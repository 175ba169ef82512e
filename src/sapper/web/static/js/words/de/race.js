/** The page of a race. */

/** @type {typeof import("../en/race.js").race} */
export const race = {
  skip: "Zum Ende springen",
  rows: "Zeilen",
  cols: "Spalten",
  mines: "Minen",
};
