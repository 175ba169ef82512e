/** Renders what it reads, as the page does: a list of {entries, said}; answers with the parts of each. */

import { readFileSync } from "node:fs";
import { Catalogue } from "../../src/sapper/web/static/js/words/catalogue.js";

const spell = (/** @type {any} */ cell) => `<${cell}>`;
const asked = JSON.parse(readFileSync(0, "utf8"));
const told = asked.map((/** @type {any} */ { entries, said }) => new Catalogue(entries).parts(said, spell));
process.stdout.write(JSON.stringify(told));
