/**
 * The paragraph of a guess in German; the server has the same in `sapper.explain.german_guess`.
 *
 * @typedef {import("../../local/guess.js").Report} Report
 * @typedef {import("../../local/guess.js").Candidate} Candidate
 * @typedef {import("../../local/forced.js").Forced} Forced
 * @typedef {(cell: number) => number[]} PlaceOf  the coordinates of a cell
 */

import { join, short } from "../numbers.js";
import { countMines, percent, spell } from "./proof.js";

/** @param {number[]} cells @param {PlaceOf} place */
const names = (cells, place) => join(cells.map((cell) => spell(place(cell))), "und");

/**
 * Risk and effect of the best cell, and the reasons against the others.
 * @param {Report} report @param {PlaceOf} place
 */
export function sayGuess({ candidates: [best, ...others], forced, win, rival, against }, place) {
  const safety = percent(best.safety);
  const parts = [`Nichts ist sicher. Decke ${spell(place(best.cell))} auf: sicher mit Wahrscheinlichkeit ${safety}.`];
  parts.push(sayProgress(best));
  const own = forced.find((guess) => guess.cells.includes(best.cell));
  if (own) {
    parts.push(sayForced(own, place));
    if (!own.escapes.length) parts.push("Warten hilft nicht, also kann man es gleich versuchen.");
  }
  if (best.areas > 1)
    parts.push(`Es liegt zwischen ${best.areas} Gebieten neben Zahlen, und seine Zahl zählt Minen von jedem.`);
  const worth = sayWorth(best, others, win, place);
  if (worth) parts.push(worth);
  if (rival) parts.push(saySafer(best, rival, against, place));
  else if (others.length) parts.push("Kein anderes Feld ist sicherer.");
  for (const guess of forced)
    if (guess !== own && !guess.escapes.length)
      parts.push(
        `Anderswo lässt sich ein Raten zwischen ${names(guess.cells, place)} nicht vermeiden, jetzt oder später.`,
      );
  return parts.join(" ");
}

/** @param {Forced} guess @param {PlaceOf} place */
function sayForced({ kind, cells, fillings, odds, chance, escapes }, place) {
  if (kind === "box")
    return (
      `${names(cells, place)} sind eine geschlossene Kammer: ${fillings.length} Möglichkeiten, ` +
      `${countMines(fillings[0].length)} zu verteilen, passen, und jedes verdeckte Feld daneben ist eine Mine. ` +
      `Von außen ist also nichts zu erfahren. Das beste Spiel darin überlebt in ${odds} der Fälle.`
    );
  const [one, other] = fillings.map((filling) => names(filling, place));
  const text =
    kind === "pair"
      ? `Genau eines von ${names(cells, place)} ist eine Mine`
      : `In der Kette ${names(cells, place)} sind entweder ${one} Minen oder ${other}`;
  if (!escapes.length)
    return (
      `${text}, und jede Zahl und jedes Feld, das noch aufgedeckt werden kann, zählt in beiden Fällen gleich. ` +
      "Von außen ist nichts zu erfahren: ein 50/50, das sich nicht vermeiden lässt."
    );
  const alone = escapes.length === 1;
  const mute = alone ? "ist es eine Mine" : "sind alle Minen";
  return (
    `${text}, und nur ${names(escapes, place)} ${alone ? "könnte" : "könnten"} verraten, was gilt. Mit ` +
    `Wahrscheinlichkeit ${short(chance).replace(".", ",")} ${mute}, und dann ist es ein 50/50, das sich nicht ` +
    "vermeiden lässt."
  );
}

/** @param {Candidate} best */
function sayProgress(best) {
  if (best.numbers.length === 1 && best.progress === 0)
    return "Es kann nur eine Zahl zeigen und verrät darum nichts.";
  if (best.progress === 0) return "Keine Zahl, die es zeigen kann, macht sofort ein weiteres Feld sicher.";
  const helpful = best.numbers.filter(({ safe, wins }) => safe || wins);
  if (helpful.length === best.numbers.length)
    return "Welche Zahl es auch zeigt: dann ist ein weiteres Feld sicher, oder das Spiel ist gewonnen.";
  const numbers = join(helpful.map(({ number }) => String(number)), "oder");
  const chance = percent(best.progress);
  return (
    `Mit Wahrscheinlichkeit ${chance} zeigt es ${numbers}, und dann ist ein weiteres Feld sicher oder das Spiel ` +
    "gewonnen."
  );
}

/** @param {Candidate} best @param {Candidate[]} others @param {Report["win"]} win @param {PlaceOf} place */
function sayWorth({ win: own }, others, win, place) {
  if (own === null) return "";
  if (own.type === "bound")
    return `Eine Suche beweist, dass es zwischen ${percent(own.low)} und ${percent(own.high)} der Spiele gewinnt.`;
  if (own.type === "estimate")
    return `Von hier ausgespielte Spiele werden zu ${percent(own.probability)} gewonnen, ± ${percent(own.error)}.`;
  const all = `Eine Suche über alle ${own.total} möglichen Verteilungen beweist`;
  let text = `${all}, dass es ${own.wins} davon gewinnen kann`;
  if (win?.type === "exact" && win.wins === own.wins) text += ", und kein anderes Feld mehr";
  for (const other of others) {
    if (other.win?.type !== "exact" || other.win.wins >= own.wins) continue;
    text += `; ${spell(place(other.cell))} gewinnt ${other.win.wins}`;
    break;
  }
  return `${text}.`;
}

/** @param {Candidate} best @param {Candidate} rival @param {Report["against"]} against @param {PlaceOf} place */
function saySafer(best, rival, against, place) {
  const cell = spell(place(rival.cell));
  const progress = percent(rival.progress);
  const safer = `${cell} ist sicherer, ${percent(rival.safety)}, aber`;
  return {
    equalNone: `${cell} ist ebenso sicher, aber keine seiner Zahlen macht ein Feld sicher.`,
    equalLess: `${cell} ist ebenso sicher, bringt aber nur mit ${progress} weiter.`,
    nothing: `${safer} verrät nichts: es kann nur ${rival.numbers[0].number} zeigen.`,
    none: `${safer} keine Zahl, die es zeigen kann, macht ein weiteres Feld sicher.`,
    less: `${safer} bringt seltener weiter, mit ${progress}.`,
    wins: `${safer} so wird das Spiel seltener gewonnen.`,
    strategy: `${safer} ${spell(place(best.cell))} ist der Zug der Strategie, die am häufigsten gewinnt.`,
  }[against];
}
