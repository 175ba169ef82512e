/** The header of the page. */

/** @type {typeof import("../en/frame.js").frame} */
export const frame = {
  skip: "Zum Spiel springen",
  game: "Minesweeper",
  play: "Spielen",
  learn: "Lernen",
  daily: "Täglich",
  race: "Rennen",
  analyse: "Analyse",
  scores: "Bestenliste",
  statistics: "Statistik",
  history: "Verlauf",
  help: "Hilfe",
  theme: "Hell oder dunkel",
  settings: "Einstellungen",
  helpButton: "Hilfe (?)",
  unknown: "Seite nicht gefunden",
  unknownAddress: "Unter dieser Adresse gibt es keine Seite. Vielleicht enthält sie einen Tippfehler.",
  close: "Schließen",
  unreachable: "Der Server ist nicht erreichbar.",
  failed: "Der Server kann nicht antworten.",
  unknownWay: "Minesweeper spielen",
};
