/** The sentences of hints in German; the server has the same in `sapper.web.hint_words`. */

import { join } from "../numbers.js";
import { percent, spell } from "./proof.js";

const MOST_RINGED = 4; // clues that a hint names by their numbers

/** @param {number[]} numbers @param {string} few @param {(count: number) => string} many */
const ringed = (numbers, few, many) =>
  numbers.length > MOST_RINGED ? many(numbers.length) : `${few} ${join(numbers.map(String), "und")}`;

/** @param {number[]} numbers */
const look = (numbers) => ringed(numbers, "die umringte", (count) => `die ${count} umringten Zahlen`);

/** @type {typeof import("../en/hint.js").hint} */
export const hint = {
  firstClick: "erster Klick",
  noGuessPromised: "Raten ist nicht nötig: die Regel des ersten Klicks macht das erste Aufdecken sicher",
  lookAtCounter: "Achte auf die Zahl der Minen, die noch übrig sind.",
  startExists: "Es gibt ein sicheres Feld: die Regel des ersten Klicks verspricht eines.",
  lookAtStart: "Achte auf das Startfeld dieses Bretts.",
  allPromised:
    "Jetzt ist jedes Feld sicher: nach der Regel des ersten Klicks trifft das erste Aufdecken keine Mine.",
  nothingLeft: "Es ist kein Feld mehr aufzudecken.",
  nothingSafe: "Kein Feld ist sicher: hier muss man raten.",
  wideNone: "Kein sicheres Feld wurde gefunden. Dieses Brett ist zu breit zum Zählen, es kann also eines geben.",

  safeCells: (count) => (count === 1 ? "Es gibt ein sicheres Feld." : `Es gibt ${count} sichere Felder.`),
  lookAt: (numbers) => `Achte auf ${look(numbers)}.`,
  safe: (place, reason = "") => `${spell(place)} ist sicher${reason ? `: ${reason}` : ""}.`,
  startPromised: (opens) => {
    const told = opens ? "Es öffnet eine Fläche" : "Dass es eine Fläche öffnet, ist nicht versprochen";
    return `nach der Regel des ersten Klicks ist das Startfeld keine Mine. ${told}`;
  },
  beginWhere: (opens, square) => {
    if (!opens) return square ? "Beginne in einer Ecke." : "Beginne bei einem Feld mit wenigen Nachbarn.";
    return `Beginne ${square ? "abseits der Ränder" : "wo ein Feld viele Nachbarn hat"}, wo eine Öffnung Platz hat.`;
  },
  goodStart: (place) => `${spell(place)} ist ein guter Anfang.`,
  whyStart: (place, opens, square) => {
    const fewest = "hat die wenigsten Nachbarn, darum ist dort eine 0, die eine Fläche öffnet, am ehesten";
    const why = opens
      ? "das erste Aufdecken öffnet eine Fläche, und dort hat sie Platz"
      : `${square ? "eine Ecke" : "es"} ${fewest}`;
    return `${spell(place)} ist ein guter Anfang: ${why}.`;
  },
  guessBeside: (numbers) => {
    const clues = ringed(numbers, "der umringten", (count) => `den ${count} umringten Zahlen`);
    return `Am besten rät man neben ${clues}.`;
  },
  guessApart: (where) => {
    const places = { corner: ", in einer Ecke", edge: ", an einem Rand", middle: ", abseits der Ränder", "": "" };
    return `Am besten rät man neben keiner Zahl${places[where]}.`;
  },
  bestGuess: (place, safety) =>
    `Am besten rät man ${spell(place)}: sicher mit Wahrscheinlichkeit ${percent(safety)}.`,
  noGuess: (count) => `Raten ist nicht nötig: ${count === 1 ? "1 Feld ist" : `${count} Felder sind`} sicher`,
  lookBeside: (numbers) => `Sieh neben ${numbers.length ? look(numbers) : "keine Zahl"}.`,
  wideSafe: (place) =>
    `${spell(place)} ist in jeder Verteilung sicher. Dieses Brett ist zu breit für einen Beweis in wenigen ` +
    "Schritten.",
  wideGuess: (place, safety) =>
    `Am besten rät man ${spell(place)}: sicher mit einer geschätzten Wahrscheinlichkeit von ${percent(safety)}.`,
  wideLowest: (place, risk) =>
    `Am besten rät man ${spell(place)}: von allen Feldern ist es am seltensten eine Mine, geschätzt ` +
    `${percent(risk)}. Dieses Brett ist zu breit, um seine Verteilungen zu zählen.`,
};
