/** Saving and loading boards: text forms, files, clipboard, drops. */

import * as api from "../base/api.js";
import { saveFile } from "../base/files.js";
import { button, choice, h, note, openDialog } from "../base/dom.js";
import { limits } from "../base/limits.js";
import { go } from "../base/router.js";
import { sentence } from "../board/speech.js";
import { words } from "../words/words.js";

/**
 * @typedef {"picture" | "position" | "json"} Form  a text form of a board
 * @type {[Form, string][]}
 */
const FORMS = [
  ["picture", "Picture"],
  ["position", "Position"],
  ["json", "JSON"],
];
const ENDINGS = { picture: "txt", position: "txt", json: "json" };

/**
 * Copies a text to the clipboard.
 * @param {string} text
 * @param {string} done  what to say then
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    note("The browser did not allow copying. The text is selected.");
  }
}

/**
 * The dialog that shows a board in its text forms.
 * @param {(form: Form) => Promise<string>} write
 * @param {string} name  of the file, without its ending
 */
export async function saveSheet(write, name) {
  /** @type {Form} */
  let form = "picture";
  const text = h("textarea.text", {
    readonly: true,
    rows: 12,
    spellcheck: "false",
    "aria-label": "The board as text",
  });
  const show = async () => {
    try {
      text.value = await write(form);
    } catch (error) {
      text.value = /** @type {Error} */ (error).message;
    }
  };
  openDialog(
    "Save the board",
    h(
      "div.stack",
      {},
      choice(
        "Form",
        FORMS,
        form,
        (value) => {
          form = value;
          void show();
        },
        { quiet: true },
      ),
      text,
      h(
        "div.row",
        {},
        button({
          text: "Copy",
          kind: "main",
          onclick: () => {
            text.select();
            void copy(text.value, "Copied.");
          },
        }),
        button({
          icon: "save",
          text: "Download",
          onclick: () => saveFile(new Blob([text.value], { type: "text/plain" }), `${name}.${ENDINGS[form]}`),
        }),
      ),
    ),
  );
  await show();
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
