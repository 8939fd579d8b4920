import type { Problem } from "../api/ask.ts";
import { type CatalogueParameter, type CatalogueSetting, NAME } from "../api/ready.ts";
import { commaFault } from "../words/amount.ts";
import { labelOf } from "../words/names.ts";
import type { Lookup } from "./lookup.ts";

/*
 * Errors of the fields, in the words of the page. The API's code says what kind of error it is, and the catalogue what was expected;
 * the API's own sentence names parameters, which no field of the page is called.
 */

/** The error of each field that the API refuses: one for each, the first. */
export function faultsOf({ errors = [] }: Problem, { setting, fields }: Lookup): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const { field, code } of errors) {
    const parameter = setting.parameters.find(({ name }) => name === field);
    if (parameter === undefined) continue;
    const value = fields[field];
    faults[field] ??= code === "invalid_parameter" && value !== undefined ? refused(parameter, value) : needed(field);
    faults[field] = inLabels(faults[field], setting);
  }
  return faults;
}

/** The error of a field that has to be filled in. */
export function needed(parameter: string): string {
  return `${fieldName(parameter)} is needed to look a rate up.`;
}

/** What the field of a parameter is called: one field takes every way to name a provider. */
export function fieldName(parameter: string): string {
  return parameter === NAME ? "Provider" : labelOf(parameter);
}

/** Longer values are cut where they are quoted. */
const QUOTED_CHARACTERS_MAX = 40;

function refused(parameter: CatalogueParameter, value: string): string {
  const { kind, schema, description } = parameter;
  const length = [...value].length;
  const { maxLength, minLength, minimum, maximum } = schema as Readonly<Record<string, number | undefined>>;
  if (maxLength !== undefined && length > maxLength) return `This is too long: enter at most ${maxLength} characters.`;
  if (minLength !== undefined && minLength > 1 && length < minLength) return `Enter at least ${minLength} characters.`;
  const quoted = `“${length > QUOTED_CHARACTERS_MAX ? `${[...value].slice(0, QUOTED_CHARACTERS_MAX).join("")}…` : value}”`;
  const meant = `${quoted} cannot be used here. ${description}`;
  if (Array.isArray(schema.enum)) return `${quoted} is not in this list. Choose one of its values, or none.`;
  switch (kind) {
    case "day":
      return `${quoted} is not a day of the calendar. Enter a month, a day and a year, such as 10/01/2026.`;
    case "npi":
      return `${quoted} is not an NPI: an NPI has 10 digits.`;
    case "flag":
      return `${quoted} is neither yes nor no.`;
    case "modifier":
      return `${quoted} is not a modifier: a modifier has two letters or digits.`;
    case "count": {
      const isWithin =
        /^[0-9]+$/.test(value) && Number(value) >= (minimum ?? 0) && Number(value) <= (maximum ?? Infinity);
      if (isWithin) return meant;
      return commaFault(value) ?? `Enter a whole number${rangeText(minimum, maximum)}.`;
    }
    case "dollars":
      return commaFault(value) ?? `${quoted} cannot be read as dollars and cents. Enter an amount such as 25000.50.`;
    case "code":
      return `${quoted} is not a code of this kind. ${description}`;
    default:
      return meant;
  }
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined || maximum === undefined) return "";
  return ` from ${minimum.toLocaleString("en-US")} to ${maximum.toLocaleString("en-US")}`;
}

/** A text with the labels of fields in place of the parameters that it names. */
function inLabels(text: string, { parameters }: CatalogueSetting): string {
  const names = parameters.map(({ name }) => name).filter((name) => name.includes("_"));
  return text.replaceAll(/(?<![a-z])[a-z]+(?:_[a-z0-9]+)+/g, (word) =>
    names.includes(word) ? labelOf(word).toLowerCase() : word,
  );
}
