/** Saving, loading and sharing boards: text forms, files, clipboard, drops, links. */

import * as api from "../base/api.js";
import { button, choice, h, note, openDialog } from "../base/dom.js";

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

/** @param {string} text @param {string} done */
async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    note(done);
  } catch {
    note("The browser did not allow copying. The text is selected.");
  }
}

/** @param {string} text @param {string} name */
function download(text, name) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
          onclick: () => download(text.value, `${name}.${ENDINGS[form]}`),
        }),
      ),
    ),
  );
  await show();
}

/**
 * The dialog that loads a board from text or a file.
 * @param {(text: string) => void} read
 */
export function loadSheet(read) {
  const text = h("textarea.text", {
    rows: 10,
    spellcheck: "false",
    placeholder: "mines 10\n. . 1 0\n. 2 1 0",
    "aria-label": "A board in any text form",
  });
  const file = h("input", {
    type: "file",
    accept: ".txt,.json,text/plain,application/json",
    hidden: true,
    onchange: async () => {
      if (file.files?.[0]) done(await file.files[0].text());
    },
  });
  const done = (/** @type {string} */ given) => {
    dialog.close();
    read(given);
  };
  const dialog = openDialog(
    "Load a board",
    h(
      "div.stack",
      {},
      h(
        "p.small.soft",
        {},
        "Paste a picture, a position or JSON, choose a file, or drop a file anywhere on the page.",
      ),
      text,
      h(
        "div.row",
        {},
        button({ text: "Load", kind: "main", onclick: () => done(text.value) }),
        button({ icon: "load", text: "Choose a file", onclick: () => file.click() }),
        file,
      ),
    ),
  );
  text.focus();
}

/**
 * The dialog with links to a game.
 * @param {import("./game.js").Game} game
 */
export async function shareSheet(game) {
  const here = location.origin;
  const position = await api.getText(game.id, "position").catch(() => "");
  const links = [
    ["This game", "Everyone with this link sees and plays the same game.", `${here}/g/${game.id}`],
    ["The same board", "A new game with the same mines, nothing revealed.", `${here}/?same=${game.id}`],
    [
      "The position",
      "The visible board, to analyse or to play from.",
      `${here}/analyse#position=${encodeURIComponent(position.trim())}`,
    ],
  ];
  openDialog(
    "Share",
    h(
      "div.stack",
      {},
      game.view.seed === null ? null : h("p.small.soft", {}, `The seed of this board is ${game.view.seed}.`),
      ...links.map(([title, text, link]) => {
        const input = h("input", { type: "text", readonly: true, value: link, "aria-label": `Link: ${title}` });
        return h(
          "div.stack.tight",
          {},
          h("h3", {}, title),
          h("p.small.soft", {}, text),
          h(
            "div.row.link",
            {},
            input,
            button({
              text: "Copy",
              title: `Copy the link: ${title}`,
              onclick: () => {
                input.select();
                void copy(link, "Link copied.");
              },
            }),
          ),
        );
      }),
    ),
  );
}

/**
 * Reads files and text dropped on the page, and text pasted outside of fields. Returns a function that stops that.
 * @param {(text: string) => void} read
 * @returns {() => void}
 */
export function takeDrops(read) {
  const over = (/** @type {DragEvent} */ event) => event.preventDefault();
  const drop = async (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData("text/plain");
    if (text?.trim()) read(text);
  };
  const paste = (/** @type {ClipboardEvent} */ event) => {
    if (/** @type {HTMLElement} */ (event.target).closest?.("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (text?.trim()) read(text);
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
