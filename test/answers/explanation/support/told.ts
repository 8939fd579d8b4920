import { NO_RATE_WORDS } from "../../../../src/answers/explanation/no-rate-words.ts";
import type { ExplainedLookup } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedInput, Explanation, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { withDays } from "../../../../src/core/calendar/day.ts";
import { labelOf, plainWords, withValueWords, wordsOf } from "../../../../src/core/text/labels.ts";
import { messageWords } from "../../../../src/core/text/message-words.ts";
import { titleOf } from "../../../../src/dataset/table.ts";
import { NO_RATE_CODES, type NoRateCode } from "../../../../src/pricing/no-rate.ts";

/*
 * What every form of an explanation has to tell, read off the record without the words that the forms share.
 */

/** How a form writes what the record says. */
interface Form {
  readonly text: (text: string) => string;
  readonly column: (column: string, table: string) => string;
  readonly value: (value: string, table: string) => string;
  readonly remedy: (parameter: string, value: string | null) => string;
  /** Why there is no price. */
  readonly meaning: (code: NoRateCode) => string;
  readonly message: (message: string) => string;
  /** A code for programs; null where the form is for people. */
  readonly code: (code: string) => string | null;
}

/** For programs: as the record has it. */
const AS_RECORDED: Form = {
  text: (text) => text,
  column: (column) => column,
  value: (value) => value,
  remedy: (parameter, value) => (value === null ? parameter : `${parameter}=${value}`),
  meaning: (code) => NO_RATE_CODES[code],
  message: (message) => message,
  code: (code) => code,
};

/** For people: days as they write them, names in words. */
export function forReaders({ state, lookup: { acronyms } }: ExplainedLookup): Form {
  const inWords = (recorded: string) => withValueWords(recorded, state.valueWords);
  const text = (recorded: string) =>
    withDays(plainWords(inWords(recorded), acronyms)).replaceAll(/(?<=[0-9]),(?=[0-9]{3})/g, "");
  const tables = new Map(state.tables.map((table) => [titleOf(table), table]));
  return {
    text,
    column: (column, table) => tables.get(table)?.words[column] ?? wordsOf(column, acronyms),
    value: (value, table) => tables.get(table)?.words[value] ?? value,
    remedy: (parameter, value) =>
      [
        labelOf(parameter, acronyms),
        ...(value === null || value === "" ? [] : [text(state.valueWords[value] ?? value)]),
      ].join(" "),
    meaning: (code) => NO_RATE_WORDS[code].meaning,
    message: (message) => withDays(messageWords(inWords(message), "field", acronyms)),
    code: () => null,
  };
}

/** Of one result. */
export function toldOfResult(
  { result, steps, inputs, rows, rows_left_out, no_rate }: ResultExplanation,
  form = AS_RECORDED,
): string[] {
  const tableOf = (from: ExplainedInput["from"]) =>
    "row" in from ? (rows.find(({ id }) => id === from.row)?.table ?? "") : "";
  return present([
    result.payment_rate,
    result.provider_name,
    result.billing_code,
    ...steps.flatMap(({ id, text, section, value, unit, applied }) => [
      id,
      text === null ? null : form.text(text),
      section,
      amount(value, unit),
      applied ? null : "not applied",
    ]),
    ...inputs.flatMap(({ id, name, value, unit, from }) => [
      id,
      name === value ? "constant" : form.text(name),
      amount(value, unit),
      unit,
      ...placeOf(from, tableOf(from), form),
    ]),
    ...rows
      .filter(({ used }) => used)
      .flatMap(({ table, line, key, effective_start_date, effective_end_date, publication }) => [
        `${table}, line ${line}`,
        ...Object.entries(key).map(
          ([column, value]) =>
            `${form.column(column, table)} ${value === null ? "(empty)" : form.value(String(value), table)}`,
        ),
        ...[effective_start_date, effective_end_date].map((day) => (day === null ? null : form.text(day))),
        // Published figures need no word; made-up ones are told by the words for them.
        ...Object.entries(publication ?? {}).flatMap(([member, value]) =>
          member === "synthetic" ? [] : [dayOf(value, form)],
        ),
      ]),
    ...rows
      .filter(({ used }) => !used)
      .flatMap(({ table, why_not, effective_start_date }) => [
        table,
        ...[why_not, effective_start_date].map((text) => (text === null ? null : form.text(text))),
      ]),
    rows_left_out === 0 ? null : `${rows_left_out} more`,
    ...(no_rate === null ? [] : toldOfNoRate(no_rate, form)),
  ]);
}

/** Of the lookup as a whole. */
export function toldOfLookup(
  { release, engine_version, request, assumptions, stale }: Explanation,
  form = AS_RECORDED,
): string[] {
  return present([
    ...Object.values(release),
    engine_version,
    // A flag that is what it is when nobody sends it need not be repeated.
    ...Object.entries(request)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => `${name}=${value}`),
    ...assumptions.flatMap(({ parameter, value, reason }) => [
      form.remedy(parameter, null),
      ...(form === AS_RECORDED ? [value, reason] : [form.text(reason.replace(/^not sent: /, ""))]),
    ]),
    ...(form === AS_RECORDED ? stale.map(({ message }) => message) : stale.map(({ edition }) => form.text(edition))),
  ]);
}

function toldOfNoRate(
  { code, message, sought, nearest, remedy }: NonNullable<ResultExplanation["no_rate"]>,
  form: Form,
): unknown[] {
  const days = [sought.date, nearest?.start ?? null, nearest?.end ?? null];
  return [
    form.code(code),
    form.meaning(code),
    sought.table,
    message === null ? null : form.message(message),
    ...days.map((text) => (text === null ? null : form.text(text))),
    ...remedy.flatMap(({ parameter, value, why }) => [form.remedy(parameter, value), form.text(why)]),
  ];
}

function amount(value: string | null, unit: string | null): string | null {
  return value === null || unit !== "dollars" ? value : value.replace(/^-?/, (minus) => `${minus}$`);
}

function placeOf(from: ExplainedInput["from"], table: string, form: Form): string[] {
  if ("row" in from) return [form.column(from.column, table)];
  return Object.values(from).map(form.text);
}

/** Days of a publication are written as others; its texts stay as they are. */
function dayOf(value: unknown, form: Form): unknown {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? form.text(value) : value;
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
