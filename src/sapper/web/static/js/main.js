/** The start of the page: theme, tools of the header, the router, and the service worker. */

import { withoutServer } from "./base/address.js";
import { button } from "./base/dom.js";
import { firstBoard } from "./base/first_board.js";
import { helpSheet, openHelp } from "./sheets/help_page.js";
import { openPlay } from "./play/play_page.js";
import { startRouter } from "./base/router.js";
import { settings } from "./base/settings.js";
import { settingsSheet } from "./sheets/settings_sheet.js";
import { shownTheme, startTheme } from "./base/theme.js";
import { words } from "./words/words.js";

startTheme();

// The document is in English, so that the header is complete before the first script.
for (const element of document.querySelectorAll("[data-text]")) {
  const key = /** @type {keyof typeof words.frame} */ (/** @type {HTMLElement} */ (element).dataset.text);
  if (element.textContent !== words.frame[key]) element.textContent = words.frame[key];
}

// On a low page the header is a bar at the left, and this opens it.
const header = /** @type {HTMLElement} */ (document.querySelector(".top"));
const menu = button({
  icon: "menu",
  title: words.tools.menu,
  kind: "plain.open-header",
  onclick: () => menu.setAttribute("aria-expanded", String(header.classList.toggle("open"))),
});
menu.setAttribute("aria-expanded", "false");
header.append(menu);
header.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a") && header.classList.contains("open")) menu.click();
});

document.getElementById("tools")?.append(
  button({
    icon: "theme",
    title: words.frame.theme,
    kind: "plain",
    onclick: () => settings.set({ theme: shownTheme() === "dark" ? "light" : "dark" }),
  }),
  button({ icon: "settings", title: words.frame.settings, kind: "plain", onclick: () => settingsSheet() }),
  button({ icon: "help", title: words.frame.helpButton, kind: "plain", onclick: () => helpSheet() }),
);

// Pages other than the game are loaded when they are first opened.
startRouter([
  { pattern: /^\/(g\/(?<id>[\w-]+))?$/, title: "", nav: "/", load: async () => openPlay },
  {
    pattern: /^\/daily$/,
    title: words.frame.daily,
    nav: "/daily",
    load: async () => (await import("./daily/daily_page.js")).openDaily,
  },
  {
    pattern: /^\/learn$/,
    title: words.frame.learn,
    nav: "/learn",
    load: async () => (await import("./learn/learn_page.js")).openLearn,
  },
  {
    pattern: /^\/w\/(?<id>[\w-]+)$/,
    title: words.share.watching,
    nav: "/",
    load: async () => (await import("./pages/watch_page.js")).openWatch,
  },
  {
    pattern: /^\/(race|r\/(?<id>[\w-]+))$/,
    title: words.frame.race,
    nav: "/race",
    load: async () => (await import("./race/race_page.js")).openRace,
  },
  {
    pattern: /^\/(match|m\/(?<id>[\w-]+))$/,
    title: words.match.title,
    nav: "/race",
    load: async () => (await import("./match/match_page.js")).openMatch,
  },
  {
    pattern: /^\/analyse$/,
    title: words.frame.analyse,
    nav: "/analyse",
    load: async () => (await import("./analyse/analyse_page.js")).openAnalyse,
  },
  {
    pattern: /^\/scores$/,
    title: words.frame.scores,
    nav: "/scores",
    load: async () => (await import("./pages/scores_page.js")).openScores,
  },
  {
    pattern: /^\/statistics$/,
    title: words.frame.statistics,
    nav: "/statistics",
    load: async () => (await import("./pages/statistics_page.js")).openStatistics,
  },
  {
    pattern: /^\/history$/,
    title: words.history.title,
    nav: "/history",
    load: async () => (await import("./history/history_page.js")).openHistory,
  },
  {
    pattern: /^\/replay$/,
    title: words.replay.title,
    nav: "/replay",
    load: async () => (await import("./replay/replay_page.js")).openReplay,
  },
  {
    pattern: /^\/open$/,
    title: words.replay.open,
    nav: "/open",
    load: async () => (await import("./replay/open_page.js")).openImport,
  },
  { pattern: /^\/help$/, title: words.frame.help, nav: "/help", load: async () => openHelp },
]);

// Not awaited: other pages import this module.
void firstBoard().then(async () => {
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-later]")))
    link.rel = link.dataset.later ?? "";
  await import("./local/engine.js").then(({ loadEngine }) => loadEngine()).catch(() => {});
  // Last, because the worker fetches all files for offline use.
  await navigator.serviceWorker?.register(new URL(withoutServer ? "sw.js" : "/sw.js", document.baseURI));
}).catch(() => {});
