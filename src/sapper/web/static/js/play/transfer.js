/** Loading boards and replays of any program: text, files, clipboard, drops. */

import * as api from "../base/api.js";
import { button, h, note, openDialog } from "../base/dom.js";
import { keepReplay } from "../base/kept_replay.js";
import { limits } from "../base/limits.js";
import { importFile } from "../base/replay_api.js";
import { go } from "../base/router.js";
import { readPosition } from "../board/position.js";
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

/** @typedef {{file: Blob, view: import("../base/replay_api.js").PictureView}} Pictured  a picture that was read */

/** @type {Pictured | null} */
let pictured = null;

/** Returns the picture that the board just read came from, once. */
export function takePicture() {
  const taken = pictured;
  pictured = null;
  return taken;
}

const UNREADABLE = "#problem-unreadable";
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
  const more = h("div.row");
  /** @type {HTMLInputElement} */
  const file = h("input", {
    type: "file",
    hidden: true,
    onchange: async () => {
      if (file.files?.[0]) await load(file.files[0]);
      file.value = "";
    },
  });
  const load = async (/** @type {string | File} */ given, partial = false) => {
    wrong.textContent = "";
    more.replaceChildren();
    try {
      await receive(given, read, partial);
      dialog.close();
    } catch (error) {
      const { message, problem } = /** @type {api.ApiError} */ (error);
      wrong.textContent = given instanceof File ? words.transfer.noFile(given.name, message) : message;
      if (given instanceof File && !partial && problem?.type.endsWith(UNREADABLE))
        more.append(button({ text: words.transfer.partial, onclick: () => void load(given, true) }));
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
      more,
      h(
        "div.row",
        {},
        button({ text: words.transfer.load, kind: "main", onclick: () => void load(text.value) }),
        button({ icon: "load", text: words.transfer.chooseFile, onclick: () => file.click() }),
        file,
      ),
    ),
  );
  text.focus();
}

/**
 * Reads a file or a text of any program. A replay opens in the viewer, anything else is given to `read` as text.
 * @param {string | File} given
 * @param {(text: string) => Promise<void>} read
 * @param {boolean} [partial]  whether a broken replay is read as far as it goes
 */
export async function receive(given, read, partial = false) {
  if (typeof given === "string") {
    if (!given.trim()) throw new Error(words.transfer.empty);
    if (given.length > limits.text) throw new Error(words.transfer.tooLong(given.length, limits.text));
    if (readPosition(given)) return read(given);
  } else if (given.size > limits.file) throw new Error(words.transfer.tooLarge(given.size, limits.file));
  const file = typeof given === "string" ? new Blob([given]) : given;
  const name = typeof given === "string" ? "" : given.name;
  const found = await importFile(file, { name, partial });
  pictured = found.picture && { file, view: found.picture };
  if (!found.replay) return read(String(found.text));
  await keepReplay({ file, name, partial, view: found.replay });
  go("/replay");
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
 * Reads files and text dropped on the page, and files and text pasted outside of fields. What cannot be read changes
 * nothing.
 * Returns a function that stops that.
 * @param {(text: string) => Promise<void>} read  rejects what is no board
 * @returns {() => void}
 */
export function takeDrops(read) {
  const attempt = async (/** @type {string | File | undefined} */ given) => {
    if (!given || (typeof given === "string" && !given.trim())) return;
    try {
      await receive(given, read);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const { noBoard, noFile } = words.transfer;
      note(given instanceof File ? noFile(given.name, message) : noBoard(message), { bad: true, seconds: 8 });
    }
  };
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    await attempt(event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text/plain"));
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    if (document.querySelector("dialog[open]")) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.("input, textarea")) return;
    void attempt(event.clipboardData?.files[0] ?? event.clipboardData?.getData("text/plain"));
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
