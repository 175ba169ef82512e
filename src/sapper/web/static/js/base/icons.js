/** The icons of the page, each a few strokes in a box of 24. */

const STROKES = {
  new: "M12 5v14M5 12h14",
  again: "M5 12a7 7 0 1 0 2.2-5.1M4.5 4v4h4",
  redo: "M15 7 19.5 11.5 15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  flag: "M7 21V4M7 5c4-2 6 1.5 10 .2v8c-4 1.3-6-2.2-10-.2",
  help: "M9 9.2a3 3 0 1 1 4.4 2.6c-.9.5-1.4 1.2-1.4 2.2M12 17.6v.1",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  theme: "M12 4v16M12 4a8 8 0 0 1 0 16M12 4a8 8 0 0 0 0 16",
  close: "M6 6l12 12M18 6 6 18",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1.1 1.3 1.1 2.2h5c0-.9.5-1.7 1.1-2.2A6 6 0 0 0 12 3",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M9 6v12M15 6v12",
  first: "M18 6l-8 6 8 6zM6.5 6v12",
  last: "M6 6l8 6-8 6zM17.5 6v12",
  back: "M15 6l-7 6 7 6",
  forward: "M9 6l7 6-7 6",
  skip: "M5 6l6 6-6 6M13 6l6 6-6 6",
  share:
    "M8.5 10.8l7-3.8M8.5 13.2l7 3.8M6 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 3.5a2.5 2.5 0 1 0 0 5 " +
    "2.5 2.5 0 0 0 0-5M18 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  save: "M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14",
  load: "M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5M5 20h14",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  flipAcross: "M12 4v16M9 8l-4.5 4L9 16M15 8l4.5 4-4.5 4",
  flipDown: "M4 12h16M8 9l4-4.5L16 9M8 15l4 4.5 4-4.5",
  more: "M6 12h.1M12 12h.1M18 12h.1",
  menu: "M4 7h16M4 12h16M4 17h16",
  overlay: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM15 16.5h3M16.5 15v3",
  chart: "M4 19h16M5 15l4-5 4 3 6-8",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9v.1",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4",
  people:
    "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M3.5 19c0-3.3 2.4-5.5 5.5-5.5s5.5 2.2 5.5 5.5M15.5 5.4a3 3 0 0 1 0 5.2M17 13.9" +
    "c2.2.7 3.5 2.6 3.5 5.1",
  robot: "M6 9h12v9H6zM12 9V5.5M12 5.4v-.1M9.5 13v1M14.5 13v1",
};

/** @typedef {keyof typeof STROKES} IconName */

/**
 * @param {IconName} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", STROKES[name]);
  path.setAttribute("fill", "none");
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "1.8");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("stroke-linejoin", "round");
  svg.append(path);
  return svg;
}
