/** The dialog that saves a board: as text, as a picture and, after the end of a game, its layout and a film. */

import * as api from "../base/api.js";
import { button, choice, h, note, openDialog } from "../base/dom.js";
import { saveFile } from "../base/files.js";
import { canFilm, Film } from "../board/film.js";
import { trackOf } from "../base/archive.js";
import { writeReplay } from "../base/replay_api.js";
import { savePicture } from "../board/picture.js";
import { Replay } from "../board/replay.js";
import { words } from "../words/words.js";
import { copy } from "./transfer.js";

/** @typedef {"picture" | "position" | "json" | "layout"} Form  a text form of a board */

const ENDINGS = { picture: "txt", position: "txt", json: "json", layout: "layout.txt" };

/**
 * @typedef {object} Exported
 * @property {import("../board/board_view.js").BoardView} view  what is shown
 * @property {(form: Form) => Promise<string>} write
 * @property {string} name  of the files, without their endings
 * @property {api.GameView} [game]  the game on the board, if there is one
 */

/**
 * Opens the dialog.
 * @param {Exported} exported
 */
export async function exportSheet({ view, write, name, game }) {
  const said = words.transfer;
  const over = game?.status === "won" || game?.status === "lost";
  /** @type {Form} */
  let form = "picture";
  /** @type {[Form, string][]} */
  const forms = [["picture", said.picture], ["position", said.position], ["json", said.json]];
  if (over) forms.push(["layout", said.layout]);
  const text = h("textarea.text", { readonly: true, rows: 12, spellcheck: "false", "aria-label": said.asText });
  const about = h("p.small.soft", {}, game && !over ? said.afterEnd : "");
  const show = async () => {
    const asked = form;
    const written = await write(form).catch((/** @type {Error} */ error) => error.message);
    if (asked !== form) return;
    text.value = written;
    if (over) about.textContent = form === "layout" ? said.layoutOpens : "";
  };
  const choose = (/** @type {Form} */ value) => {
    form = value;
    void show();
  };
  const asImage = () =>
    savePicture(view).then((file) => saveFile(file, `${name}.png`), () => note(said.noImage, { bad: true }));
  openDialog(
    said.saveTitle,
    h(
      "div.stack",
      {},
      choice(said.form, forms, form, choose, { quiet: true }),
      text,
      h(
        "div.row",
        {},
        button({
          text: said.copy,
          kind: "main",
          onclick: () => {
            text.select();
            void copy(text.value, said.copied);
          },
        }),
        button({
          icon: "save",
          text: said.download,
          onclick: () => saveFile(new Blob([text.value], { type: "text/plain" }), `${name}.${ENDINGS[form]}`),
        }),
        button({ icon: "image", text: said.image, onclick: () => void asImage() }),
        ...(game && over && view.shape.isSquare && game.origin !== "position" ? replayButtons(game, name) : []),
        game && over && canFilm()
          ? button({ icon: "film", text: said.film, onclick: () => void filmSheet(game, view, name) })
          : null,
      ),
      about,
    ),
  );
  await show();
}

/**
 * The buttons that save a finished game as a replay, with the way of the pointer if it was recorded.
 * @param {api.GameView} game
 * @param {string} name
 */
function replayButtons({ id }, name) {
  const save = async (/** @type {"evf" | "rawvf"} */ form) => {
    try {
      saveFile(await writeReplay(id, form, await trackOf(id)), `${name}.${form}`);
    } catch (error) {
      note(/** @type {Error} */ (error).message, { bad: true });
    }
  };
  const { evf, rawvf } = words.transfer;
  return [
    button({ icon: "save", text: evf, onclick: () => void save("evf") }),
    button({ icon: "save", text: rawvf, onclick: () => void save("rawvf") }),
  ];
}

/**
 * Makes a film of a finished game, with a dialog that shows it being made. Closing the dialog stops it.
 * @param {api.GameView} game
 * @param {import("../board/board_view.js").BoardView} view
 * @param {string} name
 */
async function filmSheet({ id, rows, cols }, view, name) {
  const said = words.transfer;
  const stop = new AbortController();
  try {
    const { board, points } = await api.getReview(id);
    const film = new Film(new Replay(rows, cols, board, points), view);
    film.canvas.setAttribute("aria-hidden", "true");
    const progress = h("progress", { max: 1, value: 0, "aria-label": said.filmProgress });
    const dialog = openDialog(
      said.filmTitle,
      h(
        "div.stack.film",
        {},
        h("p.small.soft", {}, said.filmHow),
        film.canvas,
        progress,
        h("div.row", {}, button({ text: said.stop, onclick: () => dialog.close() })),
      ),
    );
    dialog.addEventListener("close", () => stop.abort());
    const file = await film.record((share) => (progress.value = share), stop.signal);
    dialog.close();
    if (file) saveFile(file, `${name}.webm`);
  } catch (error) {
    note(said.noFilm(/** @type {Error} */ (error).message), { bad: true, seconds: 8 });
  }
}
