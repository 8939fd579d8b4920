import type { ExplainedInput, Explanation, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { NO_RATE_CODES } from "../../../../src/pricing/no-rate.ts";

/*
 * What every form of an explanation has to tell, read off the record without the words that the forms share.
 */

/** Of one result. */
export function toldOfResult({ result, steps, inputs, rows, rows_left_out, no_rate }: ResultExplanation): string[] {
  return present([
    result.payment_rate,
    result.provider_name,
    result.billing_code,
    ...steps.flatMap(({ id, text, section, value, unit, applied }) => [
      id,
      text,
      section,
      amount(value, unit),
      applied ? null : "not applied",
    ]),
    ...inputs.flatMap(({ id, name, value, unit, from }) => [
      id,
      name === value ? "constant" : name,
      amount(value, unit),
      unit,
      ...placeOf(from),
    ]),
    ...rows
      .filter(({ used }) => used)
      .flatMap(({ table, line, key, effective_start_date, effective_end_date, publication }) => [
        `${table}, line ${line}`,
        ...Object.entries(key).map(([column, value]) => `${column} ${value ?? "(empty)"}`),
        effective_start_date,
        effective_end_date,
        // Published figures need no word; made-up ones are told by the words for them.
        ...Object.entries(publication ?? {}).flatMap(([member, value]) => (member === "synthetic" ? [] : [value])),
      ]),
    ...rows
      .filter(({ used }) => !used)
      .flatMap(({ table, why_not, effective_start_date }) => [table, why_not, effective_start_date]),
    rows_left_out === 0 ? null : `${rows_left_out} more`,
    ...(no_rate === null ? [] : toldOfNoRate(no_rate)),
  ]);
}

/** Of the lookup as a whole. */
export function toldOfLookup({ release, engine_version, request, assumptions, stale }: Explanation): string[] {
  return present([
    ...Object.values(release),
    engine_version,
    // A flag that is what it is when nobody sends it need not be repeated.
    ...Object.entries(request)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => `${name}=${value}`),
    ...assumptions.flatMap(({ parameter, value, reason }) => [parameter, value, reason]),
    ...stale.map(({ message }) => message),
  ]);
}

function toldOfNoRate({
  code,
  message,
  sought,
  nearest,
  remedy,
}: NonNullable<ResultExplanation["no_rate"]>): unknown[] {
  return [
    code,
    NO_RATE_CODES[code],
    message,
    sought?.table,
    sought?.date,
    nearest?.start,
    nearest?.end,
    ...remedy.flatMap(({ parameter, value, why }) => [value === null ? parameter : `${parameter}=${value}`, why]),
  ];
}

function amount(value: string | null, unit: string | null): string | null {
  return value === null || unit !== "dollars" ? value : value.replace(/^-?/, (minus) => `${minus}$`);
}

function placeOf(from: ExplainedInput["from"]): string[] {
  if ("row" in from) return [from.column];
  return Object.values(from);
}

function present(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null && value !== undefined).map(String);
}

/** The numbers that some words name: `lines 490 to 492, 501`. */
export function linesNamed(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const [, list = ""] of text.matchAll(/\blines? ((?:[0-9]+(?: to [0-9]+)?(?:, (?=[0-9]))?)+)/g)) {
    for (const range of list.split(", ")) {
      const [first = 0, last = first] = range.split(" to ").map(Number);
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
  }
  return lines;
}
