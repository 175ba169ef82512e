/** The page of scores. */

/** @type {typeof import("../en/scores.js").scores} */
export const scores = {
  title: "Bestenliste",
  level: "Stufe",
  played: "Gespielt",
  withoutHelp: "Ohne Hilfe",
  withHelp: "Mit Hilfe",
  noGuess: "Bretter ohne Raten",
  machine: "Zeiten, die kein Mensch erreicht",
  reset: "Diese Stufe löschen",
  resetTitle: "Bestenliste löschen",
  resetAbout: (level) => `Dies löscht alle Einträge der Stufe ${level}, mit und ohne Hilfe, für immer.`,
  resetKey: "Der Schlüssel der Bestenliste, aus der Schlüsseldatei des Servers",
  resetNow: "Löschen",
  removed: (count) => (count === 1 ? "1 Eintrag ist gelöscht." : `${count} Einträge sind gelöscht.`),
  noneWith: "Noch keine Siege mit Hilfe.",
  noneWithout: "Noch keine Siege ohne Hilfe.",
  play: "Ein Spiel spielen",
  columns: ["Platz", "Name", "Zeit", "3BV/s", "Datum"],
  last: (place) => `Dein letztes Spiel hat Platz ${place}.`,
  broken: "Diese Zeile wurde verändert und zählt nicht",
};
