/** The dialog of settings. */

/** @type {typeof import("../en/settings.js").settings} */
export const settings = {
  title: "Einstellungen",
  theme: "Farben",
  themes: { system: "System", light: "Hell", dark: "Dunkel" },
  palette: "Farben der Minenchancen",
  palettes: { "green-red": "Grün, Rot", "blue-orange": "Blau, Orange", "teal-pink": "Türkis, Rosa" },
  percent: "Prozente bei den Minenchancen",
  questions: "Fragezeichen: die Flaggentaste setzt eins auf ein markiertes Feld",
  swapTouch: "Berührung: Tippen markiert, langes Drücken deckt auf",
  speak: "Jeden Zug für Bildschirmleser ansagen",
  motion: "Animationen",
  pointer: "Den Mauszeiger während der Spiele aufzeichnen",
  pointerText:
    "Aufzeichnungen deiner Spiele zeigen dann den Weg des Zeigers, und exportierte Dateien enthalten ihn. Er " +
    "bleibt in diesem Browser. An den Server geht er nur, wenn du eine Aufzeichnung öffnest oder exportierst; " +
    "dort wird er nicht gespeichert.",
  name: "Dein Name, für Bestenliste und Statistik",
};
