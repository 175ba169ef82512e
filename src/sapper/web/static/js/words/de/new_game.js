/** Levels, and the dialog for a new game. */

/** @type {typeof import("../en/new_game.js").newGame} */
export const newGame = {
  title: "Neues Spiel",
  button: "Neues Spiel (N)",
  level: "Stufe",
  levels: { beginner: "Anfänger", intermediate: "Mittel", expert: "Profi", custom: "Eigene" },
  rows: "Zeilen",
  cols: "Spalten",
  mines: "Minen",
  firstClick: "Der erste Klick",
  firstClicks: { zero: "öffnet eine Fläche", safe: "ist sicher", moved: "verschiebt die Mine", none: "kann treffen" },
  noGuess: "Ohne Raten: sichere Züge lösen das Brett",
  mode: "Spielart",
  modes: { plain: "Normal", ranked: "Gewertet", cruel: "Grausam, aber fair" },
  modeAbout: {
    plain: "",
    ranked: "Keine Tipps, Chancen, Vorführung und kein Zurücknehmen bis zum Ende.",
    cruel:
      "Die Minen wandern. Solange ein Feld sicher ist, verliert Raten immer; musst du raten, verliert ein " +
      "sicherstes Feld nie. Keine Bestzeit.",
  },
  cruelNeedsGuesses: "Ein grausames Spiel hat kein festes Brett und kann daher keines ohne Raten sein.",
  seed: "Startzahl",
  seedHelp: "Gleiche Startzahl und gleicher erster Klick ergeben dasselbe Brett. Das Spiel zählt als Übung.",
  seedAny: "beliebig",
  start: "Los",

  blank: "Zeilen, Spalten und Minen als ganze Zahlen eingeben.",
  tooLarge: (rows, cols) => `Ein Brett hat höchstens ${rows} Zeilen und ${cols} Spalten.`,
  tooSmall: "Ein Brett hat mindestens eine Zeile und eine Spalte, und nicht weniger als 0 Minen.",
  tooMany: (most) =>
    most === 1 ? "Höchstens 1 Mine passt auf dieses Brett." : `Höchstens ${most} Minen passen auf dieses Brett.`,
  tooFull: "Auf dieses Brett passt keine Mine, weil der erste Klick eine Fläche öffnet.",
  needsSafeStart: "Ein Brett ohne Raten braucht einen sicheren ersten Klick.",
  nameTaken: (name) => `Der Name „${name}“ gehört jemand anderem. Wähle für die Bestenliste einen anderen.`,
  forgotten: (reason) => `Die letzte Spielart ist nicht möglich: ${reason} Hier ist ein Anfängerspiel.`,

  size: (rows, cols) => `${rows} × ${cols}`,
  cellCount: (cells) => `${cells} Felder`,
  mineCount: (mines) => (mines === 1 ? "1 Mine" : `${mines} Minen`),
  rules: {
    zero: "erster Klick öffnet",
    drawn: "erster Klick öffnet",
    safe: "erster Klick ist sicher",
    moved: "erster Klick verschiebt die Mine",
    none: "erster Klick kann treffen",
  },
  marked: "beginne auf dem markierten Feld",
  startHere: "Nur das markierte Feld ist auf diesem Brett sicher. Beginne dort.",
  startName: "hier beginnen",
  noGuessing: "ohne Raten",
  practice: "Übung",
  cruel: "grausam, aber fair",
  helped: "mit Hilfe",
};
