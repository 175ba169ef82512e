/** The links of a match: to take part, and to watch. */

import { linkTo } from "../base/address.js";
import { button, h, openDialog } from "../base/dom.js";
import { copy } from "../play/transfer.js";
import { words } from "../words/words.js";

const text = words.match;

/**
 * The link to take part, with buttons that copy it and, where the browser can, share it.
 * @param {string} join
 * @param {"h2" | "h3"} heading
 */
export const joinLink = (join, heading = "h2") => link(heading, text.joinLink, text.joinHelp, join);

/**
 * The dialog with both links.
 * @param {import("./match_api.js").Match} match
 */
export function inviteSheet({ join, watch }) {
  const watching = link("h3", text.watchLink, text.watchHelp, watch);
  openDialog(text.inviteTitle, h("div.stack", {}, join ? joinLink(join, "h3") : null, watching));
}

/** @param {"h2" | "h3"} heading @param {string} title @param {string} help @param {string} token */
function link(heading, title, help, token) {
  const address = linkTo(`/m/${token}`);
  const input = h("input", { type: "text", readonly: true, value: address, "aria-label": title });
  const act = () => {
    input.select();
    void copy(address, text.copied);
  };
  const share = button({
    icon: "share",
    text: text.share,
    title: `${text.share}: ${title}`,
    // A person who closes the sheet of the system is no error.
    onclick: () => void navigator.share({ text: text.shareText, url: address }).catch(() => {}),
  });
  share.hidden = !("share" in navigator);
  return h(
    "div.stack.tight",
    {},
    h(heading, {}, title),
    h("p.small.soft", {}, help),
    h("div.row.link", {}, input, button({ text: text.copy, title: `${text.copy}: ${title}`, onclick: act }), share),
  );
}
