// Answers a batch of tasks with the JavaScript package: JSON on the standard input, JSON on the standard output. Numbers
// are written with all their digits; NaN is null, a bigint is its text.
import { readFileSync } from "node:fs";
import { Board, Layout, open, Shape } from "../../build/npm/src/index.js";

const engine = await open({ workers: 0 });

const boardOf = ({ shape, views, ...count }) => new Board(Shape.parse(shape), views, count);
const layoutOf = ({ shape, mines, start }) => Layout.fromMines(shape, mines, { start });

const TASKS = {
  async analysis({ board, trustFlags, cells, given }) {
    const analysis = await engine.analyze(boardOf(board), { trustFlags });
    const worlds = await analysis.worlds();
    const proofs = {};
    for (const cell of [...analysis.safeCells.slice(0, 4), ...analysis.mineCells.slice(0, 4)].filter((one) => board.views[one] !== -4))
      proofs[cell] = [await analysis.explain(cell), await analysis.explain(cell, { easiest: true })];
    return {
      probability: analysis.mineProbability,
      safe: analysis.safeCells,
      mines: analysis.mineCells,
      safest: analysis.safestCells,
      worlds,
      dead: await analysis.deadCells(),
      hidden: await analysis.hidden(),
      groups: await analysis.groups(),
      components: await analysis.components(),
      sample: await analysis.sample(2, { seed: 5 }),
      world: [await analysis.world(0), await analysis.world(worlds / 3n), await analysis.world(worlds - 1n)],
      outcomes: await Promise.all(cells.map((cell) => analysis.outcomes(cell))),
      joint: cells.length > 1 ? await analysis.probabilityOf({ [cells[0]]: true, [cells[1]]: false }) : null,
      fractions: analysis.board.mines === null ? null : await Promise.all(cells.map((cell) => analysis.fractionOf({ [cell]: 1 }))),
      techniques: analysis.board.mines === null ? null : await analysis.techniques(),
      proofs,
    };
  },
  async many({ shape, boards, mines }) {
    return engine.analyzeMany(Shape.parse(shape), Int8Array.from(boards.flat()), mines);
  },
  async value({ board, ...limits }) {
    return engine.winValue(boardOf(board), limits);
  },
  async choice({ board, strategy, seed }) {
    return engine.choose(boardOf(board), { strategy, seed });
  },
  async move({ board, ...options }) {
    return engine.bestMove(boardOf(board), options);
  },
  async guess({ board, ...options }) {
    return engine.explainGuess(boardOf(board), options);
  },
  async hint({ board }) {
    return engine.hint(boardOf(board));
  },
  async layout({ level, seed, start, firstClick }) {
    return engine.layout(level, { seed: BigInt(seed), start, firstClick });
  },
  async game({ level, seed, firstClick, moves }) {
    const game = await engine.newGame(level, { seed: BigInt(seed), firstClick });
    const states = [];
    for (const [name, ...cell] of moves) {
      let answer;
      try {
        answer = await game[name](...cell);
      } catch (error) {
        answer = error.message;
      }
      states.push([answer ?? null, game.board.position, game.status, game.clicks, game.exploded]);
    }
    return states;
  },
  async simulate({ level, ...options }) {
    const { seconds, nanoseconds, ...run } = await engine.simulate(level, { ...options, details: true });
    return run;
  },
  async noGuess({ level, ...options }) {
    const layout = await engine.noGuess(level, options);
    return { mines: layout.mines, seed: layout.seed, rating: await engine.rate(layout), metrics: await engine.metrics(layout) };
  },
  async leastClicks({ layout }) {
    return engine.leastClicks(layoutOf(layout));
  },
  async shape({ shape }) {
    const made = Shape.parse(shape);
    return { names: Array.from({ length: made.count }, (_, cell) => made.name(cell)), ...made.graph, sides: made.sides };
  },
  async text({ text }) {
    const board = Board.fromText(text);
    return { position: board.position, picture: String(board) };
  },
  async rules({ rules, facts, given, ...options }) {
    const solution = await engine.solveRules(rules, options);
    const worlds = await solution.worlds();
    return {
      probability: [...solution.mineProbability],
      other: solution.otherProbability,
      safe: solution.safeCells,
      mines: solution.mineCells,
      worlds,
      world: await Promise.all([0n, worlds / 2n, worlds - 1n].map(async (index) => [...(await solution.world(index))])),
      joint: facts && (await solution.probabilityOf(facts, { given })),
      fraction: facts && !options.density ? await solution.fractionOf(facts, { given }) : null,
    };
  },
  async start({ level, firstClick }) {
    const { Level } = await import("../../build/npm/src/index.js");
    return Level.parse(level).defaultStart(firstClick);
  },
};

const answers = [];
for (const { task, ...what } of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    answers.push({ value: await TASKS[task](what) });
  } catch (error) {
    if (error.name === "TypeError") throw error;
    const { name, message, cell, clues, needsTotal, width } = error;
    answers.push({ error: { name, message, cell, clues, needsTotal, width } });
  }
}
const plain = (_, value) => {
  if (typeof value === "bigint") return String(value);
  if (ArrayBuffer.isView(value)) return Array.from(value, (one) => (typeof one === "bigint" ? String(one) : one));
  return value instanceof Shape ? value.text : value;
};
process.stdout.write(JSON.stringify(answers, plain));
