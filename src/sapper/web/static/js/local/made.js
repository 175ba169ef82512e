/** What the page was built with: answers that are the same for every visitor. */

const FOLDER = new URL("../../made/", import.meta.url);

/**
 * @param {string} name  of a file
 * @returns {Promise<any>}
 */
export const fetchMade = async (name) => (await fetch(new URL(name, FOLDER))).json();
