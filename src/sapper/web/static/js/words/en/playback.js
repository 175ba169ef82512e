/** The buttons of a replay. */

export const playback = {
  play: "Play",
  pause: "Pause",
  move: "Move",
  speed: "Speed",
  first: "To the start",
  back: "One move back",
  forward: "One move forward",
  last: "To the end",
  rate: (/** @type {string} */ rate) => `${rate} moves/s`,
  chart: "Win probability before every move; the slider below selects the move",
};
