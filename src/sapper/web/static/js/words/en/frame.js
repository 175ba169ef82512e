/** The header of the page. */

export const frame = {
  skip: "Skip to the game",
  game: "Minesweeper",
  play: "Play",
  learn: "Learn",
  daily: "Daily",
  race: "Race",
  analyse: "Analyse",
  scores: "Scores",
  statistics: "Statistics",
  history: "History",
  help: "Help",
  theme: "Light or dark",
  settings: "Settings",
  helpButton: "Help (?)",
  unknown: "Page not found",
  unknownAddress: "There is no page at this address. Check it for a typing mistake.",
  close: "Close",
  unreachable: "The server cannot be reached.",
  failed: "The server cannot answer.",
  unknownWay: "Play Minesweeper",
};
