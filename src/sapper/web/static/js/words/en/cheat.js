/** The mines of the running game, shown on request. */

export const cheat = {
  show: "Show the mines",
  shownAlready: "The board shows the mines already.",
  none: "There are no mines yet: the first reveal places them.",
  ask: "Show the mines?",
  about: "The game becomes practice: it gets no score, and its statistics are those of games with help.",
  cancel: "Cancel",
  shown: "The mines are shown. This game is practice and gets no score.",
};
