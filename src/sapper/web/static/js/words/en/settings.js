/** The dialog of settings. */

export const settings = {
  title: "Settings",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  palette: "Colours of the overlay",
  palettes: { "green-red": "Green, red", "blue-orange": "Blue, orange", "teal-pink": "Teal, pink" },
  percent: "Percentages in the overlay",
  questions: "Question marks: the flag button sets one on a flagged cell",
  swapTouch: "Touch: a tap flags, a long press reveals",
  speak: "Announce every move to screen readers",
  motion: "Animations",
  pointer: "Record the pointer during games",
  pointerText:
    "Replays of your games then show the way of the pointer, and exported files have it. It is kept in this " +
    "browser. It is sent to the server only when you open or export a replay, and not stored there.",
  name: "Your name, for scores and statistics",
};
