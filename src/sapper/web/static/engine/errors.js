/**
 * Everything the engine raises on purpose, under the names of the Python package.
 *
 *     SapperError
 *     ├── InputError            a value outside its allowed range
 *     │   └── ParseError        a text that describes no board, level or shape
 *     ├── ContradictionError    clues or rules that contradict each other; names a small set of them
 *     ├── LimitError            an exact answer that costs more memory or time than allowed
 *     ├── GameError             a move the game does not allow in its present state
 *     ├── NoGuessError          no layout without a guess was found; carries the best one found
 *     └── EngineError           the engine stopped unexpectedly: a defect, or no memory left
 *
 * A call that an AbortSignal ends rejects with the reason of the signal, as fetch does.
 */

/** The root of every error Sapper raises on purpose. */
export class SapperError extends Error {}

/** A value outside its allowed range: a bad cell, clue, size, number of mines, density or option. */
export class InputError extends SapperError {
  /** @param {string} message @param {number | null} [cell] the cell of the fault; null: it is not at one cell */
  constructor(message, cell = null) {
    super(message);
    this.cell = cell;
  }
}

/** A text that describes no board. */
export class ParseError extends InputError {
  /** @param {string} message @param {number | null} [line] 1-based @param {number | null} [column] 1-based */
  constructor(message, line = null, column = null) {
    super(line === null ? message : `${message} (line ${line}${column === null ? "" : `, column ${column}`})`);
    this.line = line;
    this.column = column;
  }
}

const MOST_NAMED = 8; // clues that a message lists

/** @param {string[]} names */
export function listFew(names) {
  const rest = names.length - MOST_NAMED;
  const few = rest <= 0 ? names : [...names.slice(0, MOST_NAMED), `${rest} more`];
  return few.length > 1 ? `${few.slice(0, -1).join(", ")} and ${few[few.length - 1]}` : few.join("");
}

/** No world fits: the clues, rules or number of mines contradict each other. */
export class ContradictionError extends SapperError {
  /**
   * @param {string} sentence  with {clues} in place of the cells
   * @param {number[]} clues  a small set that cannot all hold: cells of a board, or numbers of rules
   * @param {boolean} needsTotal  whether the number of mines is part of the contradiction
   * @param {(cell: number) => string} [spell]
   */
  constructor(sentence, clues, needsTotal, spell = String) {
    const names = clues.map(spell);
    super(tell(sentence, names));
    this.reason = sentence.replace(" at {clues}", "");
    this.clues = clues;
    this.names = names;
    this.needsTotal = needsTotal;
    this.#sentence = sentence;
  }

  /** @type {string} */
  #sentence;

  /**
   * The sentence with the cells as `write` writes their names.
   * @param {(name: string) => string} write
   */
  tell(write) {
    return tell(this.#sentence, this.names.map(write));
  }
}

/** @param {string} sentence @param {string[]} cells */
const tell = (sentence, cells) => (cells.length > 0 ? sentence.replace("{clues}", listFew(cells)) : sentence);

/** An exact answer exists but would cost more memory or time than allowed. */
export class LimitError extends SapperError {
  /** @param {string} message @param {number} [width] clues that were open at once; 0: a limit of size */
  constructor(message, width = 0) {
    super(message);
    this.width = width;
  }
}

/** A move the game does not allow in its present state, such as a reveal after the end. */
export class GameError extends SapperError {
  /** @param {string} message @param {number | null} [cell] */
  constructor(message, cell = null) {
    super(message);
    this.cell = cell;
  }
}

/** No layout that can be finished without a guess was found. */
export class NoGuessError extends SapperError {
  /**
   * @param {string} message
   * @param {import("./layout.js").Layout | null} layout  the furthest one, or null when nothing was played
   * @param {import("./board.js").Board | null} board  what the player sees where it gets stuck
   */
  constructor(message, layout, board) {
    super(message);
    this.layout = layout;
    this.board = board;
  }
}

/** The engine stopped unexpectedly: a defect, or no memory left. The next call starts it again. */
export class EngineError extends SapperError {}

/**
 * The error that an answer of the engine describes.
 * @param {Record<string, any>} told
 * @param {(cell: number) => string} spell
 * @returns {SapperError}
 */
export function errorOf(told, spell) {
  const at = told.cell === null || told.cell === undefined ? told.message : `${told.message}, at ${spell(told.cell)}`;
  switch (told.name) {
    case "InputError":
      return new InputError(at, told.cell);
    case "GameError":
      return new GameError(at, told.cell);
    case "ContradictionError":
      return new ContradictionError(told.message, told.clues, told.needsTotal, spell);
    case "LimitError":
      return new LimitError(told.message, told.width);
    default:
      return new EngineError(told.message);
  }
}

// Written out: a page that is minified has other names for its classes.
const NAMED = {
  SapperError,
  InputError,
  ParseError,
  ContradictionError,
  LimitError,
  GameError,
  NoGuessError,
  EngineError,
};
for (const [name, kind] of Object.entries(NAMED)) kind.prototype.name = name;
