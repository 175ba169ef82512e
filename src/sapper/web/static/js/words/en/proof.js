/**
 * Proofs in English: one step and the facts known before it come in; its sentences come out. The server has the same
 * sentences in `sapper.explain.sentence`.
 *
 * @typedef {import("../../local/facts.js").Facts} Facts
 * @typedef {import("../../local/facts.js").ProofStep} ProofStep
 * @typedef {import("../../local/facts.js").Case} Case
 */

import { begin, join, short } from "../numbers.js";

const MOST_NAMED = 8; // cells named one by one in a sentence

export const techniques = [
  "", "single clue", "two clues compared", "chain of clues", "case split", "counting mines",
  "counting with case split",
];

/** @param {number[]} place  the coordinates of a cell */
export const spell = (place) =>
  place.length === 2 ? `row ${place[0] + 1} column ${place[1] + 1}` : `cell ${place.join(",")}`;

/** @param {number} share */
export const percent = (share) => `${short(100 * share)}\u00a0%`;

/** @param {ProofStep} step @param {Facts} facts @returns {string} */
export function sayStep(step, facts) {
  return [saySingle, saySingle, sayPair, saySum, sayCases, sayCounting, sayAreas][step.technique](step, facts);
}

const name = (/** @type {number} */ cell, /** @type {Facts} */ facts) => spell(facts.place(cell));

/** @param {number[]} cells @param {Facts} facts */
function names(cells, facts) {
  const named = cells.slice(0, MOST_NAMED).map((cell) => name(cell, facts));
  if (cells.length > MOST_NAMED) named[MOST_NAMED - 1] = `${cells.length - MOST_NAMED + 1} more`;
  return join(named, "and");
}

const clueOf = (/** @type {number} */ clue, /** @type {Facts} */ facts) =>
  `the ${facts.number(clue)} at ${name(clue, facts)}`;

/** @param {number[]} clues @param {Facts} facts */
function cluesOf(clues, facts) {
  if (clues.length > MOST_NAMED) return `the ${clues.length} clues at ${names(clues, facts)}`;
  return join(clues.map((clue) => clueOf(clue, facts)), "and");
}

/** @param {ProofStep} step @param {Facts} facts */
function settled(step, facts) {
  const parts = [];
  const { mines, safe } = step;
  if (mines.length) parts.push(`${names(mines, facts)} ${mines.length === 1 ? "is a mine" : "are mines"}`);
  if (safe.length) parts.push(`${names(safe, facts)} ${safe.length === 1 ? "is" : "are"} safe`);
  return parts.join(" and ");
}

const countMines = (/** @type {number} */ count) => (count === 1 ? "a mine" : `${count} mines`);

/** @param {ProofStep} step @param {Facts} facts */
function saySingle(step, facts) {
  const [clue] = step.clues;
  const start = begin(clueOf(clue, facts));
  const found = facts.mines(clue);
  if (!step.mines.length) {
    if (!found.length) return `${start} has no mine around it, so ${settled(step, facts)}.`;
    const noun = found.length === 1 ? "its mine" : `all its ${found.length} mines`;
    return `${start} has ${noun} at ${names(found, facts)}, so ${settled(step, facts)}.`;
  }
  const wanted = step.mines.length;
  const cells = wanted === 1 ? "hidden cell" : "hidden cells";
  const needs = found.length
    ? `${start} has ${found.length} of its mines at ${names(found, facts)}. It needs ${wanted} more`
    : `${start} needs ${countMines(wanted)}`;
  return `${needs} and has only ${wanted} ${cells} left, so ${settled(step, facts)}.`;
}

/** @param {ProofStep} step @param {Facts} facts */
function sayPair(step, facts) {
  const [one, other] = step.signs[0] > 0 ? step.clues : [...step.clues].reverse();
  const [more, less] = [clueOf(one, facts), clueOf(other, facts)];
  const count = step.mines.length;
  if (!count) {
    const needs = countMines(facts.need(one));
    return (
      `${begin(more)} and ${less} still need ${needs} each, and all cells left to the first are beside the second ` +
      `too. So the second gets its ${needs.replace(/^a /, "")} there, and ${settled(step, facts)}.`
    );
  }
  const extra = count === 1 ? "1 mine" : `${count} mines`;
  return (
    `${begin(more)} still needs ${extra} more than ${less}, and has only ${count} ` +
    `${count === 1 ? "cell left that is" : "cells left that are"} not beside that one too. So ` +
    `${settled(step, facts)}.`
  );
}

/** @param {ProofStep} step @param {Facts} facts @param {number} [counter] */
function saySum(step, facts, counter = 0) {
  const needs = (/** @type {number} */ sign) =>
    step.clues
      .filter((_, k) => step.signs[k] * sign > 0)
      .map((clue) => `${facts.need(clue)} for ${clueOf(clue, facts)}`);
  const [plus, minus] = [needs(1), needs(-1)];
  if (counter) (counter > 0 ? plus : minus).unshift(`${step.minesLeft} for all hidden cells left`);
  const { twice, says } = facts.addUp(step, counter);
  let text = plus.length
    ? `Add up the mines that are still needed: ${join(plus, "and")}`
    : "Take the mines that are still needed";
  if (minus.length) text += `${plus.length ? ", less" : " as less than nothing:"} ${join(minus, "and")}`;
  const often = twice.length ? `, ${names(twice, facts)} counting more than once` : "";
  return (
    `${text}; that makes ${says}. Every cell that stays undecided cancels out${often}, and the rest can only make ` +
    `${says} if ${settled(step, facts)}.`
  );
}

/** @param {ProofStep} step @param {Facts} facts */
function sayCounting(step, facts) {
  const left = step.minesLeft ?? 0;
  if (!facts.isApart(step)) return saySum(step, facts, step.counter);
  if (!step.clues.length) {
    if (left === 0) return `All mines are found, so ${settled(step, facts)}.`;
    return `As many mines are left as hidden cells, ${left}, so ${settled(step, facts)}.`;
  }
  const total = step.clues.reduce((sum, clue) => sum + facts.need(clue), 0);
  const together = step.clues.length === 1 ? "needs" : "share no hidden cell and need together";
  const remain = left === 1 ? "One mine is left" : `${left} mines are left`;
  const start = `${remain}, and ${cluesOf(step.clues, facts)} ${together}`;
  if (step.counter < 0) return `${start} just as many. So there is none elsewhere: ${settled(step, facts)}.`;
  const rest = left - total;
  return (
    `${start} ${total}. So ${rest} ${rest === 1 ? "is" : "are"} elsewhere, where only ${rest} hidden ` +
    `${rest === 1 ? "cell is" : "cells are"} left: ${settled(step, facts)}.`
  );
}

/** @param {ProofStep} step @param {Facts} facts */
function sayCases(step, facts) {
  if (!step.cases.length) {
    const clues = cluesOf(step.clues, facts);
    return `Of all ways to place the mines of ${clues}, none is left unless ${settled(step, facts)}.`;
  }
  return `${sayCase(step.cases, 0, facts, new Map())} So ${settled(step, facts)}.`;
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
  const opening = one.depth === 0 ? "Suppose" : one.mine ? "If" : "If instead";
  const links = one.steps.map((step) => {
    for (const cell of step.cells) known.set(cell, step.mine);
    const as = !step.mine ? "safe" : step.cells.length === 1 ? "a mine" : "mines";
    return `${clueOf(step.clue, facts)} would make ${names(step.cells, facts)} ${as}`;
  });
  if (one.broken !== null) {
    const ending = facts.hasTooMany(one.broken, known) ? "have too many mines" : "be short of mines";
    links.push(`${clueOf(one.broken, facts)} would ${ending}`);
  } else {
    links.push("two cases are left");
  }
  const start = `${opening} ${name(one.cell, facts)} were ${one.mine ? "a mine" : "safe"}`;
  const text = `${start}${one.depth === 0 ? ". Then" : ","} ${links.join(", then ")}.`;
  if (one.broken !== null) return text;
  return [text, ...facts.inner(cases, at).map((k) => sayCase(cases, k, facts, known))].join(" ");
}

/** @param {ProofStep} step @param {Facts} facts */
function sayAreas(step, facts) {
  const { mine, cell, left, outside, low, high } = facts.weighAreas(step);
  const between = low <= left && left <= high;
  const parts = mine ? [`${name(cell, facts)} itself`] : [];
  for (const area of step.areas) {
    const bound = left < low ? `at least ${area.mines[0]}` : `at most ${area.mines[area.mines.length - 1]}`;
    const held = between ? join(area.mines.map(String), "or") : bound;
    parts.push(`${held} beside ${cluesOf(area.clues, facts)}`);
  }
  if (left >= low && outside)
    parts.push(`at most ${outside} in the ${outside === 1 ? "one" : outside} beside none of these clues`);
  const bound = left < low ? `at least ${low}` : `at most ${high}`;
  const verdict = between
    ? `No such sum is ${left}, the number of mines left.`
    : `That makes ${bound} mines, but ${left} ${left === 1 ? "is" : "are"} left.`;
  const supposed = `Suppose ${name(cell, facts)} were ${mine ? "a mine" : "safe"}`;
  const counted = `Count the mines that could be in the hidden cells: ${join(parts, "and")}`;
  return `${supposed}. ${counted}. ${verdict} So ${settled(step, facts)}.`;
}
