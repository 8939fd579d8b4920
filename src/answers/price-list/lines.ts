import type { Day } from "../../core/calendar/day.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { answerAtOnce } from "../../pricing/answer.ts";
import type { OverlookedParameter, RateLookup } from "../../pricing/lookup.ts";
import type { NoRate } from "../../pricing/no-rate.ts";
import { isByReport } from "../../pricing/outcome.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { Sheet } from "../../pricing/sheet.ts";
import { Figure, type Input, type Term } from "../../pricing/worksheet/calculation.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { ListedCode } from "../codes/listed.ts";
import { advisoriesOf, percentDigits, shareOfCharges } from "../explanation/result-words.ts";
import { alsoPublished } from "../rate.ts";
import { tellingFields } from "../telling-fields.ts";
import { type PlanFactor, planPrice } from "./plans.ts";
import type { PriceLine } from "./schema.ts";

/** What every line of a list is priced with: one provider on one day. */
export interface ListTerms {
  readonly npi: string;
  readonly on: Day;
  readonly today: Day;
  /** Further parameters, by name on the wire. Each is sent to the lookups that take it. */
  readonly sent: Sent;
  readonly plans: readonly PlanFactor[];
}

type Sent = Readonly<Record<string, string>>;

/** One code as a list shows it. */
export interface ListedPrices {
  readonly lines: readonly PriceLine[];
  /** The results behind the lines, for caveats. */
  readonly results: readonly ProviderResult[];
  /** Why there is no line; null where there is one. */
  readonly noRate: NoRate | null;
}

/** Prices the codes of one lookup at one provider. Every price is that of a single lookup. */
export class LinePricer {
  readonly #lookup: RateLookup;
  readonly #source: StateInRelease;
  readonly #terms: ListTerms;
  readonly #sent: Sent;
  readonly #takesModifier: boolean;

  constructor(lookup: RateLookup, source: StateInRelease, terms: ListTerms) {
    this.#lookup = lookup;
    this.#source = source;
    this.#terms = terms;
    this.#sent = sentTo(lookup, terms.sent);
    this.#takesModifier = "modifier" in lookup.parameters && this.#sent.modifier === undefined;
  }

  /** The lines of a code: as it is, then with each modifier that has its own price, then with what the rules ask for. */
  priced(listed: ListedCode): ListedPrices {
    const asIs = this.#results(listed, {});
    const lines: PriceLine[] = [];
    const counted: ProviderResult[] = [];
    const add = (parameters: Sent, results: readonly ProviderResult[], isLine: (each: ProviderResult) => boolean) => {
      const names = namesOf(results);
      for (const [place, each] of results.entries()) {
        if (!isListed(each) || !isLine(each)) continue;
        counted.push(each);
        lines.push(this.#line(listed, each, parameters, names[place] ?? null));
      }
    };
    // A price that overlooks what the code itself says is replaced by the one that does not.
    add({}, asIs, (each) => this.#overlooked(each) === null);
    for (const parameters of this.#variants(listed, asIs)) {
      const { modifier } = parameters;
      const isOwn = ({ result }: ProviderResult) => modifier === undefined || result.modifier === modifier;
      add(parameters, this.#results(listed, parameters), isOwn);
    }
    return { lines, results: counted, noRate: lines.length > 0 ? null : (asIs[0]?.outcome.noRate ?? null) };
  }

  /** The results of a single lookup. */
  #results(listed: ListedCode, parameters: Sent): readonly ProviderResult[] {
    const { npi, on, today } = this.#terms;
    const lookup = this.#lookup;
    const own = { npi, billing_code: listed.code, [lookup.dayParameter]: on };
    const read = lookup.reader.fromQuery({ ...listed.group, ...this.#sent, ...parameters, ...own }, { today });
    if (!read.ok) throw new Error(`${listed.code}: ${read.faults.map(({ message }) => message).join(" ")}`);
    const results = answerAtOnce(lookup, read.request, this.#source);
    if (results === null) throw new Error("A lookup by NPI is answered at once.");
    return results;
  }

  /** What else the code is priced with: parameters that give it other prices, or a price at all. */
  #variants(listed: ListedCode, asIs: readonly ProviderResult[]): readonly Sent[] {
    const overlooked = asIs.filter(isListed).flatMap((each) => this.#overlooked(each) ?? []);
    const modifiers = this.#takesModifier && listed.group === null ? this.#modifiers(asIs) : [];
    return [
      ...modifiers.map((modifier) => ({ modifier })),
      ...[...remediesOf(asIs), ...distinct(overlooked)]
        .filter(({ parameter }) => !(parameter in this.#sent))
        .map(({ parameter, value }) => ({ [parameter]: value })),
    ];
  }

  /** A parameter that the code itself speaks for, such as the age of a newborn; null where none is missing, or one was sent. */
  #overlooked({ result }: ProviderResult): OverlookedParameter | null {
    const overlooked = this.#lookup.overlooked?.(result) ?? null;
    return overlooked === null || overlooked.parameter in this.#sent ? null : overlooked;
  }

  /** The modifiers that always have their own price, and those of published rows. A code that has no price at all has none. */
  #modifiers(asIs: readonly ProviderResult[]): readonly string[] {
    const { claimLines } = this.#lookup;
    const isPriced = asIs.some((each) => isListed(each) || each.outcome.noRate?.code === "not_for_request");
    if (claimLines === null || !isPriced) return [];
    const published = asIs.flatMap(({ outcome: { sheet } }) =>
      sheet.readings.rowsOn(sheet.day).flatMap(({ row }) => textCell(row, "modifier") ?? []),
    );
    const shown = asIs.filter(isListed).map(({ result }) => result.modifier);
    const isCovered = (modifier: string) =>
      asIs.every(({ result }) => claimLines.coversModifier?.(result, modifier) ?? false);
    return [...new Set([...claimLines.modifiers, ...published])].filter(
      (modifier) => !shown.includes(modifier) && !isCovered(modifier),
    );
  }

  #line(listed: ListedCode, answered: ProviderResult, parameters: Sent, which: string | null): PriceLine {
    const { result, outcome } = answered;
    const { setting, claimLines } = this.#lookup;
    const kind = kindOf(answered);
    const share = shareOfCharges(result);
    const percent = share === null ? null : percentDigits(share);
    const paymentRate = outcome.payment?.value.text ?? null;
    const modifier = textOf(result.modifier);
    const factor = modifierFactor(modifier, outcome.sheet);
    return {
      setting,
      code: listed.code,
      code_type: textOf(result.billing_code_type),
      description: listed.description,
      modifier,
      modifier_factor: factor,
      parameters: { ...listed.group, ...this.#sent, ...parameters },
      which,
      kind,
      payment_rate: paymentRate,
      percent_of_charges: percent,
      per: claimLines === null ? "stay" : claimLines.isPerUnit(result) ? "unit" : "line",
      payment_rate_type: textOf(result.payment_rate_type),
      algorithm: kind === "by_report" || kind === "incomplete" ? algorithmOf(answered) : null,
      calculation_method: outcome.method,
      effective_start_date: outcome.period?.start ?? null,
      effective_end_date: textOf(result.effective_end_date),
      plans: this.#terms.plans.map((plan) => planPrice(plan, paymentRate, percent)),
      notes: [
        ...(modifier === null || factor === null ? [] : [modifierFactorNote(modifier, factor)]),
        ...this.#notes(answered, parameters),
      ],
    };
  }

  #notes({ result, outcome }: ProviderResult, parameters: Sent): readonly string[] {
    return [
      ...outcome.sheet.assumptions
        .filter(({ parameter }) => !(parameter in parameters))
        .map(({ parameter, value, reason }) => `assumed ${parameter} = ${value} (${reason})`),
      ...alsoPublished(result),
      ...advisoriesOf(result),
    ];
  }
}

/** The parameters of a list that a lookup takes. */
function sentTo({ parameters }: RateLookup, sent: Sent): Sent {
  const names = new Set(Object.keys(parameters).map(snakeCase));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => names.has(name)));
}

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

/** More values than a state publishes beside a code. */
const REMEDIES_MAX = 10;

/** Values that would give a price where the code has rates, but none for the request as it is. */
function remediesOf(results: readonly ProviderResult[]) {
  const remedies = results.flatMap(({ outcome: { noRate } }) =>
    noRate?.code === "not_for_request" ? noRate.remedy : [],
  );
  const known = remedies.flatMap(({ parameter, value }) => (value === null ? [] : [{ parameter, value }]));
  return distinct(known)
    .filter(({ parameter }) => parameter !== "modifier")
    .slice(0, REMEDIES_MAX);
}

interface OneParameter {
  readonly parameter: string;
  readonly value: string;
}

function distinct(all: readonly OneParameter[]): readonly OneParameter[] {
  return [...new Map(all.map((each) => [`${each.parameter}=${each.value}`, each])).values()];
}

/** More would be no name. */
const FIELDS_MAX = 2;

/** What tells the results of one lookup apart: `campus_name: North`. Null where there is one. */
function namesOf(results: readonly ProviderResult[]): readonly (string | null)[] {
  const all = results.map(({ result }) => result);
  const fields = tellingFields(all, FIELDS_MAX);
  return all.map((result, place) => {
    if (all.length === 1) return null;
    const name = fields.map((field) => `${field}: ${textOf(result[field]) ?? "none"}`).join(", ");
    return name === "" ? `result ${place + 1}` : name;
  });
}

function textOf(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function textCell(row: object, column: string): string | null {
  const cell = (row as Result)[column];
  return typeof cell === "string" && cell !== "" ? cell : null;
}

/** The inputs of a formula, without those of the steps that it continues. */
function inputsOf(term: Term | null): readonly Input[] {
  if (term === null) return [];
  if ("of" in term) return term.of.flatMap(inputsOf);
  return term instanceof Figure && "from" in term.source ? [term.source] : [];
}

/** Whether an input is a figure of the whole program: a row of its parameters, or the built-in value of one. */
function isParameter({ name, from }: Input): boolean {
  return "default" in from || ("row" in from && (from.row as { readonly name?: unknown }).name === name);
}

/**
 * The factor of the program that a price with a modifier is made with: the same for every code, so that the price is no published rate.
 * States name the parameter after the modifier: `modifier_26_factor`, `modifier_50`. Null where the price with the modifier is published.
 */
function modifierFactor(modifier: string | null, { steps }: Pick<Sheet, "steps">): string | null {
  if (modifier === null) return null;
  const names = [`modifier_${modifier}`, `modifier_${modifier}_factor`].map((name) => name.toLowerCase());
  const factor = steps
    .filter(({ applied }) => applied)
    .flatMap(({ formula }) => inputsOf(formula))
    .find((input) => names.includes(input.name) && isParameter(input));
  return factor?.value.text ?? null;
}

/** The note of such a line. */
function modifierFactorNote(modifier: string, factor: string): string {
  return `no published rate: the program's factor for modifier ${modifier} (${factor}) is the same for every code`;
}
