/** The keys of a game and what they do, in the order of the help. */

/** @type {typeof import("../en/keys.js").keys} */
export const keys = [
  ["Pfeile", "bewegen; mit Strg fünf Zellen auf einmal, Pos1 und Ende zu den Rändern"],
  ["Leertaste", "die Zelle unter der Maus aufdecken oder, nach einem Pfeil, die fokussierte Zelle"],
  ["F", "diese Zelle markieren, oder Fragezeichen, wenn eingeschaltet"],
  ["C", "Akkord: um eine Zahl aufdecken, die so viele Flaggen hat, wie sie zeigt"],
  ["U", "rückgängig, auch nach einer Mine; Strg+Z tut dasselbe"],
  ["H", "Tipp; noch einmal drücken für die nächste Stufe"],
  ["O", "Überlagerung ein oder aus"],
  ["%", "Prozente ein oder aus"],
  ["P", "Pause oder weiter; das Feld ist verdeckt, und das Spiel hat keine Bestzeit"],
  ["A", "das gezeigte Spielfeld analysieren"],
  [", .", "einen Zug zurück oder vor, in einer Vorführung oder Durchsicht"],
  ["N", "neues Spiel"],
  ["R", "dasselbe Spielfeld noch einmal"],
  ["X Y", "das Spielfeld spiegeln: links und rechts, oben und unten"],
  ["+ − 0", "vergrößern, verkleinern, einpassen"],
  ["?", "diese Hilfe"],
];
