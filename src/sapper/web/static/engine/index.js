/** The Minesweeper engine Sapper in JavaScript: `import { open } from "sapper-engine"`. */

export { Analysis, TECHNIQUES } from "./analysis.js";
export { Board, VIEW } from "./board.js";
export { Engine, open } from "./engine.js";
export {
  ContradictionError,
  EngineError,
  GameError,
  InputError,
  LimitError,
  NoGuessError,
  ParseError,
  SapperError,
} from "./errors.js";
export { Game, STATUSES } from "./game.js";
export { Layout } from "./layout.js";
export { FIRST_CLICKS, Level, LEVELS } from "./level.js";
export { parseRule, RuleSolution } from "./rules.js";
export { Shape } from "./shape.js";
export { readStrategy } from "./strategy.js"; // for the page of Sapper; it may change
