import { MEDICARE_COLUMNS } from "../../answers/benchmark/beside.ts";
import type { MedicareRatio } from "../../answers/benchmark/schema.ts";
import { explainResult } from "../../answers/explanation/explain-result.ts";
import { type ShownSource, shownSources } from "../../answers/explanation/record-words.ts";
import { repeatingCommand } from "../../answers/explanation/result-words.ts";
import type { ExplainedCalculation, ExplainedRow } from "../../answers/explanation/schema.ts";
import { dollarText } from "../../core/money/money.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Plan } from "../plan.ts";
import { type JudgedLine, type ModifierDoubt, otherResultsText } from "./line-outcome.ts";
import type { ReadLine } from "./line-reader.ts";
import { type Expected, formulaOfLine } from "./payment-comparison.ts";
import type { ListedLine, NoAmountCode } from "./reason.ts";
import { type Remark, remarkCodes } from "./remarks.ts";
import { RepeatableRequest } from "./repeatable-request.ts";
import type { TakebackMatch } from "./takebacks.ts";

/** A line with its results, each with its expected payment. */
export type PricedLine = ReadLine & JudgedLine & AnsweredClaim;

interface AnsweredClaim {
  /** The parameters of its lookup, which can be sent again. */
  readonly said: ReturnType<RepeatableRequest["said"]>;
  /** The day that selected the rates. */
  readonly day: string;
  readonly results: readonly Result[];
  readonly expected: readonly (Expected | null)[];
  /** Why the expected payment is unknown although there is a rate; null when it is known. */
  readonly unknownFor: ModifierDoubt | null;
  /** Whether it has a modifier of no list, which the rate may ignore. */
  readonly hasUnknownModifier: boolean;
  /** By what an underpaid or a paid line has a takeback in the file; null where it has none. */
  readonly takeback: TakebackMatch | null;
  readonly remarks: readonly Remark[];
  /** Why there is no amount. */
  readonly code: NoAmountCode;
  /** The same in words, without the values of the line. */
  readonly whyNotPriced: () => string;
  /** The parameters that it lacks; used only for a line without an amount. */
  readonly lacks: () => string;
  /** The defaults of its price, in words; used only for a line that is listed by itself. */
  readonly assumed: () => readonly string[];
  /** The sources of the shown result's figures; null when not requested. */
  readonly explained: ExplainedLine | null;
  /** Medicare's price beside the shown result; null when not requested, or when there is no result. */
  readonly medicare: MedicareRatio | null;
}

/**
 * The output line of an input line: the line itself, followed by one of its results. One row for each line, so that sums over
 * the columns of the input and over ours are right; further results are named in one cell.
 */
export function resultLine(priced: PricedLine, { fields, isBesideMedicare }: Plan, isCompared: boolean): string {
  const { record, line, results, expected, shown, one, isOneAmount, unknownFor, remarks, explained } = priced;
  // Of several amounts none is the line's: choosing one would be a guess.
  const amount = isOneAmount ? one : null;
  const known = unknownFor === null && isOwed(priced) ? amount : null;
  let text = `${record},${line},${shown + 1},${results.length},${priced.day},${priced.outcome},${priced.reason}`;
  text += `,${amount?.unitsPriced.text ?? ""},${amount === null ? "" : dollarText(amount.atRate)}`;
  text += `,${known === null ? "" : dollarText(known.amount)}`;
  if (isCompared) text += `,${priced.comparison === null ? "" : dollarText(priced.comparison.difference)}`;
  text += `,${safeCell(remarks.map(({ text }) => text).join(" "))},${remarkCodes(remarks)}`;
  const result = results[shown] ?? {};
  for (const field of fields) text += `,${safeCell(result[field])}`;
  text += `,${results.length === 1 ? "" : safeCell(otherResultsText(results, expected, shown))}`;
  text += `,${RepeatableRequest.query(priced.said)}`;
  if (isBesideMedicare) {
    for (const member of Object.values(MEDICARE_COLUMNS)) text += `,${safeCell(priced.medicare?.[member])}`;
  }
  if (explained !== null) text += `,${safeCell(explained.figures)},${safeCell(explained.command)}`;
  return `${text}\n`;
}

/** Nothing is expected of a line that is not owed or takes a payment back, whatever its rate comes to: sums are of what is owed. */
export function isOwed({ notOwed, takenBack }: Pick<PricedLine, "notOwed" | "takenBack">): boolean {
  return notOwed === null && takenBack === null;
}

/** A line as the summary lists it by itself. */
export function listedLine({ line, billed, units, said, reason, remarks }: PricedLine, result: Result): ListedLine {
  const { billing_code, npi, state_provider_id, provider_name } = result;
  return {
    line,
    code: textOf(billing_code),
    provider: textOf(npi) ?? textOf(state_provider_id),
    providerName: textOf(provider_name),
    billed: billed === null ? null : dollarText(billed),
    units: units?.text ?? null,
    lookup: Object.fromEntries(said),
    detail: reason === "paid_at_alternative" ? (remarks[0]?.text ?? null) : null,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** The formula of the shown result with what it comes to for the line; null without one. */
export function formulaIn(
  { calculation_method }: Result,
  { rate, unitsPriced, atRate, amount }: Expected,
): string | null {
  const formula = textOf(calculation_method);
  if (formula === null) return null;
  return formulaOfLine(formula, {
    rate: dollarText(rate),
    units: unitsPriced.text,
    atRate: dollarText(atRate),
    amount: dollarText(amount),
  });
}

/** The sources of a result's figures, and the command that prints the whole explanation. */
interface ExplainedLine {
  readonly figures: string;
  readonly command: string;
}

/** Explains a result in the words of `ratebook explain`; the formula itself is `calculation_method`. */
export function explainedLine(
  result: ProviderResult,
  said: ReturnType<RepeatableRequest["said"]>,
  { state, origins }: StateInRelease,
  lookup: RateLookup,
  releaseFile: string,
): ExplainedLine {
  const command = repeatingCommand({ request: Object.fromEntries(said) }, { state, lookup }, releaseFile).join(" ");
  const registry = { providers: state.providers.table, origins };
  return { figures: figuresText(explainResult(result, registry, null)), command };
}

/** `rate = $24.00 (ca/outpatient_rates, line 12; Medi-Cal Rates, publication of 2026-09-15, line 12); ...` */
function figuresText(explained: ExplainedCalculation): string {
  return shownSources(explained)
    .ofFigures.flatMap((source) => {
      const where = whereText(source, explained.rows);
      return source.figures.map(({ name, value, where: column }) => `${name} = ${value} (${where ?? column})`);
    })
    .join("; ");
}

/** The address of a row: its line in the dataset, then its publication; null for a figure without a row. */
function whereText({ id, title }: ShownSource, rows: readonly ExplainedRow[]): string | null {
  if (id === null) return null;
  const publication = rows.find((row) => row.id === id)?.publication ?? null;
  const edition = publication?.edition == null ? null : `publication of ${publication.edition}`;
  const published = [publication?.name, edition, publication?.place].filter((part) => part != null).join(", ");
  return published === "" ? title : `${title}; ${published}`;
}
