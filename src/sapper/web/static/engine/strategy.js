/** Strategies by their text: NAME[@BUDGET][,setting=value...]. */

import { InputError } from "./errors.js";
import { quote } from "./shape.js";

const TEXT = /^([A-Za-z_][\w-]*)(?:@([^,]*))?(?:,(.*))?$/;
const SETTING = /^([A-Za-z_][\w-]*)=([^,=]+)$/;

/**
 * What a text names: a strategy and its settings, those of the budget and those given.
 * @param {unknown} text @param {{ strategies: any[], budgets: string[] }} known
 * @returns {{ name: string, settings: Record<string, boolean | number | string> }}
 */
export function readStrategy(text, known) {
  const match = typeof text === "string" ? TEXT.exec(text) : null;
  if (match === null)
    throw new InputError(`a strategy is written NAME[@BUDGET][,setting=value...], unlike ${quote(text)}`);
  const name = match[1].replaceAll("-", "_");
  const found = known.strategies.find((one) => one.name === name);
  if (!found)
    throw new InputError(
      `unknown strategy ${quote(name)}: it is one of ${known.strategies.map((one) => one.name).join(", ")}`,
    );
  const budget = match[2] ?? "normal";
  if (!known.budgets.includes(budget))
    throw new InputError(`${quote(text)}: unknown budget ${quote(budget)}: it is one of ${known.budgets.join(", ")}`);
  /** @type {Record<string, boolean | number | string>} */
  const given = {};
  for (const part of match[3] === undefined ? [] : match[3].split(",")) {
    const setting = SETTING.exec(part.trim());
    if (setting === null)
      throw new InputError(`a setting is written name=value, unlike ${quote(part)} in ${quote(text)}`);
    const key = setting[1].replaceAll("-", "_");
    if (key in given) throw new InputError(`setting ${quote(key)} is given twice in ${quote(text)}`);
    const number = Number(setting[2]);
    given[key] = setting[2].trim() !== "" && Number.isFinite(number) ? number : setting[2];
  }
  return { name, settings: { ...found.budgets[budget], ...given } };
}
