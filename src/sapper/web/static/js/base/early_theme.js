// Runs before the first paint, so that the page never flashes in the wrong theme.
(function () {
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("sapper.settings") || "{}").theme;
  } catch {
    // Damaged or forbidden storage: use the theme of the system.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
