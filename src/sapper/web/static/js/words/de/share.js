/** Sharing a game by link, and watching one. */

/** @type {typeof import("../en/share.js").share} */
export const share = {
  title: "Teilen",
  watch: "Zuschauen",
  watchHelp: "Andere sehen dieses Spiel live. Sie können nicht mitspielen.",
  same: "Dasselbe Brett, neu",
  sameHelp: "Ein neues Spiel mit denselben Minen, nichts ist aufgedeckt.",
  sameLater: "Ein neues Spiel mit denselben Minen. Der Link gilt, sobald dieses Spiel beendet ist.",
  dailyLater: "Das ist ein Brett des Tages. Die ersten beiden Links gelten ab Mitternacht UTC.",
  position: "Die Stellung",
  positionHelp: "Das sichtbare Brett, zum Analysieren oder Weiterspielen.",
  own: "Dein eigener Link",
  ownHelp: "Dieses Spiel auf einem anderen Gerät fortsetzen. Gib ihn nicht weiter: Er erlaubt Züge.",
  seed: (seed) => `Die Startzahl dieses Bretts ist ${seed}.`,
  link: (title) => `Link: ${title}`,
  copy: "Kopieren",
  copyLink: (title) => `Link kopieren: ${title}`,
  copied: "Link kopiert.",

  watching: "Zuschauen",
  watchingName: (name) => `${name} spielt`,
  board: "Das Brett des Spielers",
  gone: "Dieses Spiel gibt es nicht.",
  waiting: "Das Spiel hat noch nicht begonnen.",
  running: "Das Spiel läuft. Du siehst jeden Zug.",
  won: "Das Brett ist geräumt.",
  lost: "Der Spieler hat eine Mine getroffen.",
  lostConnection: "Die Verbindung ist unterbrochen. Das Spiel wird wieder gezeigt, sobald sie zurück ist.",
  playSame: "Dieses Brett spielen",
  playOwn: "Selbst spielen",
  stillRuns: "Dieses Spiel läuft noch. Wenn es beendet ist, kannst du das Brett spielen; bis dahin zuschauen.",
};
