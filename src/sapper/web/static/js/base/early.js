// Runs before the first paint: the page never flashes in the wrong theme, and what its first board waits for is on
// its way while the modules load.
(function () {
  /** @param {string} place @returns {string | null} */
  const kept = (place) => {
    try {
      return localStorage.getItem(place);
    } catch {
      return null; // forbidden storage
    }
  };

  let theme = "system";
  try {
    theme = JSON.parse(kept("sapper.settings") || "{}").theme;
  } catch {
    // Damaged storage: use the theme of the system.
  }
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  // A bundle names the words of each language; modules load theirs when they ask for them.
  const named = (/** @type {string} */ language) => document.querySelectorAll(`link[data-words="${language}"]`);
  const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((one) => named(one).length);
  for (const link of named(language ?? "en")) /** @type {HTMLLinkElement} */ (link).rel = "modulepreload";

  // The game that is opened, or opened again; `call` takes the answer.
  if (document.querySelector('meta[name="backend"]')) return;
  const id = location.pathname === "/" ? kept("sapper.game") : /^\/g\/([\w-]+)$/.exec(location.pathname)?.[1];
  if (!id) return;
  const answer = fetch(`/api/games/${id}`, { headers: { Prefer: "refusals=200" } });
  answer.catch(() => {}); // whoever takes it asks again
  Object.assign(window, { early: { path: `/games/${id}`, answer } });
})();
