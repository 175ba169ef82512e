/** Refusals: the same problems that the server answers with, made of errors of the engine. */

import { ApiError } from "../base/calls.js";
import { sentence } from "../words/sentence.js";

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
 * The problem that an error of the engine is to the page.
 * @param {any} error @returns {ApiError}
 */
export function problemOf(error) {
  if (error instanceof ApiError) return error;
  const kind = KINDS[error.name];
  if (!kind) return refuse("internal", String(error.message ?? error));
  if (kind !== "contradiction") return refuse(kind, error.message);
  const text = error.message.replace(
    /\b(\d+),(\d+)\b/g,
    (/** @type {string} */ _, /** @type {string} */ row, /** @type {string} */ col) =>
      `row ${Number(row) + 1} column ${Number(col) + 1}`,
  );
  return refuse(kind, error.message, { contradiction: { clues: error.clues, needs_total: error.needsTotal, text } });
}
