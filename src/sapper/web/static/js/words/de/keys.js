/** The keys of a game and what they do, in the order of the help. */

/** @type {typeof import("../en/keys.js").keys} */
export const keys = [
  ["Pfeile", "bewegen; mit Strg fünf Felder auf einmal, Pos1 und Ende zu den Rändern"],
  ["Leertaste", "das Feld unter der Maus aufdecken oder, nach einem Pfeil, das fokussierte Feld"],
  ["F", "dieses Feld markieren, oder Fragezeichen, wenn eingeschaltet"],
  ["C", "Akkord: um eine Zahl aufdecken, die so viele Flaggen hat, wie sie zeigt"],
  ["U", "rückgängig, auch nach einer Mine; Strg+Z tut dasselbe"],
  ["H", "Tipp; noch einmal drücken für die nächste Stufe"],
  ["O", "Überlagerung ein oder aus"],
  ["%", "Prozente ein oder aus"],
  ["P", "Pause oder weiter; das Brett ist verdeckt, und das Spiel hat keine Bestzeit"],
  ["A", "das gezeigte Brett analysieren"],
  [", .", "einen Zug zurück oder vor, in einer Vorführung oder Durchsicht"],
  ["N", "neues Spiel"],
  ["R", "dasselbe Brett noch einmal"],
  ["X Y", "das Brett spiegeln: links und rechts, oben und unten"],
  ["Umschalt Pfeile", "eine Kugel drehen; einen Torus oder Zylinder um seine Naht rollen"],
  ["+ − 0", "vergrößern, verkleinern, einpassen"],
  ["?", "diese Hilfe"],
];
