import type { PlanPrice, PriceLine, PriceList } from "../answers/price-list/schema.ts";
import { compare, ZERO } from "../core/money/arithmetic.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { capital, labelOf, plainWords, valueWords, withValueWords } from "../core/text/labels.ts";
import { safeCell } from "../dataset/safe-cell.ts";
import {
  ATTESTATION,
  generalHeadings,
  type Methodology,
  methodologyOf,
  pricedDayNote,
  TALL_HEADINGS,
  type TallHeading,
  TEMPLATE_VERSION,
  templateCodeType,
} from "./template.ts";

/** The whole list of one provider, and the day that the file is made on. */
export interface ListToWrite {
  readonly list: PriceList;
  readonly madeOn: string;
}

/** The state's words for values. */
type Words = Readonly<Record<string, string>>;

const LINE_END = "\r\n";

/**
 * The list as the template's tall CSV, piece by piece. What only the hospital knows stays empty, and the attestation is false: only the
 * hospital can confirm it.
 */
export function* templateCsv({ list, madeOn }: ListToWrite, words: Words): Generator<string> {
  const { provider, state } = list;
  const general = [
    provider?.name,
    madeOn,
    TEMPLATE_VERSION,
    provider?.name,
    provider?.address,
    "",
    provider?.npi,
    "false",
  ];
  yield csvRow(generalHeadings(state.toUpperCase()));
  yield csvRow(general);
  yield csvRow(TALL_HEADINGS);
  for (const charge of standardCharges(list, words)) {
    for (const plan of charge.charges) yield csvRow(TALL_HEADINGS.map((heading) => CELLS[heading]?.(charge, plan)));
  }
}

type CellOf = (charge: StandardCharge, plan: PlanCharge) => string | null;

/** The cells that we know. Gross and cash charges, drugs, and the amounts of past remittances are the hospital's. */
const CELLS: Readonly<Partial<Record<TallHeading, CellOf>>> = {
  description: ({ description }) => description,
  "code|1": ({ code }) => code,
  "code|1|type": ({ codeType }) => codeType,
  modifiers: ({ modifier }) => modifier,
  setting: ({ setting }) => setting,
  payer_name: (_, { payer }) => payer,
  plan_name: (_, { plan }) => plan,
  "standard_charge|negotiated_dollar": (_, { dollars }) => dollars,
  "standard_charge|negotiated_percentage": (_, { percentage }) => percentage,
  "standard_charge|negotiated_algorithm": (_, { algorithm }) => algorithm,
  "standard_charge|methodology": ({ methodology }) => methodology,
  "standard_charge|min": ({ minimum }) => minimum,
  "standard_charge|max": ({ maximum }) => maximum,
  additional_generic_notes: (_, { notes }) => notes,
};

function csvRow(cells: readonly (string | null | undefined)[]): string {
  return cells.map((cell) => safeCell(cell ?? "")).join(",") + LINE_END;
}

/** The list as the template's JSON, piece by piece. Amounts are JSON numbers with the digits of the exact decimals. */
export function* templateJson({ list, madeOn }: ListToWrite, words: Words): Generator<string> {
  const { provider, state } = list;
  const head = JSON.stringify({
    hospital_name: provider?.name ?? "",
    last_updated_on: madeOn,
    version: TEMPLATE_VERSION,
    location_name: [provider?.name ?? ""],
    hospital_address: [provider?.address ?? ""],
    license_information: { state: state.toUpperCase() },
    attestation: { attestation: ATTESTATION, confirm_attestation: false, attester_name: "" },
    type_2_npi: [provider?.npi ?? ""],
  });
  yield `${head.slice(0, -1)},"standard_charge_information":[`;
  let before: StandardCharge | null = null;
  for (const charge of standardCharges(list, words)) {
    // Lines of one code follow each other.
    const isOfSameCode = before !== null && before.code === charge.code && before.codeType === charge.codeType;
    if (isOfSameCode) yield ",";
    else yield `${before === null ? "" : "]},"}\n${itemStart(charge)}`;
    yield chargeJson(charge);
    before = charge;
  }
  yield `${before === null ? "" : "]}"}]}\n`;
}

function itemStart({ description, code, codeType }: StandardCharge): string {
  const start = JSON.stringify({ description, code_information: [{ code, type: codeType }] });
  return `${start.slice(0, -1)},"standard_charges":[`;
}

function chargeJson({ setting, modifier, minimum, maximum, charges, methodology }: StandardCharge): string {
  return members([
    ["minimum", minimum],
    ["maximum", maximum],
    ["setting", JSON.stringify(setting)],
    ["modifier_code", modifier === null ? null : JSON.stringify([modifier])],
    ["payers_information", `[${charges.map((charge) => payerJson(charge, methodology)).join(",")}]`],
  ]);
}

function payerJson({ payer, plan, dollars, percentage, algorithm, notes }: PlanCharge, methodology: string): string {
  return members([
    ["payer_name", JSON.stringify(payer)],
    ["plan_name", JSON.stringify(plan)],
    ["standard_charge_dollar", dollars],
    ["standard_charge_percentage", percentage],
    ["standard_charge_algorithm", algorithm === null ? null : JSON.stringify(algorithm)],
    ["methodology", JSON.stringify(methodology)],
    ["additional_payer_notes", JSON.stringify(notes)],
  ]);
}

/** An object from members that are JSON already; without those that are null. */
function members(entries: readonly (readonly [name: string, json: string | null])[]): string {
  return `{${entries.flatMap(([name, json]) => (json === null ? [] : `${JSON.stringify(name)}:${json}`)).join(",")}}`;
}

/** One charge of the template: what one plan pays for one line. Amounts are the digits of exact decimals. */
interface PlanCharge {
  readonly payer: string;
  readonly plan: string;
  readonly dollars: string | null;
  readonly percentage: string | null;
  readonly algorithm: string | null;
  readonly notes: string;
}

/** One line as the template has it, with the charges of all its plans. */
interface StandardCharge {
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
function* standardCharges(
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

/** Parameters and values in a text as readers call them; what was not sent was not entered. */
export type InWords = (text: string) => string;

/** A default as notes have it: `assumed payer_class = FFS`. */
const ASSUMED = /^assumed (\S+) = /;

/** `words`: the state's words for values. */
export function inWordsOf(words: Readonly<Record<string, string>>): InWords {
  return (text) =>
    plainWords(withValueWords(text.replace(ASSUMED, "assumed $1: "), words)).replaceAll(
      /\bnot (?:sent|supplied)\b/g,
      "not entered",
    );
}

/** "Emergency room: yes" */
export function withText(parameters: PriceLine["parameters"], inWords: InWords): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${labelOf(name)}: ${inWords(valueWords(value, {}))}`)
    .join(", ");
}
