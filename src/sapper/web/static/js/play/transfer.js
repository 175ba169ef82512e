/** Loading boards: text forms, files, clipboard, drops. */

import * as api from "../base/api.js";
import { button, h, note, openDialog } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { go } from "../base/router.js";
import { sentence } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * Copies a text that is selected on the page.
 * @param {string} text
 * @param {string} done  what is said then
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    note(words.transfer.notCopied);
  }
}

/** A board with two mines, which shows how a picture is written. */
const SAMPLE = "mines 2\n. . 1 0\n. 2 1 0";

/**
 * The dialog that loads a board from text or a file. It stays open, with the reason, if the text is no board.
 * @param {(text: string) => Promise<void>} read  rejects what is no board
 */
export function loadSheet(read) {
  const text = h("textarea.text", {
    rows: 10,
    spellcheck: "false",
    placeholder: SAMPLE,
    "aria-label": words.transfer.loadField,
  });
  const wrong = h("p.small.bad", { role: "alert" });
  const file = h("input", {
    type: "file",
    accept: ".txt,.json,text/plain,application/json",
    hidden: true,
    onchange: async () => {
      if (!file.files?.[0]) return;
      text.value = await file.files[0].text();
      await load();
    },
  });
  const load = async () => {
    wrong.textContent = "";
    try {
      await read(text.value);
      dialog.close();
    } catch (error) {
      wrong.textContent = sentence(/** @type {Error} */ (error).message);
      text.focus();
    }
  };
  const dialog = openDialog(
    words.transfer.loadTitle,
    h(
      "div.stack",
      {},
      h("p.small.soft", {}, words.transfer.loadHow),
      text,
      wrong,
      h(
        "div.row",
        {},
        button({ text: words.transfer.load, kind: "main", onclick: () => void load() }),
        button({ icon: "load", text: words.transfer.chooseFile, onclick: () => file.click() }),
        file,
      ),
    ),
  );
  text.focus();
}

/**
 * Reads a board of any text form.
 * @param {string} text
 */
export async function readBoard(text) {
  if (!text.trim()) throw new Error(words.transfer.empty);
  if (text.length > limits.text) throw new Error(words.transfer.tooLong(text.length, limits.text));
  return api.readText(text);
}

/**
 * Opens a board, given as text: a layout as a new game, anything else for analysis.
 * @param {string} text
 */
export async function openText(text) {
  const board = await readBoard(text);
  if (board.kind === "layout") go(`/g/${(await api.newGame({ from_position: text })).id}`);
  else go(`/analyse#position=${board.position}`);
}

/**
 * Reads files and text dropped on the page, and text pasted outside of fields. What is no board changes nothing.
 * Returns a function that stops that.
 * @param {(text: string) => Promise<void>} read  rejects what is no board
 * @returns {() => void}
 */
export function takeDrops(read) {
  const attempt = async (/** @type {string | undefined} */ text) => {
    if (!text?.trim()) return;
    try {
      await read(text);
    } catch (error) {
      note(words.transfer.noBoard(/** @type {Error} */ (error).message), { bad: true, seconds: 8 });
    }
  };
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    await attempt(file ? await file.text() : event.dataTransfer?.getData("text/plain"));
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    if (document.querySelector("dialog[open]")) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.("input, textarea")) return;
    void attempt(event.clipboardData?.getData("text/plain"));
  };
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  document.addEventListener("paste", paste);
  return () => {
    document.removeEventListener("dragover", over);
    document.removeEventListener("drop", drop);
    document.removeEventListener("paste", paste);
  };
}
