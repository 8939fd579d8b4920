import type { ResultChange } from "./schema.ts";

type ChangedField = ResultChange["fields"][number];

/**
 * The fields of a result that differ, for people: without those that repeat a figure, and without those that are empty on the
 * side that has no rate, as most of them are there. JSON has every one.
 */
export function fieldTexts(change: ResultChange): readonly string[] {
  const { no_rate, fields } = change;
  const hasRateOnce = (no_rate.before === null) !== (no_rate.after === null);
  return fields
    .filter((field) => !repeatsFigure(field, change))
    .filter(({ before, after }) => !hasRateOnce || (before !== null && after !== null))
    .map(fieldText);
}

/** A name of JSON as words: `cutback reduction`. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

function repeatsFigure({ before, after }: ChangedField, { inputs }: ResultChange): boolean {
  return inputs.some((input) => same(input.before?.value, before) && same(input.after?.value, after));
}

function same(figure: string | undefined, value: unknown): boolean {
  return (figure ?? null) === (value === null ? null : String(value));
}

function fieldText({ name, before, after }: ChangedField): string {
  return `${words(name)}: ${valueText(before)} -> ${valueText(after)}`;
}

function valueText(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
