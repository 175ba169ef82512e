// The work of benchmarks/wasm.py in JavaScript: the same under Node and in a page. Under Node it reads one request a
// line from the standard input: a JSON list of a name and an amount.
import { open, Shape } from "../build/npm/src/index.js";

/** @type {Record<string, (engine: any, amount: number, boards: number[][]) => Promise<number>>} */
const WORK = {
  async analyze(engine, rounds, boards) {
    const views = Int8Array.from(boards.flat());
    const mines = boards.map(() => 99);
    let sum = 0;
    for (let k = 0; k < rounds; k++) sum += (await engine.analyzeMany(Shape.parse("16x30"), views, mines))[0] || 0;
    return sum;
  },
  safest: (engine, games) => play(engine, "safest", games),
  lookahead: (engine, games) => play(engine, "lookahead", games),
};

/** @param {any} engine @param {string} strategy @param {number} games */
async function play(engine, strategy, games) {
  return (await engine.simulate("expert", { games, strategy, seed: 1 })).wins;
}

/** @param {number[][]} boards */
export async function worker(boards) {
  const engine = await open();
  return (/** @type {string} */ name, /** @type {number} */ amount) => WORK[name](engine, amount, boards);
}

/** Games a second of a strategy with so many workers. @param {string} strategy @param {number} games @param {number} workers */
export async function speed(strategy, games, workers) {
  const engine = await open({ workers });
  await engine.simulate("expert", { games: 50, strategy, seed: 2 });
  const run = await engine.simulate("expert", { games, strategy, seed: 1 });
  engine.close();
  return run.games / run.seconds;
}

if (typeof process !== "undefined" && process.argv[2] !== undefined) {
  const { readFileSync } = await import("node:fs");
  const { createInterface } = await import("node:readline");
  const work = await worker(JSON.parse(readFileSync(process.argv[2], "utf8")));
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, amount] = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await work(name, amount))}\n`);
  }
}
