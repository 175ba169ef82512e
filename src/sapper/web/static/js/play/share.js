/** The dialog with links to a game. Links for others have its token, which allows no moves. */

import { linkTo } from "../base/address.js";
import * as api from "../base/api.js";
import { button, h, openDialog } from "../base/dom.js";
import { copy } from "./transfer.js";
import { words } from "../words/words.js";

/** @param {import("./game.js").Game} game */
export async function shareSheet(game) {
  const text = words.share;
  const { watch, seed } = game.view;
  const position = await api.getText(game.id, "position").catch(() => "");
  // Without a server a link has the layout itself.
  const layout = watch || !game.over ? "" : await api.getText(game.id, "layout").catch(() => "");
  const shared = watch
    ? [
        [text.watch, text.watchHelp, `/w/${watch}`],
        [text.same, game.over ? text.sameHelp : text.sameLater, `/?same=${watch}`],
      ]
    : layout
      ? [[text.same, text.sameHelp, `/open#text=${encodeURIComponent(layout)}`]]
      : [];
  const links = [
    ...shared,
    [text.position, text.positionHelp, `/analyse#position=${encodeURIComponent(position.trim())}`],
    [text.own, text.ownHelp, `/g/${game.id}`],
  ];
  openDialog(
    text.title,
    h(
      "div.stack",
      {},
      game.view.origin === "daily" ? h("p.small", {}, text.dailyLater) : null,
      seed === null ? null : h("p.small.soft", {}, text.seed(seed)),
      ...links.map(([title, help, path]) => linkRow(title, help, linkTo(path))),
    ),
  );
}

/** @param {string} title @param {string} help @param {string} link */
function linkRow(title, help, link) {
  const text = words.share;
  const input = h("input", { type: "text", readonly: true, value: link, "aria-label": text.link(title) });
  const act = () => {
    input.select();
    void copy(link, text.copied);
  };
  return h(
    "div.stack.tight",
    {},
    h("h3", {}, title),
    h("p.small.soft", {}, help),
    h("div.row.link", {}, input, button({ text: text.copy, title: text.copyLink(title), onclick: act })),
  );
}
