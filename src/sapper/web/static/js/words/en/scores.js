/** The page of scores. */

export const scores = {
  title: "Scores",
  level: "Level",
  played: "Played",
  withoutHelp: "Without help",
  withHelp: "With help",
  noGuess: "Boards without guesses",
  machine: "Times that no person reaches",
  reset: "Reset this level",
  resetTitle: "Reset the scores",
  resetAbout: (/** @type {string} */ level) =>
    `This removes all scores of the level ${level}, with help and without, for good.`,
  resetKey: "The key of the scores, from the server's key file",
  resetNow: "Remove them",
  removed: (/** @type {number} */ count) => (count === 1 ? "1 score is removed." : `${count} scores are removed.`),
  noneWith: "No wins with help yet.",
  noneWithout: "No wins without help yet.",
  play: "Play a game",
  columns: ["Place", "Name", "Time", "3BV/s", "Date"],
  last: (/** @type {number} */ place) => `Your last game has place ${place}.`,
  broken: "This row was edited and does not count",
};
