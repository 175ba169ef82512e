/** What a page without a server says where it refuses. */

/** @type {typeof import("../en/local.js").local} */
export const local = {
  needsServer: "Diese Seite hat keinen Server: was Spieler miteinander teilen, gibt es hier nicht.",
  ownOnly: "Diese Seite hat keinen Server: sie kennt nur die Spiele dieses Browsers.",
  noFixed: "in einem grausamen Spiel liegen die Minen erst am Ende fest",
  noCruel:
    "ein grausames Spiel hat keine feste Minenlage: keine gegebene, kein Brett ohne Raten, keine Wertung",
  largeBoard: (
    /** @type {number} */ rows,
    /** @type {number} */ cols,
    /** @type {number} */ mostRows,
    /** @type {number} */ mostCols,
  ) => `ein Brett mit ${rows} Zeilen und ${cols} Spalten ist größer als ${mostRows}x${mostCols}`,
  noPicture: "Diese Seite hat keinen Server: Bilder kann sie nicht lesen, Texte und Dateien von Brettern schon.",
  byte: (/** @type {number} */ byte) => `Byte ${byte}`,
  emptyFile: "die Datei ist leer",
  manyClicks: (/** @type {number} */ clicks, /** @type {number} */ most) =>
    `eine Aufzeichnung hat hier höchstens ${most} Klicks, nicht ${clicks}`,
  noNumber: (/** @type {number} */ number, /** @type {number} */ count) =>
    `die Datei enthält ${count} Aufzeichnungen: eine mit der Nummer ${number} gibt es nicht`,
  noWholeReplay: "das Spiel begann mit einer Stellung, darum sind seine Klicks keine ganze Aufzeichnung",
  noSquares: (/** @type {string} */ shape) => `eine Aufzeichnung hat Quadrate mit acht Nachbarn, nicht ${shape}`,
  noReplay: "diese Aufzeichnung ist nicht mehr da: öffne ihre Datei noch einmal",
  cell: (/** @type {number | number[]} */ place) =>
    Array.isArray(place) && place.length === 2
      ? `Zeile ${place[0] + 1} Spalte ${place[1] + 1}`
      : `Feld ${String(place)}`,
  line: (/** @type {number} */ line, /** @type {number | null} */ column) =>
    `Zeile ${line}${column === null ? "" : `, Zeichen ${column}`}`,
  outside: (shape) => `Das Feld liegt außerhalb eines Bretts ${shape}`,
  noDay: (first, last) => `Ein Tag wird JJJJ-MM-TT geschrieben, von ${first} bis ${last}`,
  notHidden: "Dieses Feld der Ratestellung ist nicht verdeckt",
  noGame: "In diesem Browser gibt es kein solches Spiel",
  manyCells: (/** @type {string} */ shape, /** @type {number} */ cells, /** @type {number} */ most) =>
    `das Brett ${shape} hat ${cells} Felder, mehr als die Grenze von ${most}`,
  noLayout: "Jenes Spiel hat noch keine Minen: das erste Aufdecken legt sie",
  noMines: "Das Spiel hat noch keine Minen: das erste Aufdecken legt sie",
  noMove: (move) => `Das Spiel hat keinen Zug ${move}`,
  stale: "Das Spiel wurde in einem anderen Tab verändert",
  paused: "Das Spiel ist unterbrochen: setze es zuerst fort",
  ranked: "Hilfe und Zurücknehmen sind in einem gewerteten Spiel bis zum Ende aus",
  nothingToUndo: "Es gibt keinen Zug zurückzunehmen",
  notBegun: "Nur ein begonnenes, nicht beendetes Spiel lässt sich unterbrechen",
  over: "Das Spiel ist zu Ende: frage nach der Auswertung",
  notOver: "Ein Spiel wird nach seinem Ende ausgewertet",
  noScore: "Dieses Spiel hat keine Zeit, die zählt",
  noFreeCell: (level) => `Ein Brett ${level} hat kein Feld ohne Mine`,
  noGuessNeedsStart: "Ein Spiel ohne Raten braucht einen ersten Klick, der sicher ist",
  noGuessNotFound: (level) => `Keine Verteilung von ${level} ohne Raten gefunden: versuche weniger Minen`,
  needsMines: "Ein Spiel braucht eine Zahl von Minen, diese Stellung hat eine Dichte",
  outOfPlay: "Mit Feldern außer Spiel lässt sich nicht spielen",
  nothingLeft: "In dieser Stellung ist nichts mehr aufzudecken",
  badLayout: (level) => `Das Bild der Verteilung ${level} passt nicht zu ihrer ersten Zeile`,
  badSign: (sign) => `Unbekanntes Zeichen '${sign}'`,
  notLayout: "Eine Stellung ist ein Brett, keine Verteilung",
  layoutHidden: "Die Verteilung bleibt bis zum Ende des Spiels verborgen",
  firstReveal: "das erste Aufdecken",
  notInRace: "ein Rennen beginnt nicht mit einer Stellung und ist weder grausam noch gewertet",
};
