/** Asks the server for the reviews of kept games, one after another, and keeps their luck and skill. */

import * as api from "../base/api.js";
import { keepJudgement } from "../base/archive.js";

const POLL_MS = 600;

/**
 * @param {import("../base/archive.js").Played[]} games
 * @param {AbortSignal} leaving  the page is left
 * @param {(left: number) => void} tell
 */
export async function judgeGames(games, leaving, tell) {
  for (const [at, { id }] of games.entries()) {
    if (leaving.aborted) return;
    tell(games.length - at);
    try {
      await judge(id, leaving);
    } catch (error) {
      // The server forgot the game; others may still be there. Without a server there is nothing to do.
      if (error instanceof api.ApiError && error.status === 0) return;
    }
  }
}

/** @param {string} id @param {AbortSignal} leaving */
async function judge(id, leaving) {
  while (!leaving.aborted) {
    const review = await api.getReview(id);
    if (review.complete) return keepJudgement(id, review);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
