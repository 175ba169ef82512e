/** The helper: overlay, hints, guesses, the demo, and what counts as help. */

import { spellChance } from "../chance.js";

/** @type {typeof import("../en/helper.js").helper} */
export const helper = {
  overlay: "Minenchance auf jedem verdeckten Feld",
  percent: "Zahlen zeigen",
  mode: "Zeigen",
  modes: { risk: "Chancen", classes: "Beste und tote Felder", estimate: "Neben einer Schätzung" },
  modeAbout: {
    risk: "",
    classes: "Die Felder, wie die Strategie superloc sie sieht.",
    estimate: "Oben links: die genaue Chance. Unten rechts: das Risiko, das die Strategie automine schätzt.",
  },
  hint: "Tipp",
  hintTitle: "Tipp (H)",
  guess: "Wo raten?",
  level: (strength) => `Tipp ${strength} von 4`,
  next: ["gibt es ein sicheres Feld?", "wo hinsehen?", "welches Feld?", "warum, Schritt für Schritt"],
  more: (next) => `Mehr: ${next}`,
  over: "Das Spiel ist zu Ende. Der Rückblick erklärt jeden Zug.",
  review: "Rückblick öffnen",
  ownTable: "Spiele mit Hilfe haben eine eigene Bestenliste.",
  noneSafe: "Kein Feld ist sicher.",
  wideHints: "Hinweise nennen trotzdem einen Zug, sicher oder geschätzt.",
  firstAny: "Das erste Aufdecken ist sicher, egal auf welchem Feld.",
  firstStart: "Das Startfeld ist sicher: decke es zuerst auf.",
  certain: (safe, mines) => `${safe} sicher, ${mines} sichere ${mines === 1 ? "Mine" : "Minen"}`,
  worlds: (count, one) => (one ? `${count} mögliche Verteilung` : `${count} mögliche Verteilungen`),
  about: (power) => `etwa 10${power}`,
  floating: (share) => `Felder neben keiner Zahl: ${share} Mine.`,
  noGuess: "Dieses Brett braucht kein Raten: sichere Züge gewinnen es. Die Chancen rechnen das nicht ein.",
  winBetween: (low, high) => `Gewinnchance: zwischen ${low} und ${high}.`,
  winExactly: (share) => `Gewinnchance: genau ${share}.`,
  winAbout: (share, low, high) => `Gewinnchance: etwa ${share} (${low} bis ${high}).`,
  legend: {
    safe: "sicher",
    low: "geringes Risiko",
    middle: "mittel",
    high: "hohes Risiko",
    mine: "Mine",
    best: "empfohlen",
    superloc: "Zug von superloc",
    good: "gut",
    similar: "ähnlich: neben einer Zahl",
    dead: "tot: hilft nicht",
  },
  tip: (risk, estimate, best) => {
    const exact = risk === 0 ? "Sicher" : risk === 1 ? "Eine Mine" : `${spellChance(risk, "de")} Mine`;
    const guessed = estimate === null ? "" : `, geschätzt ${spellChance(estimate, "de")}`;
    return `${exact}${guessed}${best ? " · empfohlen" : ""}`;
  },
  ways: { cruel: "Grausam", practice: "Übung", untimed: "Ohne Zeit", helped: "Mit Hilfe", ranked: "Gewertet" },
  wayAbout: {
    cruel:
      "Solange ein Feld sicher ist, verliert Raten immer. Musst du raten, verliert ein sicherstes Feld nie. " +
      "Keine Bestzeit.",
    practice: "Ein Zug wurde zurückgenommen, oder Minen oder Verteilung waren bekannt: keine Bestzeit.",
    untimed: "Das Spiel war pausiert, oder die Uhr des Servers wurde gestellt: keine Bestzeit.",
    helped: "Tipps oder Chancen wurden gezeigt: die Zeit zählt in der Bestenliste mit Hilfe.",
    ranked: "Hilfe ist bis zum Ende des Spiels ausgeschaltet.",
  },
  warning: "Dieses Spiel zählt nun als Spiel mit Hilfe: seine Zeit kommt in die Bestenliste mit Hilfe.",
  welcome: "Festgefahren? H für einen Tipp, O für Minenchancen.",
  welcomeTouch: "Nicht weiter? Tippe auf Tipp oder Chancen.",
  close: "Schließen",
  rankedSetting: "Neue Spiele sind gewertet: bis zum Ende keine Tipps, Chancen, Vorführung und kein Zurücknehmen",
  off: {
    ask: "In diesem Spiel Hilfe nutzen?",
    ranked:
      "In gewerteten Spielen ist Hilfe aus. Mit Hilfe kommt die Zeit dieses Spiels in die Bestenliste mit Hilfe.",
    daily:
      "Auf den Brettern des Tages ist Hilfe aus. Mit Hilfe hat dieses Spiel keinen Platz in der Liste des Tages.",
    match: "In Matches gibt es keine Hilfe.",
    allow: "Hilfe nutzen",
    askPause: "Dieses Spiel pausieren?",
    pause: "Ein pausiertes Spiel hat keine Bestzeit.",
    cancel: "Weiterspielen",
  },
  demo: {
    about: "Der Löser sieht nur, was du siehst, nicht die Minen. Dein Spiel ändert sich nicht.",
    strategy: "Strategie",
    begin: "Beginn",
    here: "von hier",
    start: "von Anfang an",
    halt: "Beim Raten anhalten",
    run: "Vorführung starten",
    none: "Es gibt keinen Zug mehr.",
    own: "Dein Spiel hat noch keine Minen, darum spielt der Löser ein anderes Brett dieser Art.",
    skip: "Zum nächsten Raten",
    move: (place, all) => `Zug ${place} von ${all}`,
    next: (cell) => `Als Nächstes: ${cell}.`,
    guess: (share, why) => `Geraten, sicher mit Wahrscheinlichkeit ${share}: ${why}.`,
    back: "Zurück zu meinem Spiel",
    outcomes: {
      won: "Der Löser gewinnt dieses Brett.",
      lost: "Der Löser trifft auf diesem Brett eine Mine.",
      playing: "Der Löser hört hier auf.",
    },
  },
};
