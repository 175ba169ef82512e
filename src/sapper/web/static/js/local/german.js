/** What the engine refuses, in German: the messages of the server, which the page was built with. */

import { sayContradiction } from "../words/de/contradiction.js";
import { words } from "../words/words.js";
import { fetchMade } from "./made.js";

const MOST_NAMED = 8; // clues that a contradiction names
const PLACE = /(, at [\w,-]+)?( \(line \d+(, column \d+)?\)| \(byte \d+\))?$/;

/**
 * Puts what a problem says into German, with the place of the fault in brackets.
 * @param {import("./problem.js").Problem} problem @param {string} kind
 */
export async function sayGerman(problem, kind) {
  const { contradiction, cell, line, column, byte } = problem;
  if (contradiction) {
    const cells = contradiction.clues.slice(0, MOST_NAMED).map(words.local.cell);
    problem.detail = contradiction.text = sayContradiction(contradiction.reason, cells);
    return;
  }
  const where = cell === undefined ? [] : [words.local.cell(cell)];
  if (line !== undefined) where.push(words.local.line(line, column ?? null));
  if (byte !== undefined) where.push(words.local.byte(byte));
  const { messages, kinds } = await fetchMade("german.json");
  const said = translate(problem.detail.replace(PLACE, ""), messages) ?? kinds[kind] ?? kinds.input;
  problem.detail = where.length ? `${said} (${where.join(", ")})` : said;
}

/**
 * A message in German; null if it is unknown.
 * @param {string} text @param {[string, string][]} messages  patterns and what they say, the more exact ones first
 */
function translate(text, messages) {
  for (const [pattern, german] of messages) {
    const found = new RegExp(`^(?:${pattern})$`, "su").exec(text);
    if (!found) continue;
    let next = 1;
    return german.replace(/\{(\d*)\}/g, (_, number) => found[number ? Number(number) + 1 : next++]);
  }
  return null;
}
