// Reads boards and replays of other programs with the modules of the page: JSON on the standard input and output. Files
// come in base64.
import { readFileSync } from "node:fs";
import { open } from "../../build/npm/src/index.js";
import { Layout, Shape } from "../../build/npm/src/index.js";

// Node 20 decodes Windows-1252 as Latin-1, unlike browsers.
const HIGH = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
globalThis.TextDecoder = class extends TextDecoder {
  decode(bytes) {
    const text = super.decode(bytes);
    if (this.encoding !== "windows-1252") return text;
    return text.replace(/[\x80-\x9f]/g, (sign) => HIGH[sign.charCodeAt(0) - 0x80]);
  }
};

const PAGE = "../../src/sapper/web/static/js/";
const { readBinary, readForm, textOf } = await import(`${PAGE}formats/reading.js`);
const { isReplay, readReplays, writeReplay } = await import(`${PAGE}formats/replays.js`);
const { findWay, listFigures } = await import(`${PAGE}local/figures.js`);

const engine = await open({ workers: 0 });
const reader = await open({ workers: 0, module: "formats.wasm" });
const ask = (name, args) => reader.call(name, args, null);
const bytesOf = (text) => Uint8Array.from(Buffer.from(text, "base64"));

async function describe({ name, recording }) {
  const { rows, cols, mines, events, cell, questions, fault, ...told } = recording;
  const layout = Layout.fromMines(Shape.square(rows, cols), mines.map(([row, col]) => row * cols + col));
  const game = await engine.call("play_mouse", [...layout.args, events.kinds, events.xs, events.ys, cell, questions], null);
  const measured = await engine.metrics(layout, { names: ["bbbv", "ops", "isls", "numbers", "zini", "hzini"] });
  let last = 0;
  const ends = (cells, click) => cells || game.effects[click] & 32; // a cell revealed, or a mine hit
  game.revealed.forEach((cells, click) => (last = ends(cells, click) ? events.times[game.events[click]] : last));
  const way = findWay(recording, game);
  const figures = listFigures(game, measured, `${rows}x${cols}/${mines.length}`, (told.rtime ?? last) / 1000, way);
  const list = Object.fromEntries(Object.entries(events).map(([key, column]) => [key, column && Array.from(column)]));
  const clicks = Array.from(game.kinds, (kind, k) => [kind, game.cells[k], events.times[game.events[k]]]);
  const whole = { ...recording, rtime: Math.round(told.rtime ?? last) };
  const written = [];
  for (const form of ["evf", "rawvf"]) {
    try {
      const file = await writeReplay(whole, form, { won: game.status === 1, bbbv: measured.bbbv }, ask);
      written.push(Buffer.from(file).toString("base64"));
    } catch {
      written.push(null);
    }
  }
  return { name, rows, cols, mines, events: list, cell, questions, fault: fault && fault.message, clicks, figures, written, ...told };
}

const TASKS = {
  async text({ text }) {
    return readForm(text, ask);
  },
  async board({ data }) {
    const file = bytesOf(data);
    const text = textOf(file);
    return text === null ? readBinary(file, ask) : readForm(text, ask);
  },
  async replay({ data, name, partial }) {
    const found = [];
    for await (const one of readReplays(bytesOf(data), name, partial, ask)) found.push(await describe(one));
    return { found, isReplay: await isReplay(bytesOf(data), name, ask) };
  },
};

const answers = [];
for (const { task, ...what } of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    answers.push({ value: await TASKS[task](what) });
  } catch (error) {
    if (!/^(Parse|Input|Limit)Error$/.test(error.name)) throw error;
    answers.push({ error: [error.name, error.message] });
  }
}
process.stdout.write(JSON.stringify(answers));
