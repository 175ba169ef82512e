/** Kept games as JSON and CSV, and back. */

/** @typedef {import("../base/archive.js").Played} Played */

/** @type {{[Key in keyof Played]: (text: string) => Played[Key] | undefined}}  what reads each column */
const READERS = {
  id: (text) => (/^[\w-]{1,80}$/.test(text) ? text : undefined),
  date: readNumber,
  level: (text) => (text.length > 0 && text.length <= 40 ? text : undefined),
  no_guess: readBoolean,
  status: (text) => (text === "won" || text === "lost" ? text : undefined),
  time_ms: readNumber,
  three_bv: readOptional,
  clicks: readNumber,
  efficiency: readOptional,
  helped: readBoolean,
  practice: readBoolean,
  timed: (text) => text !== "false", // older files lack it
  luck: readOptional,
  skill: readOptional,
};
const COLUMNS = /** @type {(keyof Played)[]} */ (Object.keys(READERS));

/** @param {string} text */
function readNumber(text) {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** @param {string} text */
function readBoolean(text) {
  return text === "true" ? true : text === "false" ? false : undefined;
}

/** @param {string} text */
function readOptional(text) {
  if (text === "" || text === "null") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** @param {Played[]} games */
export const toJson = (games) => JSON.stringify({ sapper: "history", games }, null, 1);

/** @param {Played[]} games */
export const toCsv = (games) =>
  [COLUMNS.join(","), ...games.map((game) => COLUMNS.map((name) => quote(game[name])).join(","))].join("\r\n") +
  "\r\n";

/** @param {unknown} value */
function quote(value) {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What a file has in place of games, told by its line (CSV) or number (JSON), counted from 1. */
export class BadHistory extends Error {
  /** @param {number} place @param {string} column */
  constructor(place, column) {
    super(`${place}: ${column}`);
    this.place = place;
    this.column = column;
  }
}

/**
 * Reads a file of either form.
 * @param {string} text
 * @returns {Played[]}
 * @throws {BadHistory}
 */
export function readGames(text) {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("{")) return readJson(trimmed);
  const [head, ...rows] = trimmed.split(/\r?\n/).map(splitRow);
  const places = COLUMNS.map((name) => (head ?? []).indexOf(name));
  const missing = places.findIndex((place, number) => place < 0 && COLUMNS[number] !== "timed");
  if (missing >= 0) throw new BadHistory(1, COLUMNS[missing]);
  return rows.map((row, at) => readGame((name) => row[places[COLUMNS.indexOf(name)]] ?? "", at + 2));
}

/** @param {string} text */
function readJson(text) {
  let games;
  try {
    games = JSON.parse(text).games;
  } catch {
    throw new BadHistory(1, "JSON");
  }
  if (!Array.isArray(games)) throw new BadHistory(1, "games");
  return games.map((game, at) => readGame((name) => String(game?.[name] ?? ""), at + 1));
}

/** @param {(name: keyof Played) => string} cell @param {number} place @returns {Played} */
function readGame(cell, place) {
  const pairs = COLUMNS.map((name) => {
    const value = READERS[name](cell(name));
    if (value === undefined) throw new BadHistory(place, name);
    return [name, value];
  });
  return Object.fromEntries(pairs);
}

/**
 * The fields of a line of CSV; quotes may enclose a field.
 * @param {string} line
 */
function splitRow(line) {
  const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return fields.map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')));
}
