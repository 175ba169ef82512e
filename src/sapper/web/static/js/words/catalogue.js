/**
 * Sentences by language: what is to be said comes in as data, a text or its parts come out, as in
 * `sapper.words.catalogue`, which describes the entries.
 *
 * What is to be said is the entry of the catalogue as `say`, and values for its places.
 *
 * @typedef {{say: string} & Record<string, any>} Said
 * @typedef {{cell: any, text: string}} Named  a cell, and its name as the sentence writes it
 * @typedef {string | Named} Part
 * @typedef {(cell: any) => string} Speller  names a cell
 * @typedef {{name: string, begin: boolean, variant: string, form: string}} Place
 * @typedef {{of: string, texts: Map<string, Node[]>}} Choice  "": where no key fits
 * @typedef {string | Place | Choice} Node
 */

import { begin, short, whole } from "./numbers.js";

const MOST_NAMED = 8; // cells named one by one in a sentence
const SPACE = "\u00a0";
/** @type {Record<string, number>} */
const DIGITS = { number: 3, precise: 4 };
const HEAD = /\{(?:(\w+)\?|(\^?)(\w+)(?:~(\w+))?(?::(\w+))?\})/y;
const KEY = /(\w+)=/y;
const TEXT = /[^{}|]+/y;

/** The sentences of one language. */
export class Catalogue {
  /** @param {Record<string, string>} entries */
  constructor(entries) {
    this.entries = entries;
    /** @type {Map<string, Node[]>} */
    this.read = new Map();
  }

  /**
   * What is to be said as one text.
   * @param {Said} said @param {Speller} [spell]  in words unless it is given
   */
  text(said, spell) {
    return this.parts(said, spell)
      .map((part) => (typeof part === "string" ? part : part.text))
      .join("");
  }

  /**
   * The same in parts: texts, and cells with their names.
   * @param {Said} said @param {Speller} [spell]
   */
  parts(said, spell = (cell) => this.spell(cell)) {
    return new Saying(this, spell).say(said);
  }

  /** @param {number} share */
  percent(share) {
    return `${this.number(100 * share)}${SPACE}%`;
  }

  /** @param {number} value @param {number} [digits] */
  number(value, digits) {
    return short(value, digits).replace(".", this.entries.decimal);
  }

  /**
   * A cell as players count: row and column in words, counted from 1; other names as they are.
   * @param {any} cell
   * @returns {string}
   */
  spell(cell) {
    const isPlace = Array.isArray(cell) && cell.length === 2 && cell.every(Number.isInteger);
    return this.text(
      isPlace ? { say: "cell.place", row: cell[0] + 1, col: cell[1] + 1 } : { say: "cell.name", name: String(cell) },
    );
  }

  /** @param {string} name  of an entry */
  nodes(name) {
    const known = this.read.get(name) ?? parse(this.entries[name]);
    this.read.set(name, known);
    return known;
  }
}

/** A catalogue with a way to name cells. */
class Saying {
  /** @param {Catalogue} catalogue @param {Speller} spell */
  constructor(catalogue, spell) {
    this.catalogue = catalogue;
    this.spell = spell;
  }

  /** @param {Said} said @param {string} [variant] @returns {Part[]} */
  say(said, variant = "") {
    const other = `${said.say}.${variant}`;
    return merge(this.fill(this.catalogue.nodes(other in this.catalogue.entries ? other : said.say), said));
  }

  /** @param {Node[]} nodes @param {Record<string, any>} values @returns {Part[]} */
  fill(nodes, values) {
    return nodes.flatMap((node) => {
      if (typeof node === "string") return [node];
      if ("of" in node) return this.fill(node.texts.get(keyOf(values[node.of])) ?? node.texts.get("") ?? [], values);
      const shown = this.show(values[node.name], node.form, node.variant);
      return node.begin ? capital(merge(shown)) : shown;
    });
  }

  /** @param {any} value @param {string} form @param {string} variant @returns {Part[]} */
  show(value, form, variant) {
    const { catalogue } = this;
    switch (form) {
      case "":
        return value?.say === undefined ? [String(value)] : this.say(value, variant);
      case "cell":
        return [{ cell: value, text: this.spell(value) }];
      case "cells":
        return this.listCells(value);
      case "count":
        return [String(value.length)];
      case "percent":
        return [catalogue.percent(value)];
      case "whole":
        return [`${whole(100 * value)}${SPACE}%`];
      case "number":
      case "precise":
        return [catalogue.number(value, DIGITS[form])];
      default: {
        const items = value.map((/** @type {any} */ item) => this.show(item, "", variant));
        return between(items, catalogue.entries[`list.${form}`]);
      }
    }
  }

  /** @param {any[]} cells @returns {Part[]} */
  listCells(cells) {
    /** @type {Part[][]} */
    const items = cells.slice(0, MOST_NAMED).map((cell) => [{ cell, text: this.spell(cell) }]);
    if (cells.length > MOST_NAMED)
      items[MOST_NAMED - 1] = this.say({ say: "cells.more", count: cells.length - MOST_NAMED + 1 });
    return between(items, this.catalogue.entries["list.and"]);
  }
}

/** @param {any} value */
function keyOf(value) {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(Array.isArray(value) ? value.length : value);
}

/** @param {Part[][]} items @param {string} joints  "between|before the last" */
function between(items, joints) {
  const [usual, last] = joints.split("|");
  return items.flatMap((item, at) => (at ? [at === items.length - 1 ? last : usual, ...item] : item));
}

/** @param {Part[]} parts @returns {Part[]} */
function capital([first, ...rest]) {
  return [typeof first === "string" ? begin(first) : { ...first, text: begin(first.text) }, ...rest];
}

/**
 * Parts with texts that stand beside each other as one.
 * @param {Part[]} parts
 */
function merge(parts) {
  /** @type {Part[]} */
  const merged = [];
  for (const part of parts) {
    const last = merged[merged.length - 1];
    if (typeof part === "string" && typeof last === "string") merged[merged.length - 1] = last + part;
    else if (part !== "") merged.push(part);
  }
  return merged;
}

/** @param {string} text @returns {Node[]} */
function parse(text) {
  let at = 0;
  const match = (/** @type {RegExp} */ pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** @param {boolean} inside  of a choice @returns {Node[]} */
  const read = (inside) => {
    /** @type {Node[]} */
    const nodes = [];
    while (at < text.length && text[at] !== "}" && !(inside && text[at] === "|")) {
      const head = match(HEAD);
      if (!head) {
        nodes.push(match(TEXT)?.[0] ?? text[at++]);
      } else if (!head[1]) {
        const [, , first, name, variant = "", form = ""] = head;
        nodes.push({ name, begin: first === "^", variant, form });
      } else {
        /** @type {Map<string, Node[]>} */
        const texts = new Map();
        at--;
        while (at < text.length && text[at++] !== "}") texts.set(match(KEY)?.[1] ?? "", read(true));
        nodes.push({ of: head[1], texts });
      }
    }
    return nodes;
  };
  return read(false);
}
