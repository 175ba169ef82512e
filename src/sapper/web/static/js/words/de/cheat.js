/** The mines of the running game, shown on request. */

/** @type {typeof import("../en/cheat.js").cheat} */
export const cheat = {
  show: "Minen zeigen",
  shownAlready: "Das Brett zeigt die Minen schon.",
  none: "Es gibt noch keine Minen: das erste Aufdecken verteilt sie.",
  ask: "Minen zeigen?",
  about: "Das Spiel wird zur Übung: es kommt nicht in die Bestenliste und zählt als Spiel mit Hilfe.",
  cancel: "Abbrechen",
  shown: "Die Minen sind zu sehen. Dieses Spiel ist Übung und kommt nicht in die Bestenliste.",
};
