/** The start of the page: theme, tools of the header, the router, and the service worker. */

import { button } from "./dom.js";
import { helpSheet, openHelp } from "./help_page.js";
import { openPlay } from "./play_page.js";
import { startRouter } from "./router.js";
import { settings } from "./settings.js";
import { settingsSheet } from "./settings_sheet.js";
import { shownTheme, startTheme } from "./theme.js";

startTheme();

document.getElementById("tools")?.append(
  button({
    icon: "theme",
    title: "Light or dark",
    kind: "plain",
    onclick: () => settings.set({ theme: shownTheme() === "dark" ? "light" : "dark" }),
  }),
  button({ icon: "settings", title: "Settings", kind: "plain", onclick: () => settingsSheet() }),
  button({ icon: "help", title: "Help (?)", kind: "plain", onclick: () => helpSheet() }),
);

// Pages other than the game are loaded when they are first opened.
startRouter([
  { pattern: /^\/(g\/(?<id>[\w-]+))?$/, title: "", nav: "/", load: async () => openPlay },
  {
    pattern: /^\/(race|r\/(?<id>[\w-]+))$/,
    title: "Race",
    nav: "/race",
    load: async () => (await import("./race_page.js")).openRace,
  },
  {
    pattern: /^\/analyse$/,
    title: "Analyse",
    nav: "/analyse",
    load: async () => (await import("./analyse_page.js")).openAnalyse,
  },
  {
    pattern: /^\/scores$/,
    title: "Scores",
    nav: "/scores",
    load: async () => (await import("./scores_page.js")).openScores,
  },
  {
    pattern: /^\/statistics$/,
    title: "Statistics",
    nav: "/statistics",
    load: async () => (await import("./statistics_page.js")).openStatistics,
  },
  { pattern: /^\/help$/, title: "Help", nav: "/help", load: async () => openHelp },
]);

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
