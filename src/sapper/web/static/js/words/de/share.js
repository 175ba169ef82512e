/** Sharing a game by link, and watching one. */

/** @type {typeof import("../en/share.js").share} */
export const share = {
  title: "Teilen",
  watch: "Zuschauen",
  watchHelp: "Andere sehen dieses Spiel live. Sie können nicht mitspielen.",
  same: "Dasselbe Feld, neu",
  sameHelp: "Ein neues Spiel mit denselben Minen, nichts ist aufgedeckt.",
  sameLater: "Ein neues Spiel mit denselben Minen. Der Link gilt, sobald dieses Spiel beendet ist.",
  dailyLater: "Das ist ein Feld des Tages. Die ersten beiden Links gelten ab Mitternacht UTC.",
  position: "Die Stellung",
  positionHelp: "Das sichtbare Feld, zum Analysieren oder Weiterspielen.",
  own: "Ihr eigener Link",
  ownHelp: "Dieses Spiel auf einem anderen Gerät fortsetzen. Geben Sie ihn nicht weiter: Er erlaubt Züge.",
  seed: (seed) => `Der Startwert dieses Feldes ist ${seed}.`,
  link: (title) => `Link: ${title}`,
  copy: "Kopieren",
  copyLink: (title) => `Link kopieren: ${title}`,
  copied: "Link kopiert.",

  watching: "Zuschauen",
  watchingName: (name) => `${name} spielt`,
  board: "Das Feld des Spielers",
  gone: "Dieses Spiel gibt es nicht.",
  waiting: "Das Spiel hat noch nicht begonnen.",
  running: "Das Spiel läuft. Sie sehen jeden Zug.",
  won: "Das Feld ist geräumt.",
  lost: "Der Spieler hat eine Mine getroffen.",
  lostConnection: "Die Verbindung ist unterbrochen. Das Spiel wird wieder gezeigt, sobald sie zurück ist.",
  playSame: "Dieses Feld spielen",
  playOwn: "Selbst spielen",
  stillRuns: "Dieses Spiel läuft noch. Wenn es beendet ist, können Sie das Feld spielen; bis dahin zuschauen.",
};
