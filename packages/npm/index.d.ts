// The types of sapper-engine. A cell is its place among the cells of its shape: row * cols + col where there are rows
// and columns.

export type Cell = number;
/** true: a mine; false: safe; a number: safe and shows it. */
export type Fact = boolean | number;
export type Facts = Record<Cell, Fact> | Map<Cell, Fact>;
/** Two whole numbers without a common divisor. */
export type Fraction = [numerator: bigint, denominator: bigint];
export type Seed = number | bigint;
export type FirstClick = "none" | "safe" | "zero" | "drawn" | "moved";
export type Status = "playing" | "won" | "lost";

export interface Cancel {
  /** Ends the call: a running one within milliseconds, at the cost of a new worker. */
  signal?: AbortSignal;
}

export interface MineCount {
  mines?: number | null;
  density?: number | null;
}

/** Values of cells that are no clue. */
export const VIEW: Readonly<{ HIDDEN: -1; FLAG: -2; QUESTION: -3; MINE: -4; VOID: -5 }>;
/** Names of the techniques by rank, from "none" at 0. */
export const TECHNIQUES: readonly string[];
export const FIRST_CLICKS: readonly FirstClick[];
export const STATUSES: readonly Status[];
/** The levels with names and what they stand for, such as expert: "16x30/99". */
export const LEVELS: Readonly<Record<string, string>>;

/** The cells of a board and their neighbours; `String(shape)` is what `Shape.parse` reads. */
export class Shape {
  private constructor();
  static square(rows: number, cols: number): Shape;
  /**
   * 16x30, square4:9x9, knight:9x9, torus:16x30, cylinder:9x9, hex:8x8, hexagon:5, tri:8x12, tri3:8x12, box:4x4x4,
   * cube:5, globe:162.
   */
  static parse(text: string): Shape;
  static make(shape: Shape | string): Shape;
  /** Any symmetric graph: for every cell the numbers of its neighbours. */
  static graph(neighbours: ArrayLike<number>[]): Shape;
  readonly kind: string;
  readonly text: string;
  readonly sizes: number[];
  /** The sides of an array of cells: rows and columns where there are two. */
  readonly sides: number[];
  /** Number of cells. */
  readonly count: number;
  readonly rows: number;
  readonly cols: number;
  readonly isSquare: boolean;
  /** Cell i has the neighbours neighbour[first[i]] to neighbour[first[i + 1] - 1]. */
  readonly graph: { first: Uint32Array; neighbour: Uint32Array };
  neighbours(cell: Cell): Cell[];
  /** The cell itself; throws InputError where the shape has none such. */
  check(cell: Cell): Cell;
  /** "3,4", "0,2,1" or "7", as messages write it. */
  name(cell: Cell): string;
  /** The coordinates of a cell. */
  place(cell: Cell): number[];
  /** The cell of that name. */
  cell(name: string | number[]): Cell;
  /** The coordinates of all cells. */
  readonly places: number[][];
  /**
   * The corners of every cell as drawn, in order around it: (x, y) with y downwards, (x, y, z) on the unit sphere for a
   * globe. Throws InputError for a graph.
   */
  outlines(): number[][][];
  /** The first cell with the most neighbours, or with the fewest. */
  roomiest(most: boolean): Cell;
}

/** The shape of a board and its number of mines; `String(level)` is what `Level.parse` reads. */
export class Level {
  constructor(shape: Shape | string, mines: number);
  static parse(text: string): Level;
  static make(level: LevelLike): Level;
  readonly shape: Shape;
  readonly mines: number;
  defaultStart(firstClick: FirstClick): Cell;
}

export type LevelLike = Level | string | { shape: Shape | string; mines: number };

/** What a player sees; immutable. */
export class Board {
  /** Values of cells: clues from 0 on, and those of VIEW. */
  constructor(shape: Shape | string, views: ArrayLike<number>, count: MineCount);
  static fromRows(rows: ArrayLike<number>[], count: MineCount): Board;
  /**
   * A position such as 4x4:6:d/a13a/d/d or tri:4x6:5:b1d2f(11)i, or a picture: "mines 6" and a line a row; that of
   * another shape has a line such as "shape hex:8x8" before.
   */
  static fromText(text: string): Board;
  static make(board: BoardLike): Board;
  readonly shape: Shape;
  readonly views: Int8Array;
  readonly mines: number | null;
  readonly density: number | null;
  /** The board in one line. */
  readonly position: string;
  replace(changes: Iterable<[Cell, number]>): Board;
  cellsWhere(which: (view: number) => boolean): Cell[];
}

export type BoardLike = Board | string | ({ shape: Shape | string; views: ArrayLike<number> } & MineCount);

/** Where the mines are; immutable. */
export class Layout {
  constructor(
    shape: Shape | string,
    mined: ArrayLike<number>,
    origin?: { seed?: bigint | null; start?: Cell | null; firstClick?: FirstClick | null },
  );
  static fromMines(shape: Shape | string, mines: Iterable<Cell>, origin?: { start?: Cell | null }): Layout;
  readonly shape: Shape;
  /** One value a cell, 1 for a mine. */
  readonly mined: Uint8Array;
  readonly mines: Cell[];
  readonly level: Level;
  readonly seed: bigint | null;
  readonly start: Cell | null;
  readonly firstClick: FirstClick | null;
}

/** Why a hidden cell is safe or a mine. */
export interface Proof {
  cell: Cell;
  mine: boolean;
  /** The rank of the hardest technique of the steps; its name is TECHNIQUES[technique]. */
  technique: number;
  /** The clues that force the cell. */
  clues: Cell[];
  /** Whether the mine counter is needed too. */
  counter: boolean;
  minimal: boolean;
  smallest: boolean;
  steps: ProofStep[];
}

/** Clues combined by one technique, and the cells they settle. */
export interface ProofStep {
  technique: number;
  clues: Cell[];
  /** For each clue 1 where it is added, -1 where it is subtracted. */
  signs: number[];
  /** The sign of the mine counter; 0 where it is not used. */
  counter: number;
  safe: Cell[];
  mines: Cell[];
  /** The cases of a case split; empty where there are too many to read. */
  cases: {
    depth: number;
    cell: Cell;
    mine: boolean;
    steps: { clue: Cell; mine: boolean; cells: Cell[] }[];
    broken: Cell | null;
  }[];
  /** The areas of counting with case split, with every number of mines that each can hold. */
  areas: { clues: Cell[]; cells: Cell[]; mines: number[] }[];
  minesLeft: number | null;
  openCells: number | null;
  /** What is to be said of the step: an entry of the catalogues and its values, with cells as numbers. */
  said: { say: string } & Record<string, unknown>;
}

/** What a cell of rules is called. In texts (0,1) is the cell in row 0 and column 1; its name is "(0,1)". */
export type Name = string | number;
/** The number of mines among some cells: an exact number, or the fewest and the most. */
export interface Rule {
  count: number | [lo: number, hi: number];
  cells: Iterable<Name>;
}
/** true: a mine. */
export type NamedFacts = Map<Name, boolean> | Record<Name, boolean>;

/** "2:a,b,c" (exactly two), "0-1:a,b" (at most one) or "1 mine in cells (0,1) and (1,1)". Throws ParseError. */
export function parseRule(text: string): Rule;

/** Exact answers about rules. Made by `engine.solveRules`. */
export class RuleSolution {
  private constructor();
  /** The cells in the order they first appeared. */
  readonly names: Name[];
  /** Exactly 0 or 1 where all worlds agree. */
  readonly mineProbability: Map<Name, number>;
  /** Of each anonymous cell; null when there is none. */
  readonly otherProbability: number | null;
  readonly safeCells: Name[];
  readonly mineCells: Name[];
  /** The exact number of placements that keep all rules. */
  worlds(options?: Cancel): Promise<bigint>;
  probabilityOf(facts: NamedFacts, options?: { given?: NamedFacts } & Cancel): Promise<number>;
  /** Not with a density. */
  fractionOf(facts: NamedFacts, options?: { given?: NamedFacts } & Cancel): Promise<Fraction>;
  /** World `index` in a fixed order: which names are mines. */
  world(index: number | bigint, options?: Cancel): Promise<Map<Name, boolean>>;
}

/** The exact analysis of one board. Made by `engine.analyze`. */
export class Analysis {
  private constructor();
  readonly board: Board;
  /** Of every hidden cell; NaN where revealed or out of play. Exactly 0 or 1 where all worlds agree. */
  readonly mineProbability: Float64Array;
  /** The board with every trusted flag as a known mine. */
  readonly trusted: Board;
  /** Whether a hidden cell may be safe. */
  readonly hasMove: boolean;
  readonly safeCells: Cell[];
  readonly mineCells: Cell[];
  /** Hidden cells with the lowest mine probability. */
  readonly safestCells: Cell[];
  cellsWith(which: (probability: number, cell: Cell) => boolean): Cell[];
  /** The exact number of layouts that fit the board. */
  worlds(options?: Cancel): Promise<bigint>;
  mineFraction(cell: Cell, options?: Cancel): Promise<Fraction>;
  probabilityOf(facts: Facts, options?: { given?: Facts } & Cancel): Promise<number>;
  fractionOf(facts: Facts, options?: { given?: Facts } & Cancel): Promise<Fraction>;
  outcomes(cell: Cell, options?: Cancel): Promise<{ mine: number; numbers: Float64Array }>;
  /** Cells that show the same number in every world in which they are safe. */
  deadCells(options?: Cancel): Promise<Cell[]>;
  /** The hidden cells beside a clue, and those beside none. */
  hidden(options?: Cancel): Promise<{ frontier: Cell[]; floating: Cell[] }>;
  groups(options?: Cancel): Promise<{ cells: Cell[]; clues: Cell[] }[]>;
  components(options?: Cancel): Promise<{ cells: Cell[]; clues: Cell[]; width: number; states: number }[]>;
  /** Worlds drawn with equal chances: 1 for every mine. */
  sample(count: number, options?: { seed?: Seed } & Cancel): Promise<Uint8Array[]>;
  /** World `index` in a fixed order. */
  world(index: number | bigint, options?: Cancel): Promise<Uint8Array>;
  /** The proof of a cell; null where worlds differ. */
  explain(cell: Cell, options?: { easiest?: boolean } & Cancel): Promise<Proof | null>;
  easiestSafe(options?: Cancel): Promise<Cell[]>;
  /** What each step up the ladder of techniques settles, in order. */
  techniques(options?: { most?: number } & Cancel): Promise<{ technique: number; safe: Cell[]; mines: Cell[] }[]>;
}

/** The chance to win by optimal play: proved, between two proved numbers, or measured. */
export type WinValue =
  | { type: "exact"; wins: number; total: number; probability: number; moves: Cell[] }
  | { type: "bound"; low: number; high: number; moves: Cell[] }
  | { type: "estimate"; probability: number; error: number; moves: Cell[] };

/** What a strategy weighs of a candidate; null is what it does not weigh. */
export interface Weighed {
  cell: Cell;
  safety: number;
  estimate: number | null;
  progress: number | null;
  clears: number | null;
  gameTree: number | null;
  secondarySafety: number | null;
  hazard: number | null;
  instinct: number | null;
  lookahead: number | null;
  rollouts: number | null;
  games: number | null;
  win: number | null;
}

export interface Choice {
  cell: Cell;
  /** "certain", or a kind of guess. */
  rule: string;
  /** What the rule means. */
  words: string;
  safety: number;
  win: number | null;
  candidates: Weighed[];
}

/** A cell that may be revealed next. */
export interface Candidate {
  cell: Cell;
  safety: number;
  /** Chance that it is safe and that something is certain then. */
  progress: number;
  /** What it may show: the chance, cells that are safe or mines for certain then, and whether that wins the game. */
  numbers: { number: number; probability: number; safe: number; mines: number; wins: boolean }[];
  /** Components that have an open cell beside it. */
  areas: number;
  win: WinValue | null;
}

/** The best move on a board. */
export interface Move {
  cell: Cell;
  safety: number;
  win: WinValue;
  /** Why the cell is safe; null for a guess. */
  proof: Proof | null;
  /** "certain", the kind of guess of another strategy than best, or null. */
  rule: string | null;
  /** This cell first, then the safer ones first. */
  candidates: Candidate[];
}

export interface StrategyInfo {
  name: string;
  family: string;
  settings: { name: string; description: string; kind: "switch" | "choice" | "count" | "number"; words: string[] }[];
  budgets: Record<string, Record<string, boolean | number | string>>;
}

/** A game on one layout. Moves resolve to whether they changed the board; one not allowed rejects with GameError. */
export class Game {
  private constructor();
  readonly board: Board;
  readonly status: Status;
  /** Moves made and not taken back. */
  readonly clicks: number;
  /** The mine that ended the game. */
  readonly exploded: Cell | null;
  /** Where the mines are; throws GameError until the game ends. */
  readonly layout: Layout;
  reveal(cell: Cell): Promise<boolean>;
  flag(cell: Cell): Promise<boolean>;
  question(cell: Cell): Promise<boolean>;
  chord(cell: Cell): Promise<boolean>;
  undo(): Promise<boolean>;
  /** Start again on the same layout. */
  again(): Promise<void>;
}

export interface Rating {
  start: Cell;
  solvable: boolean;
  /** Reveals by the rank of the technique that they needed. */
  moves: number[];
  /** The rank of the hardest technique needed; 0 for none. */
  hardest: number;
  effort: number;
  difficulty: number | null;
  openings: number;
  bbbv: number;
  /** What the player sees where play ended. */
  board: Board;
}

/** The results of games as columns: entry i of every array belongs to game i. */
export interface Simulation {
  games: number;
  wins: number;
  winRate: number;
  seconds: number;
  seeds: BigUint64Array;
  won: Uint8Array;
  value: Float64Array;
  clicks: Uint32Array;
  revealed: Uint32Array;
  openings: Uint32Array;
  bbbv: Uint32Array;
  nanoseconds: BigUint64Array;
  nodes: BigUint64Array;
  /** The guesses of game i are those from guessFirst[i] to guessFirst[i + 1]. */
  guessFirst: Int32Array;
  guessKind?: Uint8Array;
  guessOdds?: Float64Array;
  guessClick?: Uint32Array;
  movesFirst?: Int32Array;
  moves?: string;
  flags?: Uint32Array;
  chords?: Uint32Array;
  mouseClicks?: Uint32Array;
}

export interface LayoutOptions {
  seed: Seed;
  start?: Cell | null;
  firstClick?: FirstClick;
}

export interface OpenOptions {
  /** Workers that run at the same time, 1 unless given; 0 runs all in this thread, where nothing can be cancelled. */
  workers?: number;
  /** Where sapper.wasm is, or the module itself. Default: beside the package's own files. */
  module?: string | URL | BufferSource | WebAssembly.Module;
}

/** Starts the engine. */
export function open(options?: OpenOptions): Promise<Engine>;

export class Engine {
  private constructor();
  analyze(
    board: BoardLike,
    options?: { trustFlags?: boolean; maxStates?: number | null } & Cancel,
  ): Promise<Analysis>;
  /** The mine probabilities of many boards of one shape, one after the other in one array. */
  analyzeMany(shape: Shape, views: Int8Array, mines: ArrayLike<number>, options?: Cancel): Promise<Float64Array>;
  /**
   * Solves rules over named cells. `cells` are further cells that no rule names, `others` a number of anonymous ones;
   * `mines` is the total over all of them. Without it every placement counts the same or, with `density`, every cell is
   * a mine with that probability.
   */
  solveRules(
    rules: Iterable<Rule | string>,
    options?: {
      cells?: Iterable<Name>;
      others?: number;
      mines?: number | null;
      density?: number | null;
      maxStates?: number | null;
    } & Cancel,
  ): Promise<RuleSolution>;
  winValue(
    board: BoardLike,
    options?: { nodes?: number; worlds?: number; rollouts?: number; seed?: Seed; trustFlags?: boolean } & Cancel,
  ): Promise<WinValue>;
  /** The move of a strategy, written NAME[@BUDGET][,setting=value...]. */
  choose(
    board: BoardLike,
    options?: { strategy?: string; seed?: Seed; candidates?: boolean; trustFlags?: boolean } & Cancel,
  ): Promise<Choice>;
  /** The easiest safe cell with its proof, or the best guess; null where nothing is left to reveal. */
  hint(
    board: BoardLike,
    options?: { trustFlags?: boolean } & Cancel,
  ): Promise<{ safe: boolean; cell: Cell; technique: number | null; proof: Proof | null; safety: number } | null>;
  /** The mine probability of every hidden cell as the strategy automine estimates it; NaN where nothing is hidden. */
  automineRisk(board: BoardLike, options?: Cancel): Promise<Float64Array>;
  /** The best cell of a board on which nothing is safe. */
  guess(analysis: Analysis, options?: Cancel): Promise<Cell>;
  /** The best next move with its chance to win and its candidates. */
  bestMove(
    board: BoardLike,
    options?: { strategy?: string; rollouts?: number | null; seed?: Seed; trustFlags?: boolean } & Cancel,
  ): Promise<Move>;
  /** The candidates of a guess. Rejects with InputError where a cell is safe. */
  explainGuess(
    board: BoardLike,
    options?: { rollouts?: number; seed?: Seed; trustFlags?: boolean } & Cancel,
  ): Promise<{ best: Cell; candidates: Candidate[]; win: WinValue | null }>;
  strategies(): Promise<{
    strategies: StrategyInfo[];
    budgets: string[];
    guesses: { kind: string; words: string }[];
  }>;
  layout(level: LevelLike, options: LayoutOptions & Cancel): Promise<Layout>;
  gameSeeds(seed: Seed, count: number, options?: { first?: number }): Promise<BigUint64Array>;
  newGame(layout: Layout): Promise<Game>;
  newGame(level: LevelLike, options: LayoutOptions & Cancel): Promise<Game>;
  /** What every cell of a layout shows: its number, or VIEW.MINE. */
  numbers(layout: Layout, options?: Cancel): Promise<Int8Array>;
  /** A layout that can be finished without a guess; rejects with NoGuessError where none is found. */
  noGuess(
    level: LevelLike,
    options: LayoutOptions & {
      maker?: "uniform" | "repair";
      counter?: boolean;
      maxTechnique?: string | number | null;
      attempts?: number;
      seconds?: number;
      onProgress?: (progress: { attempts: number; wanted: number; revealed: number }) => void;
    } & Cancel,
  ): Promise<Layout>;
  rate(layout: Layout, options?: { start?: Cell | null; counter?: boolean } & Cancel): Promise<Rating>;
  measureNames(): Promise<string[]>;
  metrics(layout: Layout, options?: { names?: string[] } & Cancel): Promise<Record<string, number>>;
  leastClicks(
    layout: Layout,
    options?: { maxStates?: number } & Cancel,
  ): Promise<{ low: number; path: { kind: number; cell: Cell }[] }>;
  simulate(
    level: LevelLike,
    options: Partial<LayoutOptions> & {
      games?: number;
      seeds?: BigUint64Array;
      strategy?: string;
      luckFree?: boolean;
      /** Whether guesses and moves are wanted too. */
      details?: boolean;
      onProgress?: (progress: { games: number; wins: number; seconds: number }) => void;
    } & Cancel,
  ): Promise<Simulation>;
  /** Ends the workers; calls that run or wait reject. */
  close(): void;
}

/** The root of every error Sapper raises on purpose. */
export class SapperError extends Error {}
export class InputError extends SapperError {
  readonly cell: Cell | null;
}
export class ParseError extends InputError {
  readonly line: number | null;
  readonly column: number | null;
}
export class ContradictionError extends SapperError {
  readonly reason: string;
  readonly clues: Cell[];
  /** The clues as messages name cells: "3,4". */
  readonly names: string[];
  readonly needsTotal: boolean;
  /** The message with the cells as `write` writes their names. */
  tell(write: (name: string) => string): string;
}
export class LimitError extends SapperError {
  readonly width: number;
}
export class GameError extends SapperError {
  readonly cell: Cell | null;
}
export class NoGuessError extends SapperError {
  readonly layout: Layout | null;
  readonly board: Board | null;
}
export class EngineError extends SapperError {}
