/** The table of candidates for a guess. */

export const candidates = {
  place: "Row, column",
  weighed: {
    safety: "Safe",
    estimate: "Estimate",
    progress: "Progress",
    clears: "Clears",
    game_tree: "Game tree",
    secondary_safety: "Second",
    hazard: "Hazard",
    instinct: "Instinct",
    lookahead: "Lookahead",
    rollouts: "Rollouts",
    games: "Games",
    win: "Win",
  },
};
