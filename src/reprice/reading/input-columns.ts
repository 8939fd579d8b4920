import type { Day } from "../../core/calendar/day.ts";
import type { Factor } from "../../core/money/factor.ts";
import { Refusal, withoutInvisible } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { ofCredit, type ReadFigure, readPaid } from "../values/amounts.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  type CodeSystem,
  codeSystemOf,
  DENIAL_CODE,
  MODIFIER,
  NOT_OWED,
  PAID_AMOUNT,
  PAID_AS_CREDIT,
  PAYER_STATE,
  REVENUE_CODE,
  SEVERITY,
  UNITS,
} from "../values/column-names.ts";
import { inOrderOfStay, otherDayOfStay } from "../values/length-of-stay.ts";
import { type Advice, COMMAND_ADVICE } from "./advice.ts";
import { modifierPlace } from "./column-words.ts";
import { columnsOfRefused, missing, whichColumn } from "./missing-columns.ts";
import { type Headings, recognised } from "./recognised-columns.ts";
import { isPaidAsCredit } from "./reversed-payments.ts";

export interface InputColumn {
  readonly name: string;
  readonly index: number;
  /** Its payments are written as credits: their signs are changed. */
  readonly isCredit?: true;
}

export interface ParameterColumn extends InputColumn {
  /** Its heading in the input. */
  readonly heading: string;
  /** Dates of its first lines can only be month/day/year: a date of another form is an error of its own. */
  readonly isMonthFirst?: true;
}

/** The roles of the columns of an input. Columns without a role are kept as is. */
export interface InputColumns {
  readonly count: number;
  readonly parameters: readonly ParameterColumn[];
  /** In the claim's order of modifiers; this and the columns below have their own headings as names. */
  readonly modifiers: readonly InputColumn[];
  /** The severity of illness that is joined with the DRG. */
  readonly severity: InputColumn | null;
  /** The two dates by which the length of stay is counted; null where a column has it, or a date is missing. */
  readonly stay: { readonly admitted: ParameterColumn; readonly discharged: ParameterColumn } | null;
  /** The code system that the heading names. */
  readonly codeSystem: CodeSystem | null;
  readonly units: InputColumn | null;
  readonly paid: InputColumn | null;
  /** The amount that the payer accepted; it is compared before the paid amount. */
  readonly allowed: InputColumn | null;
  /** The billed amount, which limits the payment; null when there is no such limit. */
  readonly billed: InputColumn | null;
  /** Why the state owes nothing for a line. */
  readonly notOwed: InputColumn | null;
  /** Why the payer denied a line. */
  readonly denials: readonly InputColumn[];
  /** The state that pays a line. */
  readonly payerState: InputColumn | null;
  /** The revenue code of a line, which no rate is found by: only a column with this very name. */
  readonly revenueCode: InputColumn | null;
  /** Positions of columns that no heading identifies: their roles are guesses. */
  readonly guessed: readonly number[];
}

/** The column that expected amounts are compared with, and its kind. */
export interface ComparedColumn extends InputColumn {
  readonly role: typeof ALLOWED_AMOUNT | typeof PAID_AMOUNT;
}

/** The allowed amount has precedence: the paid amount lacks the shares of the patient and of other payers. */
export function comparedColumn({ allowed, paid }: Pick<InputColumns, "allowed" | "paid">): ComparedColumn | null {
  if (allowed !== null) return { ...allowed, role: ALLOWED_AMOUNT };
  return paid === null ? null : { ...paid, role: PAID_AMOUNT };
}

/** An amount of a line as it was read, credits with their signs changed; a refusal where the cell cannot be read. */
export function readAmountUnder(
  { index, isCredit }: Pick<InputColumn, "index" | "isCredit">,
  cells: readonly string[],
  hasSemicolons: boolean,
): ReadFigure | Refusal {
  const read = readPaid(cells[index] ?? "", hasSemicolons);
  if (read instanceof Refusal || read.figure === null || !isCredit) return read;
  return { ...read, figure: ofCredit(read.figure) };
}

/** The amount alone; null where the cell is empty or cannot be read. */
export function amountUnder(...column: Parameters<typeof readAmountUnder>): Factor | null {
  const read = readAmountUnder(...column);
  return read instanceof Refusal ? null : read.figure;
}

/** Whether a column says which lines are not owed. */
export function saysNotOwed({ notOwed, denials }: Pick<InputColumns, "notOwed" | "denials">): boolean {
  return notOwed !== null || denials.length > 0;
}

/** Valid columns with warnings; or all errors. */
type ColumnsRead =
  | { readonly ok: true; readonly columns: InputColumns; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Recognises the columns of an input before any line is read. */
export function readColumns(sent: Headings): ColumnsRead {
  const headings = inOneLine(sent);
  const { names, lookup } = headings;
  const { roles, guessed, faults, warnings, likely, proposals } = recognised(headings);
  const missed = missing(new Set(roles.keys()), lookup);
  if (faults.length + missed.length > 0) {
    const said = missed.map(({ fault, role }) => `${fault} ${whichColumn(role, proposals.get(role), headings)}`);
    return {
      ok: false,
      faults: [...faults, ...said, ...columnsOfRefused(headings, { roles, guessed, likely, proposals }, missed)],
    };
  }
  const headed = (role: string): readonly InputColumn[] =>
    (roles.get(role) ?? []).map((index) => ({ name: names[index] as string, index }));
  const parameters = lookup.reader.names.flatMap((name) =>
    name === MODIFIER
      ? []
      : (roles.get(name) ?? []).map((index) => ({
          name,
          index,
          heading: names[index] as string,
          ...(headings.contents?.[index]?.isMonthFirst ? { isMonthFirst: true as const } : {}),
        })),
  );
  const modifiers = [...headed(MODIFIER)].sort((a, b) => placeOf(a) - placeOf(b));
  const [severity = null] = headed(SEVERITY);
  const [units = null] = headed(UNITS);
  const [paidColumn = null] = headed(PAID_AMOUNT);
  const paid =
    paidColumn !== null && isPaidAsCredit(paidColumn.name, headings)
      ? { ...paidColumn, isCredit: true as const }
      : paidColumn;
  const [allowed = null] = headed(ALLOWED_AMOUNT);
  const charges = CHARGES.find((name) => roles.has(name)) ?? BILLED_AMOUNT;
  const [billed = null] = headed(charges);
  const [notOwed = null] = headed(NOT_OWED);
  const [payerState = null] = headed(PAYER_STATE);
  const codes = parameters.find(({ name }) => name === BILLING_CODE)?.heading ?? "";
  const codeSystem = codeSystemOf(codes);
  const columns = {
    count: names.length,
    parameters,
    modifiers,
    severity,
    stay: stayIn(parameters, roles, headings),
    codeSystem,
    units,
    paid,
    allowed,
    billed,
    notOwed,
    denials: headed(DENIAL_CODE),
    payerState,
    revenueCode: names.includes(REVENUE_CODE) ? { name: REVENUE_CODE, index: names.indexOf(REVENUE_CODE) } : null,
    guessed: [...guessed].sort((a, b) => a - b),
  };
  return { ok: true, columns, warnings };
}

/** The day of a stay that is no parameter has a role only where the length of stay is counted by it. */
function stayIn(
  parameters: readonly ParameterColumn[],
  roles: ReadonlyMap<string, readonly number[]>,
  { names, lookup }: Headings,
): InputColumns["stay"] {
  const name = otherDayOfStay(lookup);
  const [index] = (name === null ? undefined : roles.get(name)) ?? [];
  const day = parameters.find((column) => column.name === lookup.dayParameter);
  if (name === null || index === undefined || day === undefined) return null;
  return inOrderOfStay(day, { name, index, heading: names[index] as string });
}

/** Headings broken into several lines are shown and requested as one line. */
export function inOneLine({
  names,
  lookup,
  decided,
  compare,
  passThrough,
  leftAlone = [],
  advice = COMMAND_ADVICE,
  contents = null,
}: Headings): Headings & { readonly advice: Advice } {
  return {
    advice,
    contents,
    names: names.map(heading),
    lookup,
    decided: new Map([...decided].map(([name, role]) => [heading(name), role])),
    compare: compare === null ? null : heading(compare),
    passThrough: passThrough.map(heading),
    leftAlone: leftAlone.map(heading),
  };
}

/** A heading in one line, as a reader sees it: without marks that would reverse the writing direction of a terminal. */
export function heading(name: string): string {
  return withoutInvisible(name).trim().replace(/\s+/g, " ");
}

function placeOf({ name }: InputColumn): number {
  return modifierPlace(name) ?? 0;
}

/** The roles of the columns, by position. */
export function roleByIndex({
  parameters,
  modifiers,
  severity,
  stay,
  units,
  paid,
  allowed,
  billed,
  notOwed,
  denials,
  payerState,
}: InputColumns): ReadonlyMap<number, string> {
  const roles = new Map<number, string>();
  if (billed !== null) roles.set(billed.index, BILLED_AMOUNT);
  // When a parameter holds the billed amount, the column has that role.
  for (const { name, index } of parameters) roles.set(index, name);
  for (const { index } of modifiers) roles.set(index, MODIFIER);
  if (severity !== null) roles.set(severity.index, SEVERITY);
  for (const { name, index } of stay === null ? [] : [stay.admitted, stay.discharged]) roles.set(index, name);
  if (units !== null) roles.set(units.index, UNITS);
  if (paid !== null) roles.set(paid.index, PAID_AMOUNT);
  if (allowed !== null) roles.set(allowed.index, ALLOWED_AMOUNT);
  if (notOwed !== null) roles.set(notOwed.index, NOT_OWED);
  for (const { index } of denials) roles.set(index, DENIAL_CODE);
  if (payerState !== null) roles.set(payerState.index, PAYER_STATE);
  return roles;
}

/** The same as the caller names them: payments that are written as credits have a role of their own. */
export function saidRoles(columns: InputColumns): ReadonlyMap<number, string> {
  const roles = roleByIndex(columns);
  const { paid } = columns;
  return paid?.isCredit ? new Map([...roles, [paid.index, PAID_AS_CREDIT]]) : roles;
}

/** The guessed columns and their roles, by heading. */
export function guessedRoles(names: readonly string[], columns: InputColumns): ReadonlyMap<string, string> {
  const roles = roleByIndex(columns);
  return new Map(columns.guessed.map((index) => [heading(names[index] as string), roles.get(index) as string]));
}

/** The parameters that mean today when they are absent. */
export function daysMeaningToday({ parameters }: RateLookup, today: Day): string[] {
  return Object.entries(parameters)
    .filter(([, parameter]) => parameter.absent({ today }) === today)
    .map(([key]) => snakeCase(key));
}

/** Those of them without a column: every line means today. */
export function daysLeftToToday(lookup: RateLookup, columns: InputColumns, today: Day): string[] {
  return daysMeaningToday(lookup, today).filter((name) => !columns.parameters.some((column) => column.name === name));
}

/** The column of a remittance with the number that the payer gave the claim. */
const PAYER_CLAIM = "payer_claim";

/** Null when the table has no such column. Only its name counts: the claim's own number is what an analyst knows. */
export function payerClaimColumn(names: readonly string[]): number | null {
  const index = names.findIndex((name) => heading(name) === PAYER_CLAIM);
  return index < 0 ? null : index;
}

/** `paid` or `allowed`, for sentences about the compared amounts. */
export function comparedWord(columns: InputColumns): "paid" | "allowed" {
  return (comparedColumn(columns)?.role ?? PAID_AMOUNT) === PAID_AMOUNT ? "paid" : "allowed";
}
