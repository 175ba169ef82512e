/** Refusals: the same problems that the server answers with, made of errors of the engine. */

import { ApiError } from "../base/calls.js";
import { sentence } from "../words/sentence.js";
import { language, words } from "../words/words.js";

/** @type {Record<string, number>} */
const STATUS = { missing: 404, move: 409, version: 409, internal: 500, unavailable: 503 };
/** @type {Record<string, string>} */
const KINDS = {
  ParseError: "unreadable",
  InputError: "input",
  ContradictionError: "contradiction",
  LimitError: "limit",
  NoGuessError: "guess",
  GameError: "move",
};

const AT = /, at (-?\d+(?:,-?\d+)*)(?: \(line|$)/; // the place of a fault at the end of a message

/**
 * An error that the page shows as it shows a refusal of the server.
 * @param {string} kind @param {string} detail @param {object} [more]
 */
export function refuse(kind, detail, more = {}) {
  const status = STATUS[kind] ?? 422;
  return new ApiError(status, sentence(detail), { type: `/api#problem-${kind}`, status, detail, ...more });
}

/**
 * Whether an error of the engine is of a kind, such as "limit".
 * @param {any} error @param {string} kind
 */
export const isKind = (error, kind) => KINDS[error?.name] === kind;

/**
 * The problem that an error of the engine is to the page, in its language.
 * @param {any} error @returns {Promise<ApiError>}
 */
export async function problemOf(error) {
  if (error instanceof ApiError) return error;
  const kind = KINDS[error.name];
  if (!kind) return refuse("internal", String(error.message ?? error));
  const problem = describe(error, kind);
  if (language === "de") await (await import("./german.js")).sayGerman(problem, kind);
  const { detail, ...more } = problem;
  return refuse(kind, detail, more);
}

/**
 * @typedef {{detail: string, cell?: Place, line?: number, column?: number, byte?: number,
 *   contradiction?: {clues: Place[], needs_total: boolean, text: string, reason: string}}} Problem
 * @typedef {number | number[]} Place
 */

/** @param {any} error @param {string} kind @returns {Problem} */
function describe(error, kind) {
  /** @type {Problem} */
  const problem = { detail: error.message };
  const at = AT.exec(error.message);
  if (at) problem.cell = readPlace(at[1]);
  if (Number.isInteger(error.line)) problem.line = error.line;
  if (Number.isInteger(error.column)) problem.column = error.column;
  if (Number.isInteger(error.byte)) problem.byte = error.byte;
  if (kind === "contradiction") {
    const text = error.tell((/** @type {string} */ name) => words.local.cell(readPlace(name)));
    const { reason, needsTotal: needs_total } = error;
    problem.contradiction = { clues: error.names.map(readPlace), needs_total, text, reason };
  }
  return problem;
}

/**
 * The place that a name such as "3,4" or "7" means.
 * @param {string} name @returns {Place}
 */
function readPlace(name) {
  const parts = name.split(",").map(Number);
  return parts.length > 1 ? parts : parts[0];
}
