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
  name: "Your name, for scores and statistics",
};
