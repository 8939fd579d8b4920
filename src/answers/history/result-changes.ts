import { compare } from "../../core/money/arithmetic.ts";
import { parseFactor } from "../../core/money/factor.ts";
import { END_HEADER, type RowPlace, START_HEADER } from "../../dataset/table.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { NoRateCode } from "../../pricing/no-rate.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { ExplainedCalculation, ExplainedInput, ExplainedRow } from "../explanation/schema.ts";
import type { FigureSource, ResultChange } from "./schema.ts";

export interface ExplainedResult {
  readonly answered: ProviderResult;
  readonly explanation: ExplainedCalculation;
}

interface PublishedFigure {
  readonly name: string;
  readonly value: string;
  readonly unit: ExplainedInput["unit"];
  readonly from: FigureSource;
  /** Its table and column, or its name on the page. Not the row: that differs in every period. */
  readonly place: string;
}

type FigureValue = Pick<PublishedFigure, "value" | "from">;
type ChangedInput = ResultChange["inputs"][number];
type ChangedField = ResultChange["fields"][number];

/** The changes from one period to the next, for each result that changed. */
export function changesBetween(
  before: readonly ExplainedResult[],
  after: readonly ExplainedResult[],
  ofTheDay: ReadonlySet<string>,
): ResultChange[] {
  const pairs = matched(before.map(answerOf), after.map(answerOf));
  return pairs
    .map(([old, now]) => {
      const change = changeOf(old === null ? null : before[old], now === null ? null : after[now]);
      const fields = old === null || now === null ? [] : changedFields(before[old], after[now], ofTheDay);
      return withoutRepetition({ result: now, previous_result: old, ...change, fields });
    })
    .filter(isChange);
}

/** Fields that repeat the amounts and figures. */
const REPEATING: ReadonlySet<string> = new Set(["payment_rate", "calculation_method", "rate_found"]);

function withoutRepetition(change: ResultChange): ResultChange {
  const fields = change.fields.filter(({ name }) => !REPEATING.has(name));
  const changed = { ...change, fields };
  return isChange(changed) ? changed : change;
}

/** Fields that may differ between days with the same price: dates, a message that names the day, and fields beside it. */
export function fieldsOfTheDay({ result }: RateLookup): ReadonlySet<string> {
  return new Set([START_HEADER, END_HEADER, "error_message", ...result.besidePrice]);
}

function changedFields(
  before: ExplainedResult | undefined,
  after: ExplainedResult | undefined,
  ofTheDay: ReadonlySet<string>,
): readonly ChangedField[] {
  const old = before?.answered.result ?? {};
  const now = after?.answered.result ?? {};
  return [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((name) => !ofTheDay.has(name))
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => ({ name, before: old[name] ?? null, after: now[name] ?? null }));
}

function answerOf({ answered }: ExplainedResult): ProviderResult {
  return answered;
}

function changeOf(
  before: ExplainedResult | null | undefined,
  after: ExplainedResult | null | undefined,
): Pick<ResultChange, "payment_rate" | "no_rate" | "inputs"> {
  return {
    payment_rate: { before: paymentOf(before), after: paymentOf(after) },
    no_rate: { before: noRateOf(before), after: noRateOf(after) },
    inputs: changedInputs(before ? figuresOf(before) : [], after ? figuresOf(after) : []),
  };
}

function isChange({ result, previous_result, payment_rate, no_rate, inputs, fields }: ResultChange): boolean {
  if (result === null || previous_result === null || inputs.length > 0 || fields.length > 0) return true;
  return payment_rate.before !== payment_rate.after || no_rate.before !== no_rate.after;
}

function paymentOf(each: ExplainedResult | null | undefined): string | null {
  return each?.answered.outcome.payment?.value.text ?? null;
}

function noRateOf(each: ExplainedResult | null | undefined): NoRateCode | null {
  return each?.answered.outcome.noRate?.code ?? null;
}

/** The published figures of a result. Figures of the request or a formula are the same on every day. */
function figuresOf({ explanation }: ExplainedResult): readonly PublishedFigure[] {
  const rows = new Map(explanation.rows.map((row) => [row.id, row]));
  return explanation.inputs.flatMap(({ name, value, unit, from }): PublishedFigure[] => {
    if ("parameter" in from || "rule" in from) return [];
    if ("default" in from) return [{ name, value, unit, from, place: from.default }];
    const { id: _, used: __, why_not: ___, ...row } = rows.get(from.row) as ExplainedRow;
    const { column } = from;
    return [{ name, value, unit, from: { ...row, column }, place: `${row.table} ${column}` }];
  });
}

/** Pairs figures of one name in their order. Equal amounts at the same place are unchanged. */
function changedInputs(before: readonly PublishedFigure[], after: readonly PublishedFigure[]): ChangedInput[] {
  const old = byName(before);
  const now = byName(after);
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names.flatMap((name) => {
    const olds = old.get(name) ?? [];
    const nows = now.get(name) ?? [];
    return Array.from({ length: Math.max(olds.length, nows.length) }, (_, place) =>
      changedInput(name, olds[place] ?? null, nows[place] ?? null),
    ).filter((changed) => changed !== null);
  });
}

function byName(figures: readonly PublishedFigure[]): ReadonlyMap<string, readonly PublishedFigure[]> {
  return Map.groupBy(figures, ({ name }) => name);
}

function changedInput(
  name: string,
  before: PublishedFigure | null,
  after: PublishedFigure | null,
): ChangedInput | null {
  const one = (after ?? before) as PublishedFigure;
  if (before !== null && after !== null && before.unit === after.unit && isEqual(before.value, after.value))
    return null;
  return { name, unit: one.unit, before: figureValue(before), after: figureValue(after) };
}

function figureValue(figure: PublishedFigure | null): FigureValue | null {
  return figure === null ? null : { value: figure.value, from: figure.from };
}

/** `10.0` and `10.00` are the same figure. */
function isEqual(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [parseFactor(a), parseFactor(b)];
  return left !== null && right !== null && compare(left, right) === 0;
}

/** The position of a result before and after; null if it is gone or new. */
type Pair = readonly [before: number | null, after: number | null];

/**
 * Pairs the results of two days. A result belongs to a row of the provider registry. Several results of one row (for
 * each severity or modifier) differ in what they assume, which identifies them.
 */
export function matched(before: readonly ProviderResult[], after: readonly ProviderResult[]): readonly Pair[] {
  const names = new Set([...assumedDifferently(before), ...assumedDifferently(after)]);
  const left = Map.groupBy(before.keys(), (place) => identityOf(before[place] as ProviderResult, names));
  const pairs = after.map((each, place): Pair => [left.get(identityOf(each, names))?.shift() ?? null, place]);
  return [...pairs, ...[...left.values()].flat().map((old): Pair => [old, null])];
}

/** The parameters that results of one row of the registry assume differently. */
function assumedDifferently(results: readonly ProviderResult[]): readonly string[] {
  const byRow = Map.groupBy(results, lineOf);
  return [...byRow.values()].flatMap((ofRow) => {
    const values = Map.groupBy(
      ofRow.flatMap(({ outcome }) => outcome.sheet.assumptions),
      ({ parameter }) => parameter,
    );
    const differing = [...values].filter(([, assumed]) => new Set(assumed.map(({ value }) => value)).size > 1);
    return differing.map(([parameter]) => parameter);
  });
}

function identityOf(each: ProviderResult, names: ReadonlySet<string>): string {
  const assumed = each.outcome.sheet.assumptions.filter(({ parameter }) => names.has(parameter));
  return JSON.stringify([lineOf(each), assumed.map(({ parameter, value }) => [parameter, value])]);
}

/** The line of its row in the provider registry. */
function lineOf({ row }: ProviderResult): number | null {
  return (row as RowPlace | null)?.line ?? null;
}
