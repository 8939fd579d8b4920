import type { Day } from "../../core/calendar/day.ts";
import type { Factor } from "../../core/money/factor.ts";
import { plural } from "../../core/text/plural.ts";
import { quoted, Refusal, withoutInvisible } from "../../core/text/refusal.ts";
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
  NO_HEADINGS,
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
import { type ColumnContents, contentsText, looksLikeClaim } from "./column-contents.ts";
import { modifierPlace } from "./column-words.ts";
import { type Headings, recognised, saysPayment } from "./recognised-columns.ts";
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
      faults: [...faults, ...said, ...listed(headings, { roles, guessed, likely, proposals }, missed)],
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

/** A required role without a column: the error, and what the column would have to be. */
interface Missed {
  readonly fault: string;
  readonly role: string;
}

function missing(found: ReadonlySet<string>, { parameters }: RateLookup): Missed[] {
  const all = Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
  const required = all.filter(({ name, parameter }) => parameter.required && !found.has(name));
  const group = all.filter(({ parameter }) => parameter.identifiesProvider).map(({ name }) => name);
  const missed = required.map(({ name, parameter }) => ({
    fault: `There is no column ${name}: ${parameter.description}`,
    role: name,
  }));
  if (group.length > 0 && !group.some((name) => found.has(name))) {
    const fault = `There is no column that identifies the provider: one of ${group.join(", ")} is needed.`;
    missed.push({ fault, role: group[0] as string });
  }
  return missed;
}

function whichColumn(
  role: string,
  proposed: readonly number[] = [],
  { names, advice }: Headings & { readonly advice: Advice },
): string {
  const headings = proposed.map((place) => names[place] as string);
  const [first] = headings;
  if (first === undefined) return `Say which one it is with ${advice.columnIs("Its heading", role)}.`;
  const are = plural(headings.length, `${quoted(first)} may be it`, `It may be ${headings.map(quoted).join(" or ")}`);
  return `${are}: ${advice.columnIs(first, role)}.`;
}

/** The columns of a refused table; empty when its values were not read. */
function listed(
  { names, contents, advice }: Headings & { readonly advice: Advice },
  {
    roles,
    guessed,
    likely,
    proposals,
  }: Pick<ReturnType<typeof recognised>, "roles" | "guessed" | "likely" | "proposals">,
  missed: readonly Missed[],
): string[] {
  if (contents === undefined || contents === null) return [];
  // The cells in place of headings may be a patient's.
  if (looksLikeClaim(names)) {
    return [NO_HEADINGS];
  }
  const open = new Map(likely);
  for (const { role } of missed) {
    const [place] = proposals.get(role) ?? [];
    if (place !== undefined) open.set(role, names[place] as string);
  }
  const isAnswered = missed.every(({ role }) => open.has(role));
  const read = new Map([...roles].flatMap(([role, places]) => places.map((place) => [place, role] as const)));
  const mayBe = new Map<number, string>();
  for (const [role, places] of [...roles].filter(([name]) => likely.has(name))) {
    for (const place of places) mayBe.set(place, role);
  }
  for (const [role, places] of proposals) for (const place of places) if (!read.has(place)) mayBe.set(place, role);
  for (const [role, name] of open) mayBe.set(names.indexOf(name), role);
  const answer = isAnswered ? new Map([...open].map(([role, name]) => [name, role] as const)) : null;
  return [columnsListed({ names, contents, read, guessed, mayBe, answer }, advice)];
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

/** The recognised columns in the order of the file: an analyst sees at once when a parameter is missing. */
export function columnsText(names: readonly string[], columns: InputColumns): string {
  const taken = saidRoles(columns);
  const read = names.flatMap((name, index) => {
    const role = taken.get(index);
    if (role === undefined) return [];
    return [`${shownAs(heading(name), role)}${columns.guessed.includes(index) ? " (guessed)" : ""}`];
  });
  const others = names.filter((_, index) => !taken.has(index)).map((name) => heading(name) || quoted(name));
  const length = lengthOfStayText(columns);
  return `Columns: ${read.join(", ")}.${length === null ? "" : ` ${length}`}${others.length > 0 ? ` Passed through: ${others.join(", ")}.` : ""}`;
}

/** How the length of stay is counted; null where it is not counted by dates. */
export function lengthOfStayText({ stay }: InputColumns): string | null {
  return stay === null ? null : `Length of stay, from ${stay.admitted.heading} and ${stay.discharged.heading}.`;
}

function shownAs(name: string, role: string): string {
  return name === role ? name : `${name} = ${role}`;
}

/** The guessed columns and their roles, by heading. */
export function guessedRoles(names: readonly string[], columns: InputColumns): ReadonlyMap<string, string> {
  const roles = roleByIndex(columns);
  return new Map(columns.guessed.map((index) => [heading(names[index] as string), roles.get(index) as string]));
}

/** The guesses and how to confirm them; null when there are none. */
export function guessedText(
  names: readonly string[],
  columns: InputColumns,
  { columnsAre }: Advice = COMMAND_ADVICE,
): string | null {
  const roles = guessedRoles(names, columns);
  if (roles.size === 0) return null;
  const guesses = [...roles].map(([name, role]) => `${quoted(name)} is ${role}`).join(", ");
  return `Guessed by values and words of headings: ${guesses}. If that is right, say so with ${columnsAre(roles)}; if not, correct it there.`;
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

interface ListedColumns {
  readonly names: readonly string[];
  readonly contents: readonly ColumnContents[];
  /** Recognised roles by position. */
  readonly read: ReadonlyMap<number, string>;
  readonly guessed: ReadonlySet<number>;
  readonly mayBe: ReadonlyMap<number, string>;
  /** A column for each open question; null when one of them has none. */
  readonly answer: ReadonlyMap<string, string> | null;
}

/** More would hide the questions. */
const COLUMNS_LISTED_MAX = 60;

/** The headings, what each column seems to hold and how it would be used; at the end one answer to all questions. */
function columnsListed({ names, contents, read, guessed, mayBe, answer }: ListedColumns, advice: Advice): string {
  const isOfUse = (place: number) => read.has(place) || mayBe.has(place);
  const places = [...names.keys()];
  const shown = places.length <= COLUMNS_LISTED_MAX ? places : places.filter(isOfUse).slice(0, COLUMNS_LISTED_MAX);
  const lines = shown.map((place) => {
    const heading = names[place] as string;
    const role = read.get(place);
    const proposed = mayBe.get(place);
    const taken = role === undefined ? "" : `; ${guessed.has(place) ? "guessed to be" : "read as"} ${role}`;
    const use = proposed === undefined ? taken : `; ${advice.columnIs(heading, proposed)}`;
    return `\n  ${quoted(heading)}: ${contentsText(contents[place] as ColumnContents)}${use}`;
  });
  const more = places.length - shown.length;
  const others = more > 0 ? `\n  and ${more} more` : "";
  const answered =
    answer === null || answer.size === 0 ? "" : `\nTo go on, say for example ${advice.columnsAre(answer)}.`;
  return `The columns, and what they seem to hold in the first lines:${lines.join("")}${others}${answered}`;
}

const CANDIDATES_MAX = 5;

/** Columns without a role that may be the paid amount. */
export function paidCandidates(names: readonly string[], columns: InputColumns): readonly string[] {
  const roles = roleByIndex(columns);
  return names
    .filter((_, index) => !roles.has(index))
    .map(heading)
    .filter(saysPayment)
    .slice(0, CANDIDATES_MAX);
}

/** The column of a remittance with the number that the payer gave the claim. */
const PAYER_CLAIM = "payer_claim";

/** Null when the table has no such column. Only its name counts: the claim's own number is what an analyst knows. */
export function payerClaimColumn(names: readonly string[]): number | null {
  const index = names.findIndex((name) => heading(name) === PAYER_CLAIM);
  return index < 0 ? null : index;
}

/** Which of two amounts is compared, and how to compare the other one; null when the file has at most one. */
export function comparedOfTwo(columns: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  const { allowed, paid } = columns;
  if (allowed === null || paid === null) return null;
  return `Compared with ${allowed.name}, what was allowed. ${option("compare")} "${paid.name}" compares with what was paid.`;
}

/** The limit on expected amounts; null when no column has the billed amount. */
export function chargeLimitText({ billed }: InputColumns, { option }: Advice = COMMAND_ADVICE): string | null {
  if (billed === null) return null;
  return `Expected is at most what was billed (${billed.name}). ${option("no-charge-limit")} turns that off.`;
}

/** `paid` or `allowed`, for sentences about the compared amounts. */
export function comparedWord(columns: InputColumns): "paid" | "allowed" {
  return (comparedColumn(columns)?.role ?? PAID_AMOUNT) === PAID_AMOUNT ? "paid" : "allowed";
}

/** Says that nothing is compared, and how to change that; null when a column has the paid amount. */
export function nothingCompared(
  names: readonly string[],
  columns: InputColumns,
  { option }: Advice = COMMAND_ADVICE,
): string | null {
  if (comparedColumn(columns) !== null) return null;
  const candidates = paidCandidates(names, columns).map(
    (name) => ` "${name}" may be it: ${option("compare")} "${name}".`,
  );
  return `Nothing compared: no column was taken for what was paid.${candidates.join("")}`;
}
