import type { CatalogueSetting } from "../api/catalogue.ts";
import { moneyText } from "../words/amount.ts";
import { dayText } from "../words/day.ts";

/** The value of a parameter as people say it: days, dollars and flags in words, all else as it is. */
export function parameterValue(name: string, value: string, { parameters }: CatalogueSetting): string {
  const kind = parameters.find((parameter) => parameter.name === name)?.kind;
  if (kind === "flag") return value === "true" ? "yes" : value === "false" ? "no" : value;
  if (kind === "dollars" && /^[0-9]+(?:\.[0-9]+)?$/.test(value)) return moneyText(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayText(value) : value;
}
