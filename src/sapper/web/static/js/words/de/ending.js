/** The counters of a game, and the banner at its end. */

const plain = new Intl.NumberFormat("de");

/** @type {typeof import("../en/ending.js").ending} */
export const ending = {
  won: "Geräumt!",
  lost: "Das war eine Mine.",
  spokenWon: "Geräumt. Gewonnen.",
  spokenLost: "Das war eine Mine. Verloren.",
  clicks: (count) => (count === 1 ? "1 Klick" : `${plain.format(count)} Klicks`),
  rate: (rate) => `${rate} 3BV/s`,
  practice: "Übung",
  cruel: "grausam, aber fair",
  helped: "mit Hilfe",
  untimed: "pausiert, keine Bestzeit",

  certainMine: "Hier lag sicher eine Mine.",
  wasSafe: (share) => `Sicher mit ${share}.`,
  cruelLost: (share) =>
    `Sicher mit ${share}. In diesem Spiel verliert Raten immer, solange ein Feld sicher ist, und ein sicherstes ` +
    "Feld nie.",
  survived: (share) => `Alle Risiken zusammen: ${share}.`,

  firstWin: "Dein erster Sieg hier.",
  best: (faster) => `Bestzeit, ${faster} schneller als zuvor.`,
  notBest: (best) => `Deine Bestzeit: ${best}.`,
  quicker: (share, wins) => `Schneller als ${share} von ${plain.format(wins)} anderen Siegen.`,

  newGame: "Neues Spiel",
  same: "Gleiches Brett",
  undo: "Zurück und weiter",
  undoTitle: "Den letzten Zug zurücknehmen und als Übung weiterspielen (U)",
  review: "Rückblick",
  replay: "Aufzeichnung",
  replayTitle: "Aufzeichnung ansehen",

  name: "Dein Name",
  nameLabel: "Dein Name für die Bestenliste",
  save: "Speichern",
  saved: (name, place) => `Gespeichert als ${name}: Platz ${place}.`,
  savedBeyond: (name, place) => `Gespeichert als ${name}: Platz ${place} unter Zeiten, die kein Mensch erreicht.`,
  notSaved: (reason) => `Nicht in der Liste: ${reason}.`,
  scores: "Zur Bestenliste",

  minesLeft: "Minen übrig",
  time: "Zeit",
  odds: "Chance",
  oddsTitle: "Wahrscheinlichkeit, dass alle bisherigen Risiken gut gehen",
  clickCount: "Klicks",
  threeBv: "3BV",
  threeBvTitle: "Wenigste Klicks, die dieses Brett ohne Akkorde räumen",
  perSecond: "3BV/s",
  perSecondTitle: "3BV der aufgedeckten Felder pro Sekunde",
  efficiency: "Effizienz",
  efficiencyTitle: "3BV der aufgedeckten Felder pro Klick",
};
