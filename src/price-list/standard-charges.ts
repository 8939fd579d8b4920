import type { PlanPrice, PriceLine, PriceList } from "../answers/price-list/schema.ts";
import { compare, ZERO } from "../core/money/arithmetic.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { capital } from "../core/text/labels.ts";
import { type InWords, inWordsOf, withText } from "./line-words.ts";
import { type Methodology, methodologyOf, pricedDayNote, templateCodeType } from "./template.ts";

/** One charge of the template: what one plan pays for one line. Amounts are the digits of exact decimals. */
export interface PlanCharge {
  readonly payer: string;
  readonly plan: string;
  readonly dollars: string | null;
  readonly percentage: string | null;
  readonly algorithm: string | null;
  readonly notes: string;
}

/** One line as the template has it, with the charges of all its plans. */
export interface StandardCharge {
  readonly setting: PriceLine["setting"];
  readonly code: string;
  readonly codeType: string;
  readonly description: string;
  readonly modifier: string | null;
  readonly methodology: Methodology;
  readonly charges: readonly PlanCharge[];
  /** The least and the most of the dollars in this file; null without any. */
  readonly minimum: string | null;
  readonly maximum: string | null;
}

/** What the state itself pays, without a plan's factor. */
const STATE_PLAN = "State rate";

/** `words`: the state's words for values. Notes and algorithms are for readers, who know no parameter of ours. */
export function* standardCharges(
  { lines, program, date, warnings }: PriceList,
  words: Readonly<Record<string, string>>,
): Generator<StandardCharge> {
  const inWords = inWordsOf(words);
  // The first warning is about made-up figures, if there is one: it must not be lost when a line is copied.
  const madeUp = warnings.filter((warning) => warning.startsWith("TEST DATA"));
  for (const line of lines) yield standardCharge(line, program, [...madeUp, pricedDayNote(date)], inWords);
}

function standardCharge(
  line: PriceLine,
  program: string,
  ofTheList: readonly string[],
  inWords: InWords,
): StandardCharge {
  const { setting, code, modifier, description, code_type } = line;
  const notes = notesOf(line, ofTheList, inWords);
  const algorithm = inWords(line.algorithm ?? line.calculation_method ?? "");
  const charges = [
    chargeOf(program, STATE_PLAN, line, algorithm, notes),
    ...line.plans.map((plan) => chargeOf(plan.plan, program, plan, algorithm, `${multipleText(plan)} ${notes}`)),
  ];
  const dollars = charges.flatMap((charge) => charge.dollars ?? []);
  return {
    setting,
    code,
    codeType: templateCodeType(code_type, code),
    // The template allows no blank, and descriptions of CPT codes are licensed.
    description: description ?? `${code_type ?? "Code"} ${code}`,
    modifier,
    methodology: methodologyOf(line.payment_rate_type),
    charges,
    minimum: extreme(dollars, (one, other) => compare(one, other) < 0),
    maximum: extreme(dollars, (one, other) => compare(one, other) > 0),
  };
}

function multipleText({ factor: multiple }: PlanPrice): string {
  return `${multiple} times what the state pays.`;
}

/** A plan's charge in the one form that the line has. The template allows no amount of zero: such a line says so as an algorithm. */
function chargeOf(
  payer: string,
  plan: string,
  price: Pick<PriceLine, "payment_rate" | "percent_of_charges"> | PlanPrice,
  /** How the line is paid without an amount. */
  ofLine: string,
  notes: string,
): PlanCharge {
  const { payment_rate, percent_of_charges } = price;
  const isPaid = payment_rate !== null && compare(factor(payment_rate), ZERO) > 0;
  const isShare = payment_rate === null && percent_of_charges !== null;
  const algorithm = [...("factor" in price ? [multipleText(price)] : []), ofLine].join(" ");
  return {
    payer,
    plan,
    dollars: isPaid ? payment_rate : null,
    percentage: isShare ? percent_of_charges : null,
    algorithm: isPaid || isShare ? null : algorithm,
    notes,
  };
}

function extreme(amounts: readonly string[], isBetter: (one: Factor, other: Factor) => boolean): string | null {
  const [first, ...others] = amounts;
  if (first === undefined) return null;
  return others.reduce((best, each) => (isBetter(factor(each), factor(best)) ? each : best), first);
}

/** What a reader needs to derive the amount: what it pays for, how long, how it is computed, and what was assumed. */
function notesOf(line: PriceLine, ofTheList: readonly string[], inWords: InWords): string {
  const { which, parameters, per, effective_start_date, effective_end_date, calculation_method, notes } = line;
  const { modifier: _, ...others } = parameters;
  const sent = withText(others, inWords);
  return [
    ...ofTheList,
    ...(which === null ? [] : [`For ${inWords(which)}.`]),
    ...(sent === "" ? [] : [`With ${sent}.`]),
    `Per ${per}.`,
    ...(effective_start_date === null ? [] : [`Effective ${effective_start_date} to ${effective_end_date ?? "now"}.`]),
    ...(calculation_method === null || line.algorithm !== null ? [] : [`Calculation: ${inWords(calculation_method)}.`]),
    ...notes.map((note) => capital(`${inWords(note)}.`)),
  ].join(" ");
}
