/**
 * Bundles the page: `node release/page/bundle.mjs FOLDER` reads `src/sapper/web/static` and writes to the folder
 *
 *     index.html  sw.js  manifest.webmanifest  favicon.svg  page.json
 *     static/NAME-HASH.js  .css  .svg  .wasm, and what is large enough also as .br and .gz
 *
 * The name of a file changes with its content, so it may be cached forever. What the first board needs is one module
 * beside that of the words; every other page is a module that is loaded when it is opened. `page.json` tells which
 * modules the first board imports, and a digest of the sources. The document keeps the places that are filled by the
 * server or for the site.
 */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const STATIC = fileURLToPath(new URL("../../src/sapper/web/static", import.meta.url));
const WORDS = fileURLToPath(new URL("../../src/sapper/words", import.meta.url)); // sentences of every language
const MAIN = "js/main.js";
const STORE = "js/local/local.js"; // of the first board without a server
const PACKAGE = "engine/index.js";
const ENGINE = ["js/local/engine.js", PACKAGE];
const WORDS_OF = /\b([a-z]{2})(?:\/all\.js|\.json)$/; // the words of a language
const SMALLEST = 512; // bytes that are worth compressing
const SETTINGS = /** @type {const} */ ({
  absWorkingDir: STATIC,
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: "static",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  external: ["node:*"],
  metafile: true,
  write: false,
});

/** @type {Map<string, Uint8Array | string>} what the bundle consists of, by path */
const files = new Map();

/** @param {string} name  of a source */
const read = (name) => readFileSync(path.join(STATIC, name));

/** @returns {string[]} the paths of all sources, in order */
const list = () =>
  readdirSync(STATIC, { recursive: true })
    .map((name) => String(name).replaceAll(path.sep, "/"))
    .filter((name) => statSync(path.join(STATIC, name)).isFile())
    .sort();

/** Of the sources: the server computes it, too, and serves no bundle of other ones. */
function digest() {
  const told = createHash("sha256");
  for (const name of list()) told.update(`${name}\0`).update(read(name));
  for (const name of readdirSync(WORDS).sort())
    if (name.endsWith(".json")) told.update(`${name}\0`).update(readFileSync(path.join(WORDS, name)));
  return told.digest("hex");
}

/**
 * A file whose name changes with its content.
 * @param {string} name @param {string | Uint8Array} content @returns {string} its path
 */
function add(name, content) {
  const { name: stem, ext } = path.parse(name);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const file = `static/${stem}-${hash}${ext}`;
  files.set(file, content);
  return file;
}

/**
 * Bundles a module with all that it imports.
 * @param {string} source @param {Map<string, string[]>} later  see `findLater`
 * @returns {Promise<Outputs>}
 */
async function bundle(source, later) {
  const entryPoints = [{ in: source, out: path.parse(source).name }];
  // Documents load the engine without the page, under the name of its package.
  if (source === MAIN) entryPoints.push({ in: PACKAGE, out: "sapper-engine" });
  const { metafile, outputFiles } = await build({ ...SETTINGS, entryPoints, plugins: [adapt(later)] });
  for (const { path: file, contents } of outputFiles) files.set(path.relative(STATIC, file), contents);
  return metafile.outputs;
}

/**
 * Changes modules for the bundle. A file that one names by `new URL("FILE", import.meta.url)`, such as the worker of
 * the engine, is bundled too if it is a module, and gets its name in the bundle, where all files are in one folder.
 *
 * Modules that are loaded later import the main one, and some the store. So all that this one imports is needed wherever
 * a part of it is, and stays one file; else it is split into a file for every set of pages with a module in common.
 * @param {Map<string, string[]>} later  what each of them imports @returns {import("esbuild").Plugin}
 */
const adapt = (later) => ({
  name: "adapt",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
      let contents = readFileSync(file, "utf8");
      for (const [whole, name] of contents.matchAll(/new URL\("([\w./]+)", import\.meta\.url\)/g))
        contents = contents.replace(whole, whole.replace(name, path.basename(await addNamed(file, name))));
      for (const needed of later.get(path.relative(STATIC, file)) ?? [])
        contents += `\nimport "./${path.relative(path.dirname(file), path.join(STATIC, needed))}";\n`;
      return { contents };
    }),
});

/** @param {string} file @param {string} name  of a file, as seen from the first @returns {Promise<string>} its path */
async function addNamed(file, name) {
  const source = path.relative(STATIC, path.join(path.dirname(file), name));
  if (name.endsWith(".js")) return entry(await bundle(source, new Map()), source);
  // The engine may not be compiled: the page asks its server then.
  return existsSync(path.join(STATIC, source)) ? add(source, read(source)) : source;
}

/** @typedef {import("esbuild").Metafile["outputs"]} Outputs */

/** @param {Outputs} outputs @param {string} source @returns {string} the path of the file with its exports */
const entry = (outputs, source) => find(outputs, ({ entryPoint }) => entryPoint === source);

/** @param {Outputs} outputs @param {string} source @returns {string} the path of the file with its code */
const holder = (outputs, source) => find(outputs, ({ inputs }) => source in inputs);

/** @param {Outputs} outputs @param {(output: Outputs[string]) => boolean} test @returns {string} */
function find(outputs, test) {
  const found = Object.entries(outputs).find(([, output]) => test(output));
  if (found === undefined) throw new Error(`no file of the bundle is ${test}`);
  return found[0];
}

/**
 * @param {Outputs} outputs @param {string} file @param {Set<string>} [found]
 * @returns {Set<string>} the file and all that it imports
 */
function closure(outputs, file, found = new Set()) {
  if (found.has(file) || !(file in outputs)) return found;
  found.add(file);
  for (const { kind, path: imported } of outputs[file].imports)
    if (kind === "import-statement") closure(outputs, imported, found);
  return found;
}

/**
 * The modules that others load when they need them, and what each of them needs to import so that the modules of the
 * first board, or those of the store, stay together. Not those of words, which the first module waits for, and not the
 * engine, which documents load without the page.
 * @returns {Promise<Map<string, string[]>>}
 */
async function findLater() {
  const { metafile } = await build({ ...SETTINGS, entryPoints: [MAIN], splitting: false, outdir: undefined, outfile: "x.js" });
  const { inputs } = metafile;
  /** @type {(source: string, found?: Set<string>) => Set<string>} */
  const reach = (source, found = new Set()) => {
    if (found.has(source) || !(source in inputs)) return found;
    found.add(source);
    for (const { kind, path: imported } of inputs[source].imports)
      if (kind === "import-statement") reach(imported, found);
    return found;
  };
  const first = reach(MAIN);
  const store = new Set([...reach(STORE)].filter((one) => !first.has(one)));
  const later = Object.entries(inputs)
    .filter(([importer]) => !importer.startsWith("js/words/"))
    .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === "dynamic-import").map((one) => one.path))
    .filter((imported) => imported.startsWith("js/"));
  const shares = (/** @type {string} */ source) => [...reach(source)].some((one) => store.has(one));
  return new Map(later.map((source) => [source, shares(source) ? [MAIN, STORE] : [MAIN]]));
}

/**
 * Links to the words of each language: `early.js` follows those of the browser's.
 * @param {Outputs} outputs @returns {string}
 */
const linkWords = (outputs) =>
  Object.entries(outputs)
    .map(([file, { entryPoint }]) => [file, WORDS_OF.exec(entryPoint ?? "")?.[1]])
    .filter(([, language]) => language)
    .map(([file, language]) => `<link data-words="${language}" href="/${file}">`)
    .join("\n");

/**
 * Links to the engine, which the page follows when its first board stands.
 * @param {string[]} modules @returns {string}
 */
function linkEngine(modules) {
  const worker = [...files.keys()].filter((file) => /^static\/worker-/.test(file));
  // The other module reads files, which few visits do: it loads with the first one.
  const module = [...files.keys()].filter((file) => /^static\/sapper-.*\.wasm$/.test(file));
  return [
    ...[...modules, ...worker].map((file) => `<link data-later="modulepreload" href="/${file}">`),
    ...module.map((file) => `<link data-later="preload" as="fetch" crossorigin href="/${file}">`),
  ].join("\n");
}

/** The document names the files of the bundle. */
async function addDocument() {
  const modules = await bundle(MAIN, await findLater());
  const main = holder(modules, MAIN);
  files.delete(entry(modules, MAIN) === main ? "" : entry(modules, MAIN)); // it would only import the other
  const early = (await transform(read("js/base/early.js").toString(), { minify: true })).code;
  let page = read("index.html").toString();
  const sheets = [...page.matchAll(/<link rel="stylesheet" href="\/static\/(.+)">\n/g)];
  const styles = sheets.map(([, name]) => read(name).toString()).join("\n");
  const style = add("page.css", (await transform(styles, { loader: "css", minify: true })).code);
  page = page.replace(sheets[0][0], `<link rel="stylesheet" href="/${style}">\n`);
  for (const [whole] of sheets.slice(1)) page = page.replace(whole, "");
  const icon = add("favicon.svg", read("favicon.svg"));
  page = page
    .replaceAll("/static/favicon.svg", `/${icon}`)
    .replace("/static/js/base/early.js", `/${add("early.js", early)}`)
    .replace(`/static/${MAIN}`, `/${main}`);
  files.set("favicon.svg", read("favicon.svg"));
  files.set("manifest.webmanifest", read("manifest.webmanifest").toString().replace("/static/favicon.svg", `/${icon}`));
  files.set("sw.js", (await transform(read("sw.js").toString(), { minify: true })).code);
  const first = [...closure(modules, main)].filter((file) => file !== main);
  /** @type {(sources: string[]) => Set<string>} */
  const needs = (sources) => new Set(sources.flatMap((source) => [...closure(modules, entry(modules, source))]));
  const known = new Set([main, ...first]);
  const store = [...needs([STORE, PACKAGE])].filter((file) => !known.has(file));
  const engine = [...needs(ENGINE)].filter((file) => !known.has(file));
  files.set("index.html", page.replace("{words}", linkWords(modules)).replace("</head>", `${linkEngine(engine)}\n</head>`));
  files.set("page.json", JSON.stringify({ sources: digest(), first, store }));
}

/** @param {string} folder */
function write(folder) {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (!name.startsWith("static/") || content.length < SMALLEST) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder for the bundle");
await addDocument();
write(folder);
const sizes = [...files.values()].map(({ length }) => length);
console.log(`${folder}: ${files.size} files, ${(sizes.reduce((sum, size) => sum + size) / 1e6).toFixed(2)} MB`);
