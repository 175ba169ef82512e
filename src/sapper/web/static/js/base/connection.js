/** Waits for a server that could not be reached. */

import { withoutServer } from "./address.js";

const WAIT_MS = [500, 1000, 2000, 4000];

/** Resolves when the server answers again. Without a network it waits for one before it asks. */
export async function serverBack() {
  if (withoutServer) return;
  for (let attempt = 0; ; attempt++) {
    await new Promise((resolve) => {
      if (navigator.onLine) setTimeout(resolve, WAIT_MS[Math.min(attempt, WAIT_MS.length - 1)]);
      else addEventListener("online", resolve, { once: true });
    });
    try {
      if ((await fetch("/api/health")).ok) return;
    } catch {
      // Still away.
    }
  }
}
