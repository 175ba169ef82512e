/** The page of a race. */

export const race = {
  skip: "Skip to the end",
  rows: "Rows",
  cols: "Columns",
  mines: "Mines",
};
