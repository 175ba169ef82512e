/**
 * The engine of a page without a server: WebAssembly in workers, each started when it is first needed. The files of
 * the engine lie beside those of the page, in `engine/`; they are also the npm package `sapper-engine`.
 *
 * @typedef {any} Engine
 */

const MOST_WORKERS = 4;

/** @type {Promise<Engine> | null} */
let opened = null;

/**
 * The classes of boards, layouts, levels and shapes.
 * @returns {Promise<any>}
 */
export const loadModule = () => import("../../engine/index.js");

/**
 * The engine. A second worker answers while a review or a search keeps the first one busy.
 * @returns {Promise<Engine>}
 */
export const loadEngine = () => (opened ??= start());

async function start() {
  const engine = await (await loadModule()).open({ workers: countWorkers() });
  await engine.strategies(); // the first answer: a worker has started
  performance.mark("engine");
  return engine;
}

/** @type {Promise<Engine> | null} */
let reader = null;

/**
 * Calls the readers and writers of files of other programs: a small module of their own, loaded with the first file.
 * @type {import("../formats/recording.js").Ask}
 */
export async function askFormats(name, args) {
  const module = new URL("../../engine/formats.wasm", import.meta.url);
  reader ??= loadModule().then(({ open }) => open({ module }));
  return (await reader).call(name, args, null);
}

const countWorkers = () => Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);

/**
 * The strategy of a text and its settings.
 * @param {string} text
 * @returns {Promise<{name: string, settings: Record<string, any>}>}
 */
export async function readStrategy(text) {
  return (await loadModule()).readStrategy(text, await (await loadEngine()).strategies());
}
