import type { PriceLine, PriceList } from "../answers/price-list/schema.ts";
import { compare, ZERO } from "../core/money/arithmetic.ts";
import { factor } from "../core/money/factor.ts";
import { capital, labelOf, plainWords, valueWords, withValueWords } from "../core/text/labels.ts";
import { safeCell } from "../dataset/safe-cell.ts";
import {
  ATTESTATION,
  generalHeadings,
  methodologyOf,
  TALL_HEADINGS,
  TEMPLATE_VERSION,
  templateCodeType,
} from "./template.ts";

/** The whole list of one provider. */
interface ListToWrite {
  readonly list: PriceList;
  /** The day that the file is made on. */
  readonly madeOn: string;
  /** The state's words for values: readers of the file know no parameter of ours. */
  readonly words: Readonly<Record<string, string>>;
}

/** What the state itself pays. */
const STATE_PLAN = "State rate";

/**
 * The list as the template's tall CSV. What only the hospital knows stays empty, and the attestation is false: only the hospital can
 * confirm it.
 */
export function templateCsv({ list, madeOn, words }: ListToWrite): string {
  const { provider, program, state } = list;
  const name = provider?.name;
  const general = [name, madeOn, TEMPLATE_VERSION, name, provider?.address, "", provider?.npi, "false"];
  const rows = standardCharges(list, words).map((charge) => {
    const cells: Readonly<Partial<Record<(typeof TALL_HEADINGS)[number], string | null>>> = {
      description: charge.description,
      "code|1": charge.code,
      "code|1|type": charge.codeType,
      modifiers: charge.modifier,
      setting: charge.setting,
      payer_name: program,
      plan_name: STATE_PLAN,
      "standard_charge|negotiated_dollar": charge.dollars,
      "standard_charge|negotiated_percentage": charge.percentage,
      "standard_charge|negotiated_algorithm": charge.algorithm,
      "standard_charge|methodology": charge.methodology,
      additional_generic_notes: charge.notes,
    };
    return TALL_HEADINGS.map((heading) => cells[heading]);
  });
  return [generalHeadings(state.toUpperCase()), general, TALL_HEADINGS, ...rows]
    .map((cells) => `${cells.map((cell) => safeCell(cell ?? "")).join(",")}\r\n`)
    .join("");
}

/** The list as the template's JSON, with one item for each code. */
export function templateJson({ list, madeOn, words }: ListToWrite): string {
  const { provider, program, state } = list;
  const items = Map.groupBy(standardCharges(list, words), ({ code, codeType }) => `${codeType} ${code}`);
  return `${JSON.stringify({
    hospital_name: provider?.name ?? "",
    last_updated_on: madeOn,
    version: TEMPLATE_VERSION,
    location_name: [provider?.name ?? ""],
    hospital_address: [provider?.address ?? ""],
    license_information: { state: state.toUpperCase() },
    attestation: { attestation: ATTESTATION, confirm_attestation: false, attester_name: "" },
    type_2_npi: [provider?.npi ?? ""],
    standard_charge_information: [...items.values()].map((charges) => ({
      description: charges[0]?.description,
      code_information: [{ code: charges[0]?.code, type: charges[0]?.codeType }],
      standard_charges: charges.map((charge) => ({
        setting: charge.setting,
        ...(charge.modifier === null ? {} : { modifier_code: [charge.modifier] }),
        payers_information: [
          {
            payer_name: program,
            plan_name: STATE_PLAN,
            // The template wants numbers. Amounts have fewer digits than a number keeps.
            ...(charge.dollars === null ? {} : { standard_charge_dollar: Number(charge.dollars) }),
            ...(charge.percentage === null ? {} : { standard_charge_percentage: Number(charge.percentage) }),
            ...(charge.algorithm === null ? {} : { standard_charge_algorithm: charge.algorithm }),
            methodology: charge.methodology,
            additional_payer_notes: charge.notes,
          },
        ],
      })),
    })),
  })}\n`;
}

/** The lines as the template has them: an amount, a percentage or an algorithm. */
function standardCharges(list: PriceList, words: ListToWrite["words"]) {
  const inWords = (text: string) =>
    plainWords(withValueWords(text.replace(ASSUMED, "assumed $1: "), words)).replaceAll(
      /\bnot (?:sent|supplied)\b/g,
      "not entered",
    );
  // The first warning is about made-up figures, if there is one: it must not be lost when a line is copied.
  const madeUp = list.warnings.filter((warning) => warning.startsWith("TEST DATA"));
  const ofTheList = [...madeUp, `Ratebook priced it on the rates of ${list.date}.`];
  return list.lines.map((line) => {
    const { code, code_type, payment_rate, percent_of_charges } = line;
    // The template allows no amount of zero: such a line says so as an algorithm.
    const dollars = payment_rate !== null && compare(factor(payment_rate), ZERO) > 0 ? payment_rate : null;
    const percentage = payment_rate === null ? percent_of_charges : null;
    const algorithm = inWords(line.algorithm ?? line.calculation_method ?? "");
    return {
      setting: line.setting,
      code,
      codeType: templateCodeType(code_type, code),
      // The template allows no blank, and descriptions of CPT codes are licensed.
      description: line.description ?? `${code_type ?? "Code"} ${code}`,
      modifier: line.modifier,
      methodology: methodologyOf(line.payment_rate_type),
      dollars,
      percentage,
      algorithm: dollars === null && percentage === null ? algorithm : null,
      notes: notesOf(line, ofTheList, inWords),
    };
  });
}

/** A default as notes have it: `assumed payer_class = FFS`. */
const ASSUMED = /^assumed (\S+) = /;

/** What a reader needs to derive the amount: what it pays for, how long, how it is computed, and what was assumed. */
function notesOf(line: PriceLine, ofTheList: readonly string[], inWords: (text: string) => string): string {
  const { which, parameters, per, effective_start_date, effective_end_date, calculation_method, notes } = line;
  const { modifier: _, ...others } = parameters;
  const sent = Object.entries(others).map(([name, value]) => `${labelOf(name)}: ${inWords(valueWords(value, {}))}`);
  return [
    ...ofTheList,
    ...(which === null ? [] : [`For ${inWords(which)}.`]),
    ...(sent.length === 0 ? [] : [`With ${sent.join(", ")}.`]),
    `Per ${per}.`,
    ...(effective_start_date === null ? [] : [`Effective ${effective_start_date} to ${effective_end_date ?? "now"}.`]),
    ...(calculation_method === null || line.algorithm !== null ? [] : [`Calculation: ${inWords(calculation_method)}.`]),
    ...notes.map((note) => capital(`${inWords(note)}.`)),
  ].join(" ");
}
