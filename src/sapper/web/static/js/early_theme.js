// Runs before the first paint, so that the theme never flashes the other one. Everything else is in modules.
(function () {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("sapper.settings") || "{}").theme;
  } catch {
    // A damaged or forbidden storage means the theme of the system.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
