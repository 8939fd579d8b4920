import type { Day } from "../../calendar/day.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { withoutInvisible } from "../../text/invisible.ts";
import { quoted } from "../../text/refusal.ts";
import { snakeCase } from "../../text/spelling.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  type CodeSystem,
  codeSystemOf,
  MODIFIER,
  modifierPlace,
  PAID_AMOUNT,
  SEVERITY,
  UNITS,
} from "./column-words.ts";
import { type Headings, recognised } from "./recognised-columns.ts";

/** A column of the input by its place in a line. */
export interface InputColumn {
  readonly name: string;
  readonly index: number;
}

/** A column of a parameter, under the name of the parameter. */
export interface ParameterColumn extends InputColumn {
  /** As it is headed in the input. */
  readonly heading: string;
}

/** What the columns of an input are for. Those that are for nothing are passed through like the others. */
export interface InputColumns {
  readonly count: number;
  readonly parameters: readonly ParameterColumn[];
  /** In the order in which a claim has its modifiers, under their own headings, like those that follow. */
  readonly modifiers: readonly InputColumn[];
  /** The severity of illness that is joined with the DRG. */
  readonly severity: InputColumn | null;
  /** What the heading of the codes says that they are. */
  readonly codeSystem: CodeSystem | null;
  readonly units: InputColumn | null;
  /** The amount that was paid. */
  readonly paid: InputColumn | null;
  /** The amount that the payer accepted, which is compared before what was paid. */
  readonly allowed: InputColumn | null;
  /** The amount that was billed, which is the most that is paid; null where nothing is limited to it. */
  readonly billed: InputColumn | null;
}

/** The column that expected amounts are compared with, and what it has. */
interface ComparedColumn extends InputColumn {
  readonly role: typeof ALLOWED_AMOUNT | typeof PAID_AMOUNT;
}

/** What was allowed before what was paid: the paid amount lacks the shares of the patient and of other payers. */
export function comparedColumn({ allowed, paid }: Pick<InputColumns, "allowed" | "paid">): ComparedColumn | null {
  if (allowed !== null) return { ...allowed, role: ALLOWED_AMOUNT };
  return paid === null ? null : { ...paid, role: PAID_AMOUNT };
}

/** Columns that make sense, with what is worth knowing about them; or everything that is wrong with them. */
type ColumnsRead =
  | { readonly ok: true; readonly columns: InputColumns; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Finds out what the columns of an input are, before any line of it is read. */
export function readColumns(sent: Headings): ColumnsRead {
  const asked = inOneLine(sent);
  const { names, lookup } = asked;
  const { roles, faults, warnings } = recognised(asked);
  const missed = missing(new Set(roles.keys()), lookup, asked.advice);
  if (faults.length + missed.length > 0) return { ok: false, faults: [...faults, ...missed] };
  const headed = (role: string): readonly InputColumn[] =>
    (roles.get(role) ?? []).map((index) => ({ name: names[index] as string, index }));
  const parameters = lookup.reader.names.flatMap((name) =>
    name === MODIFIER ? [] : (roles.get(name) ?? []).map((index) => ({ name, index, heading: names[index] as string })),
  );
  const modifiers = [...headed(MODIFIER)].sort((a, b) => placeOf(a) - placeOf(b));
  const [severity = null] = headed(SEVERITY);
  const [units = null] = headed(UNITS);
  const [paid = null] = headed(PAID_AMOUNT);
  const [allowed = null] = headed(ALLOWED_AMOUNT);
  const charges = CHARGES.find((name) => roles.has(name)) ?? BILLED_AMOUNT;
  const [billed = null] = headed(charges);
  const codes = parameters.find(({ name }) => name === BILLING_CODE)?.heading ?? "";
  const codeSystem = codeSystemOf(codes);
  const columns = { count: names.length, parameters, modifiers, severity, codeSystem, units, paid, allowed, billed };
  return { ok: true, columns, warnings };
}

/** Headings that are broken into lines to be narrow are said, and asked for, in one. */
export function inOneLine({
  names,
  lookup,
  decided,
  compare,
  passThrough,
  leftAlone = [],
  advice = COMMAND_ADVICE,
}: Headings): Headings & { readonly advice: Advice } {
  return {
    advice,
    names: names.map(heading),
    lookup,
    decided: new Map([...decided].map(([name, role]) => [heading(name), role])),
    compare: compare === null ? null : heading(compare),
    passThrough: passThrough.map(heading),
    leftAlone: leftAlone.map(heading),
  };
}

/** A heading in one line, as a reader sees it: marks that turn the direction of writing would turn a terminal's. */
export function heading(name: string): string {
  return withoutInvisible(name).trim().replace(/\s+/g, " ");
}

function placeOf({ name }: InputColumn): number {
  return modifierPlace(name) ?? 0;
}

function missing(found: ReadonlySet<string>, { parameters }: RateLookup, advice: Advice): string[] {
  const all = Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
  const required = all.filter(({ name, parameter }) => parameter.required && !found.has(name));
  const group = all.filter(({ parameter }) => parameter.identifiesProvider).map(({ name }) => name);
  const faults = required.map(
    ({ name, parameter }) => `There is no column ${name}: ${parameter.description} ${whichColumn(name, advice)}`,
  );
  if (group.length > 0 && !group.some((name) => found.has(name))) {
    faults.push(
      `There is no column that identifies the provider: one of ${group.join(", ")} is needed. ${whichColumn(group[0] as string, advice)}`,
    );
  }
  return faults;
}

function whichColumn(role: string, { columnIs }: Advice): string {
  return `Say which one it is with ${columnIs("Its heading", role)}.`;
}

/** What each column that is read is, by its place. */
export function roleByIndex({
  parameters,
  modifiers,
  severity,
  units,
  paid,
  allowed,
  billed,
}: InputColumns): ReadonlyMap<number, string> {
  const roles = new Map<number, string>();
  if (billed !== null) roles.set(billed.index, BILLED_AMOUNT);
  // Where a parameter says what was billed, the column is that.
  for (const { name, index } of parameters) roles.set(index, name);
  for (const { index } of modifiers) roles.set(index, MODIFIER);
  if (severity !== null) roles.set(severity.index, SEVERITY);
  if (units !== null) roles.set(units.index, UNITS);
  if (paid !== null) roles.set(paid.index, PAID_AMOUNT);
  if (allowed !== null) roles.set(allowed.index, ALLOWED_AMOUNT);
  return roles;
}

/** What the columns were taken for, in the order of the file: an analyst sees at once when a parameter is missing. */
export function columnsText(names: readonly string[], columns: InputColumns): string {
  const taken = roleByIndex(columns);
  const read = names.flatMap((name, index) =>
    taken.has(index) ? [shownAs(heading(name), taken.get(index) as string)] : [],
  );
  const others = names.filter((_, index) => !taken.has(index)).map((name) => heading(name) || quoted(name));
  return `Columns: ${read.join(", ")}.${others.length > 0 ? ` Passed through: ${others.join(", ")}.` : ""}`;
}

function shownAs(name: string, role: string): string {
  return name === role ? name : `${name} = ${role}`;
}

/** The parameters that mean today when they are absent. */
export function daysMeaningToday({ parameters }: RateLookup, today: Day): string[] {
  return Object.entries(parameters)
    .filter(([, parameter]) => parameter.absent({ today }) === today)
    .map(([key]) => snakeCase(key));
}

/** Those of them that have no column: no line can say otherwise. */
export function daysLeftToToday(lookup: RateLookup, columns: InputColumns, today: Day): string[] {
  return daysMeaningToday(lookup, today).filter((name) => !columns.parameters.some((column) => column.name === name));
}
