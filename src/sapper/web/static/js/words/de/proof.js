/**
 * Proofs in German: the sentences of the English ones, made from the same steps. The server has the same sentences in
 * `sapper.explain.german`.
 *
 * @typedef {import("../../local/facts.js").Facts} Facts
 * @typedef {import("../../local/facts.js").ProofStep} ProofStep
 * @typedef {import("../../local/facts.js").Case} Case
 */

import { join, short } from "../numbers.js";

const MOST_NAMED = 8; // cells named one by one in a sentence

export const techniques = [
  "", "eine Zahl", "zwei Zahlen verglichen", "Kette von Zahlen", "Fallunterscheidung", "Minen zählen",
  "Zählen mit Fallunterscheidung",
];

/** @param {number[]} place  the coordinates of a cell */
export const spell = (place) =>
  place.length === 2 ? `Zeile ${place[0] + 1} Spalte ${place[1] + 1}` : `Feld ${place.join(",")}`;

/** @param {number} share */
export const percent = (share) => `${short(100 * share).replace(".", ",")}\u00a0%`;

export const countMines = (/** @type {number} */ count) => (count === 1 ? "eine Mine" : `${count} Minen`);

/** @param {ProofStep} step @param {Facts} facts @returns {string} */
export function sayStep(step, facts) {
  return [saySingle, saySingle, sayPair, saySum, sayCases, sayCounting, sayAreas][step.technique](step, facts);
}

const name = (/** @type {number} */ cell, /** @type {Facts} */ facts) => spell(facts.place(cell));

/** @param {number[]} cells @param {Facts} facts */
function names(cells, facts) {
  const named = cells.slice(0, MOST_NAMED).map((cell) => name(cell, facts));
  if (cells.length > MOST_NAMED) named[MOST_NAMED - 1] = `${cells.length - MOST_NAMED + 1} weitere`;
  return join(named, "und");
}

/** @param {number} clue @param {Facts} facts @param {string} [article] */
const clueOf = (clue, facts, article = "die") => `${article} ${facts.number(clue)} in ${name(clue, facts)}`;

/** @param {number[]} clues @param {Facts} facts @param {boolean} [dative] */
function cluesOf(clues, facts, dative = false) {
  if (clues.length > MOST_NAMED) return `${dative ? "den" : "die"} ${clues.length} Zahlen in ${names(clues, facts)}`;
  return join(clues.map((clue) => clueOf(clue, facts, dative ? "der" : "die")), "und");
}

const hidden = (/** @type {number} */ count) => (count === 1 ? "1 verdecktes Feld" : `${count} verdeckte Felder`);

/**
 * What a step settles.
 * @param {ProofStep} step @param {Facts} facts
 * @param {(cells: string, verb: string, what: string) => string} order  places the verb
 */
function settled(step, facts, order) {
  const parts = [];
  const { mines, safe } = step;
  const verb = (/** @type {number[]} */ cells) => (cells.length === 1 ? "ist" : "sind");
  if (mines.length) parts.push(order(names(mines, facts), verb(mines), mines.length === 1 ? "eine Mine" : "Minen"));
  if (safe.length) parts.push(order(names(safe, facts), verb(safe), "sicher"));
  return parts.join(" und ");
}

/**
 * What follows after "also".
 * @param {ProofStep} step @param {Facts} facts
 */
const so = (step, facts) => settled(step, facts, (cells, verb, what) => `${verb} ${cells} ${what}`);

/** @param {ProofStep} step @param {Facts} facts */
const is = (step, facts) => settled(step, facts, (cells, verb, what) => `${cells} ${verb} ${what}`);

/** @param {ProofStep} step @param {Facts} facts */
function saySingle(step, facts) {
  const [clue] = step.clues;
  const start = clueOf(clue, facts, "Die");
  const found = facts.mines(clue);
  if (!step.mines.length) {
    if (!found.length) return `${start} hat keine Mine neben sich, also ${so(step, facts)}.`;
    const noun = found.length === 1 ? "ihre Mine" : `alle ihre ${found.length} Minen`;
    return `${start} hat ${noun} in ${names(found, facts)}, also ${so(step, facts)}.`;
  }
  const wanted = step.mines.length;
  const needs = found.length
    ? `${start} hat ${found.length} ihrer Minen in ${names(found, facts)}. Sie braucht noch ${wanted}`
    : `${start} braucht ${countMines(wanted)}`;
  return `${needs} und hat nur noch ${hidden(wanted)}, also ${so(step, facts)}.`;
}

/** @param {ProofStep} step @param {Facts} facts */
function sayPair(step, facts) {
  const [one, other] = step.signs[0] > 0 ? step.clues : [...step.clues].reverse();
  const [more, less] = [clueOf(one, facts, "Die"), clueOf(other, facts)];
  const count = step.mines.length;
  if (!count) {
    const needs = countMines(facts.need(one));
    return (
      `${more} und ${less} brauchen noch je ${needs}, und alle Felder, die der ersten bleiben, liegen auch neben ` +
      `der zweiten. Die zweite hat ihre ${needs.replace(/^eine /, "")} also dort, und damit ${so(step, facts)}.`
    );
  }
  const extra = count === 1 ? "1 Mine" : `${count} Minen`;
  const alone =
    count === 1 ? "1 Feld, das nicht auch neben jener liegt" : `${count} Felder, die nicht auch neben jener liegen`;
  return `${more} braucht noch ${extra} mehr als ${less} und hat nur ${alone}. Also ${so(step, facts)}.`;
}

/** @param {ProofStep} step @param {Facts} facts @param {number} [counter] */
function saySum(step, facts, counter = 0) {
  const needs = (/** @type {number} */ sign) =>
    step.clues
      .filter((_, k) => step.signs[k] * sign > 0)
      .map((clue) => `${facts.need(clue)} für ${clueOf(clue, facts)}`);
  const [plus, minus] = [needs(1), needs(-1)];
  if (counter) (counter > 0 ? plus : minus).unshift(`${step.minesLeft} für alle übrigen verdeckten Felder`);
  const { twice, says } = facts.addUp(step, counter);
  let text = plus.length
    ? `Addiere die Minen, die noch fehlen: ${join(plus, "und")}`
    : "Nimm die Minen, die noch fehlen,";
  if (minus.length) text += `${plus.length ? ", weniger" : " als weniger als nichts:"} ${join(minus, "und")}`;
  const verb = twice.length === 1 ? "zählt" : "zählen";
  const often = twice.length ? `, wobei ${names(twice, facts)} mehrfach ${verb}` : "";
  const what = settled(step, facts, (cells, is, as) => `${cells} ${as} ${is}`);
  return (
    `${text}; das ergibt ${says}. Jedes Feld, das ungewiss bleibt, hebt sich auf${often}, und der Rest ergibt nur ` +
    `dann ${says}, wenn ${what}.`
  );
}

/** @param {ProofStep} step @param {Facts} facts */
function sayCounting(step, facts) {
  const left = step.minesLeft ?? 0;
  if (!facts.isApart(step)) return saySum(step, facts, step.counter);
  if (!step.clues.length) {
    if (left === 0) return `Alle Minen sind gefunden, also ${so(step, facts)}.`;
    return `Es sind so viele Minen übrig wie verdeckte Felder, ${left}, also ${so(step, facts)}.`;
  }
  const total = step.clues.reduce((sum, clue) => sum + facts.need(clue), 0);
  const remain = left === 1 ? "Eine Mine ist übrig" : `${left} Minen sind übrig`;
  const together = step.clues.length === 1 ? "braucht" : "teilen kein verdecktes Feld und brauchen zusammen";
  const start = `${remain}, und ${cluesOf(step.clues, facts)} ${together}`;
  if (step.counter < 0) return `${start} genauso viele. Anderswo ist also keine: ${is(step, facts)}.`;
  const rest = left - total;
  const verb = rest === 1 ? "ist" : "sind";
  const where = `Also ${verb} ${rest} anderswo, wo nur ${hidden(rest)} übrig ${verb}`;
  return `${start} ${total}. ${where}: ${is(step, facts)}.`;
}

/** @param {ProofStep} step @param {Facts} facts */
function sayCases(step, facts) {
  if (!step.cases.length) {
    const clues = cluesOf(step.clues, facts, true);
    const all = `Von allen Möglichkeiten, die Minen neben ${clues} zu verteilen`;
    return `${all}, bleibt keine, es sei denn, ${is(step, facts)}.`;
  }
  return `${sayCase(step.cases, 0, facts, new Map())} Also ${so(step, facts)}.`;
}

/**
 * A case with its sub-cases.
 * @param {Case[]} cases @param {number} at @param {Facts} facts
 * @param {Map<number, boolean>} assumed  the cells that the enclosing cases settle
 * @returns {string}
 */
function sayCase(cases, at, facts, assumed) {
  const one = cases[at];
  const known = new Map(assumed).set(one.cell, one.mine);
  const what = one.mine ? "eine Mine" : "sicher";
  const cell = name(one.cell, facts);
  const opening = one.mine ? "Wenn" : "Wenn dagegen";
  const start =
    one.depth === 0 ? `Angenommen, ${cell} wäre ${what}. Dann` : `${opening} ${cell} ${what} wäre, dann`;
  const links = one.steps.map((step) => {
    for (const settledCell of step.cells) known.set(settledCell, step.mine);
    const made = !step.mine ? "sicher" : step.cells.length === 1 ? "zur Mine" : "zu Minen";
    return `würde ${clueOf(step.clue, facts)} ${names(step.cells, facts)} ${made} machen`;
  });
  if (one.broken !== null) {
    const many = facts.hasTooMany(one.broken, known) ? "zu viele" : "zu wenige";
    links.push(`hätte ${clueOf(one.broken, facts)} ${many} Minen`);
    return `${start} ${links.join(", dann ")}.`;
  }
  links.push("blieben zwei Fälle");
  const inner = facts.inner(cases, at).map((k) => sayCase(cases, k, facts, known));
  return [`${start} ${links.join(", dann ")}.`, ...inner].join(" ");
}

/** @param {ProofStep} step @param {Facts} facts */
function sayAreas(step, facts) {
  const { mine, cell, left, outside, low, high } = facts.weighAreas(step);
  const between = low <= left && left <= high;
  const spelled = name(cell, facts);
  const parts = mine ? [`${spelled} selbst`] : [];
  for (const area of step.areas) {
    const bound = left < low ? `mindestens ${area.mines[0]}` : `höchstens ${area.mines[area.mines.length - 1]}`;
    const held = between ? join(area.mines.map(String), "oder") : bound;
    parts.push(`${held} neben ${cluesOf(area.clues, facts, true)}`);
  }
  if (left >= low && outside) {
    const those = outside === 1 ? "dem einen, das" : `den ${outside}, die`;
    parts.push(`höchstens ${outside} in ${those} neben keiner dieser Zahlen ${outside === 1 ? "liegt" : "liegen"}`);
  }
  const bound = left < low ? `mindestens ${low}` : `höchstens ${high}`;
  const verdict = between
    ? `Keine solche Summe ist ${left}, die Zahl der übrigen Minen.`
    : `Das ergibt ${bound} Minen, aber ${left} ${left === 1 ? "ist" : "sind"} übrig.`;
  return (
    `Angenommen, ${spelled} wäre ${mine ? "eine Mine" : "sicher"}. Zähle die Minen, die in den verdeckten Feldern ` +
    `liegen können: ${join(parts, "und")}. ${verdict} Also ${so(step, facts)}.`
  );
}
