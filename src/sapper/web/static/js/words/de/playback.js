/** The buttons of a replay. */

/** @type {typeof import("../en/playback.js").playback} */
export const playback = {
  play: "Abspielen",
  pause: "Anhalten",
  move: "Zug",
  speed: "Tempo",
  first: "Zum Anfang",
  back: "Ein Zug zurück",
  forward: "Ein Zug vor",
  last: "Zum Ende",
  rate: (rate) => `${rate} Züge/s`,
  chart: "Gewinnchance vor jedem Zug; der Regler darunter wählt den Zug",
};
