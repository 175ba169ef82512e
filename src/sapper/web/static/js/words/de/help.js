/** The help. */

/** @type {typeof import("../en/help.js").help} */
export const help = {
  title: "Hilfe",
  game: "Das Spiel",
  gameText: "Decke jedes Feld ohne Mine auf. Eine Zahl nennt die Minen auf den Feldern um sie herum.",
  mouse: "Maus",
  mouseText:
    "Die linke Taste deckt auf, die rechte setzt eine Flagge. Ein Klick auf eine Zahl mit ebenso vielen Flaggen " +
    "um sie herum deckt ihre übrigen Felder auf. Beide Tasten zugleich und die mittlere Taste tun dasselbe. " +
    "Stimmen die Flaggen nicht, blinken die verdeckten Felder um die Zahl, und nichts wird aufgedeckt. " +
    "Strg und das Rad zoomen. " +
    "Ziehen oder das Rad dreht eine Kugel und rollt einen Torus oder Zylinder um seine Naht.",
  touch: "Berühren",
  touchText:
    "Tippen deckt auf, langes Drücken setzt eine Flagge; die Einstellungen können beides tauschen. Ist der " +
    "Flaggenknopf an, setzt Tippen eine Flagge. Tippen auf eine Zahl deckt ihre übrigen Felder auf. Zwei Finger " +
    "zoomen. Ziehen dreht eine Kugel und rollt einen Torus oder Zylinder.",
  keys: "Tasten",
  helper: "Der Helfer",
  helperText:
    "Die Überlagerung zeigt sichere Felder und Minen und nennt für jedes andere verdeckte Feld die Minenchance. " +
    "Die Chancen sind exakt. Tipps haben vier Stufen, von „es gibt ein sicheres Feld“ bis zur ganzen " +
    "Begründung. Spiele mit Hilfe haben eine eigene Bestenliste. Ein Spiel mit zurückgenommenem Zug ist Übung und" +
    " hat keine Bestzeit.",
  bookmark: "Spiele auf minesweeper.online",
  bookmarkText:
    "Ziehe diesen Knopf in die Lesezeichen deines Browsers. Auf einer Seite mit einem Spiel öffnet das Lesezeichen " +
    "es hier: ein laufendes Spiel zum Analysieren, ein beendetes als Brett zum Spielen.",
  bookmarkName: "Zu Sapper",
  bookmarkDrag: "Ziehe ihn in die Lesezeichen und wähle ihn dort auf der Seite eines Spiels.",
  bookmarkNone: "Auf dieser Seite ist kein Minesweeper-Brett.",
  bookmarkCount: "Wie viele Minen hat dieses Brett?",
  words: "Begriffe",
  wordsText:
    "3BV ist die kleinste Zahl von Klicks, die das Brett ohne Flaggen räumt. Effizienz ist 3BV geteilt durch deine" +
    " Klicks.",
};
