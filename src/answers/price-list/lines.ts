import type { Day } from "../../core/calendar/day.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { answerAtOnce } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { NoRate } from "../../pricing/no-rate.ts";
import { isByReport } from "../../pricing/outcome.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import { Figure, type Term } from "../../pricing/worksheet/calculation.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { ListedCode } from "../codes/listed.ts";
import { advisoriesOf, percentDigits, shareOfCharges } from "../explanation/result-words.ts";
import { alsoPublished } from "../rate.ts";
import { tellingFields } from "../telling-fields.ts";
import type { PriceLine } from "./schema.ts";

/** What every line of a list is priced with: one provider on one day. */
export interface ListTerms {
  readonly npi: string;
  readonly on: Day;
  readonly today: Day;
  /** Further parameters, by name on the wire. Each is sent to the lookups that take it. */
  readonly sent: Sent;
}

type Sent = Readonly<Record<string, string>>;

/** A code as a list shows it. */
export interface PricedCode {
  readonly lines: readonly PriceLine[];
  /** The results behind the lines, for caveats. */
  readonly results: readonly ProviderResult[];
  /** Why there is no line; null where there is one. */
  readonly noRate: NoRate | null;
}

/** Prices the codes of one lookup at one provider. Every line is what the lookup of its code and modifier answers. */
export class LinePricer {
  readonly #lookup: RateLookup;
  readonly #source: StateInRelease;
  readonly #terms: ListTerms;
  readonly #sent: Sent;

  constructor(lookup: RateLookup, source: StateInRelease, terms: ListTerms) {
    const names = new Set(Object.keys(lookup.parameters).map(snakeCase));
    this.#lookup = lookup;
    this.#source = source;
    this.#terms = terms;
    this.#sent = Object.fromEntries(Object.entries(terms.sent).filter(([name]) => names.has(name)));
  }

  /** The code as it is, then with each modifier that the state publishes a rate for. */
  priced(listed: ListedCode): PricedCode {
    const asIs = this.#answers(listed, null);
    const ofNewborn = this.#asCodeSays(asIs);
    if (ofNewborn !== null) return ofNewborn.priced(listed);
    const withModifiers = this.#modifiers(listed, asIs).flatMap((modifier) => {
      const results = this.#answers(listed, modifier);
      const isPublished = results.every(({ outcome: { sheet } }) => !isByProgramFactor(modifier, sheet));
      return isPublished ? [this.#listedOf(listed, modifier, results)] : [];
    });
    const all = [this.#listedOf(listed, null, asIs), ...withModifiers];
    const lines = all.flatMap((each) => each.lines);
    const noRate = lines.length > 0 ? null : (asIs[0]?.outcome.noRate ?? null);
    return { lines, results: all.flatMap(({ results }) => results), noRate };
  }

  /** The code with one modifier, or without, published or not. */
  pricedWith(listed: ListedCode, modifier: string | null): PricedCode {
    const results = this.#answers(listed, modifier);
    const ofNewborn = this.#asCodeSays(results);
    return ofNewborn === null ? this.#listedOf(listed, modifier, results) : ofNewborn.pricedWith(listed, modifier);
  }

  /** Prices with a parameter that the code itself speaks for, such as the age of a newborn; null where none is missing, or one was sent. */
  #asCodeSays(results: readonly ProviderResult[]): LinePricer | null {
    const [overlooked] = results.flatMap(({ result }) => this.#lookup.overlooked?.(result) ?? []);
    if (overlooked === undefined || overlooked.parameter in this.#sent) return null;
    const sent = { ...this.#terms.sent, [overlooked.parameter]: overlooked.value };
    return new LinePricer(this.#lookup, this.#source, { ...this.#terms, sent });
  }

  #parameters({ group }: ListedCode, modifier: string | null): Sent {
    return { ...group, ...this.#sent, ...(modifier === null ? {} : { modifier }) };
  }

  /** The results of a single lookup; none where the lookup takes no such modifier. */
  #answers(listed: ListedCode, modifier: string | null): readonly ProviderResult[] {
    const { npi, on, today } = this.#terms;
    const own = { npi, billing_code: listed.code, [this.#lookup.dayParameter]: on };
    const read = this.#lookup.reader.fromQuery({ ...this.#parameters(listed, modifier), ...own }, { today });
    if (!read.ok && modifier !== null) return [];
    if (!read.ok) throw new Error(`${listed.code}: ${read.faults.map(({ message }) => message).join(" ")}`);
    const results = answerAtOnce(this.#lookup, read.request, this.#source);
    if (results === null) throw new Error("A lookup by NPI is answered at once.");
    return results;
  }

  /** Modifiers that may have a published rate: those of the lookup, and those of the rows that it read. */
  #modifiers({ group }: ListedCode, asIs: readonly ProviderResult[]): readonly string[] {
    const { claimLines } = this.#lookup;
    const isPriced = asIs.some((each) => isListed(each) || each.outcome.noRate?.code === "not_for_request");
    if (claimLines === null || group !== null || "modifier" in this.#sent || !isPriced) return [];
    const published = asIs.flatMap(({ outcome: { sheet } }) =>
      sheet.readings.rowsOn(sheet.day).flatMap(({ row }) => textOf(Reflect.get(row, "modifier")) || []),
    );
    const shown = asIs.filter(isListed).map(({ result }) => result.modifier);
    return [...new Set([...claimLines.modifiers, ...published])].filter((modifier) => !shown.includes(modifier));
  }

  /** The results that are lines. A result that does not show the modifier is not priced with it. */
  #listedOf(listed: ListedCode, modifier: string | null, all: readonly ProviderResult[]): PricedCode {
    const results = all.filter((each) => isListed(each) && (modifier === null || each.result.modifier === modifier));
    const fields = tellingFields(
      all.map(({ result }) => result),
      FIELDS_MAX,
    );
    const parameters = this.#parameters(listed, modifier);
    return {
      lines: results.map((each) => this.#line(listed, each, parameters, fields)),
      results,
      noRate: results.length > 0 ? null : (all[0]?.outcome.noRate ?? null),
    };
  }

  #line(listed: ListedCode, answered: ProviderResult, parameters: Sent, fields: readonly string[]): PriceLine {
    const { result, outcome } = answered;
    const { setting, claimLines } = this.#lookup;
    const kind = kindOf(answered);
    const share = shareOfCharges(result);
    return {
      setting,
      code: listed.code,
      code_type: textOf(result.billing_code_type),
      description: listed.description,
      modifier: textOf(result.modifier),
      parameters,
      which: fields.map((field) => `${field}: ${textOf(result[field]) ?? "none"}`).join(", ") || null,
      kind,
      payment_rate: outcome.payment?.value.text ?? null,
      percent_of_charges: share === null ? null : percentDigits(share),
      per: claimLines === null ? "stay" : claimLines.isPerUnit(result) ? "unit" : "line",
      payment_rate_type: textOf(result.payment_rate_type),
      algorithm: kind === "by_report" || kind === "incomplete" ? algorithmOf(answered) : null,
      calculation_method: outcome.method,
      effective_start_date: outcome.period?.start ?? null,
      effective_end_date: textOf(result.effective_end_date),
      notes: [
        ...outcome.sheet.assumptions.map(
          ({ parameter, value, reason }) => `assumed ${parameter} = ${value} (${reason})`,
        ),
        ...alsoPublished(result),
        ...advisoriesOf(result),
      ],
    };
  }
}

/** Fields that tell the results of one lookup apart, such as the campus. More would be no name. */
const FIELDS_MAX = 2;

/** Whether a result is a line: it has a rate, is set by report, or lacks only something that is not known in advance. */
function isListed({ outcome }: ProviderResult): boolean {
  return outcome.noRate === null || isByReport(outcome) || outcome.noRate.code === "missing_information";
}

function kindOf({ result, outcome }: ProviderResult): PriceLine["kind"] {
  if (outcome.payment !== null) return "amount";
  if (isByReport(outcome)) return "by_report";
  return shareOfCharges(result) === null ? "incomplete" : "percent_of_charges";
}

/** How the payment is found: what is missing, or that the state sets it claim by claim. */
function algorithmOf({ outcome }: ProviderResult): string | null {
  return [outcome.noRate?.message, outcome.method].filter((text) => text != null && text !== "").join(" ") || null;
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/**
 * Whether a price is made with the program's factor for its modifier: the same for every code, so that it is no published rate. States
 * name the parameter after the modifier: `modifier_26_factor`, `modifier_50`.
 */
function isByProgramFactor(modifier: string, { steps }: Pick<Sheet, "steps">): boolean {
  const names = [`modifier_${modifier}`, `modifier_${modifier}_factor`].map((name) => name.toLowerCase());
  return steps.some(({ applied, formula }) => applied && inputNames(formula).some((name) => names.includes(name)));
}

/** The names of a formula's inputs, without those of the steps that it continues. */
function inputNames(term: Term | null): readonly string[] {
  if (term === null) return [];
  if ("of" in term) return term.of.flatMap(inputNames);
  return term instanceof Figure && "from" in term.source ? [term.source.name] : [];
}
