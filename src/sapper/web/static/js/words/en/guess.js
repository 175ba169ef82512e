/**
 * The paragraph of a guess in English; the server has the same in `sapper.explain.guess` and `forced`.
 *
 * @typedef {import("../../local/guess.js").Report} Report
 * @typedef {import("../../local/guess.js").Candidate} Candidate
 * @typedef {import("../../local/forced.js").Forced} Forced
 * @typedef {(cell: number) => number[]} PlaceOf  the coordinates of a cell
 */

import { begin, join, short } from "../numbers.js";
import { percent, spell } from "./proof.js";

/** @param {number[]} cells @param {PlaceOf} place */
const names = (cells, place) => join(cells.map((cell) => spell(place(cell))), "and");

/**
 * Risk and effect of the best cell, and the reasons against the others.
 * @param {Report} report @param {PlaceOf} place
 */
export function sayGuess({ candidates: [best, ...others], forced, win, rival, against }, place) {
  const safety = percent(best.safety);
  const parts = [`Nothing is certain. Reveal ${spell(place(best.cell))}: it is safe with probability ${safety}.`];
  parts.push(sayProgress(best));
  const own = forced.find((guess) => guess.cells.includes(best.cell));
  if (own) {
    parts.push(sayForced(own, place));
    if (!own.escapes.length) parts.push("Waiting does not help, so it may as well be taken now.");
  }
  if (best.areas > 1)
    parts.push(`It lies between ${best.areas} areas of the frontier, and its number counts mines of each.`);
  const worth = sayWorth(best, others, win, place);
  if (worth) parts.push(worth);
  if (rival) parts.push(saySafer(best, rival, against, place));
  else if (others.length) parts.push("No other candidate is safer.");
  for (const guess of forced)
    if (guess !== own && !guess.escapes.length)
      parts.push(`Elsewhere, a guess among ${names(guess.cells, place)} cannot be avoided, now or later.`);
  return parts.join(" ");
}

/** @param {Forced} guess @param {PlaceOf} place */
function sayForced({ kind, cells, fillings, odds, chance, escapes }, place) {
  if (kind === "box") {
    const count = fillings[0].length === 1 ? "one mine" : `${fillings[0].length} mines`;
    return (
      `${begin(names(cells, place))} are a closed box: ${fillings.length} ways to place ${count} fit, and every ` +
      "hidden cell beside the box is a mine, so nothing outside can tell. " +
      `The best play inside survives ${odds} of the time.`
    );
  }
  const [one, other] = fillings.map((filling) => names(filling, place));
  const text =
    kind === "pair"
      ? `Exactly one of ${names(cells, place)} is a mine`
      : `Of the chain ${names(cells, place)} either ${one} are mines or ${other}`;
  if (!escapes.length)
    return (
      `${text}, and every clue and every cell that can still be revealed counts the same either way. Nothing ` +
      "outside can tell: it is a 50/50 that cannot be avoided."
    );
  const mute = escapes.length === 1 ? "it is a mine" : "they are all mines";
  return (
    `${text}, and only ${names(escapes, place)} could tell which. With probability ${short(chance)} ${mute}, and ` +
    "then it is a 50/50 that cannot be avoided."
  );
}

/** @param {Candidate} best */
function sayProgress(best) {
  if (best.numbers.length === 1 && best.progress === 0)
    return "It can only show one number, so it gives no information.";
  if (best.progress === 0) return "No number it may show makes another cell safe at once.";
  const helpful = best.numbers.filter(({ safe, wins }) => safe || wins);
  if (helpful.length === best.numbers.length)
    return "Whatever number it shows, another cell is safe then, or the game is won.";
  const numbers = join(helpful.map(({ number }) => String(number)), "or");
  const chance = percent(best.progress);
  return `With probability ${chance} it shows ${numbers}, and then another cell is safe or the game won.`;
}

/** @param {Candidate} best @param {Candidate[]} others @param {Report["win"]} win @param {PlaceOf} place */
function sayWorth({ win: own }, others, win, place) {
  if (own === null) return "";
  if (own.type === "bound")
    return `A search proves that it wins between ${percent(own.low)} and ${percent(own.high)} of the time.`;
  if (own.type === "estimate")
    return `Games played out from it are won ${percent(own.probability)} of the time, ± ${percent(own.error)}.`;
  let text = `A search of all ${own.total} worlds proves that it can be won in ${own.wins} of them`;
  if (win?.type === "exact" && win.wins === own.wins) text += ", and in no more by any other cell";
  for (const other of others) {
    if (other.win?.type !== "exact" || other.win.wins >= own.wins) continue;
    text += `; ${spell(place(other.cell))} wins ${other.win.wins}`;
    break;
  }
  return `${text}.`;
}

/** @param {Candidate} best @param {Candidate} rival @param {Report["against"]} against @param {PlaceOf} place */
function saySafer(best, rival, against, place) {
  const cell = begin(spell(place(rival.cell)));
  const progress = percent(rival.progress);
  const safer = `${cell} is safer, ${percent(rival.safety)}`;
  return {
    equalNone: `${cell} is as safe, but no number it may show makes another cell safe.`,
    equalLess: `${cell} is as safe but makes progress with ${progress} only.`,
    nothing: `${safer}, but teaches nothing: it can only show ${rival.numbers[0].number}.`,
    none: `${safer}, but no number it may show makes another cell safe.`,
    less: `${safer}, but makes progress less often, with ${progress}.`,
    wins: `${safer}, but the game is won less often that way.`,
    strategy: `${safer}, but ${spell(place(best.cell))} is the move of the strategy that wins most games.`,
  }[against];
}
