import type { StateSubject } from "../answers/answer.ts";
import type { ListedCode } from "../answers/codes/listed.ts";
import { LinePricer, type ListedPrices } from "../answers/price-list/lines.ts";
import { codesInScope, type ListScope } from "../answers/price-list/list.ts";
import type { PriceLine } from "../answers/price-list/schema.ts";
import { asMoney, compare, difference, size, withDecimals } from "../core/money/arithmetic.ts";
import { priceDifference, priceRatio } from "../core/money/comparison.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { CENTS_DECIMALS, dollarText } from "../core/money/money.ts";
import { failure } from "../core/runtime/failure.ts";
import { grouped } from "../core/text/plural.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { CheckedCharge } from "./checked-charge.ts";
import { foundMultiples, isMultiple } from "./multiples.ts";
import { amountIn, type PublishedCharge, type PublishedCode } from "./published/charge.ts";

/** More would not fit into the memory of a small machine; a file of all plans is checked plan by plan. */
const CHARGES_MAX = 500_000;

const RATIO_DECIMALS = 4;

/** Holds published charges against what the state pays. Codes are priced once, when the first charge of them comes. */
export class PriceCheck {
  readonly #codes: Codes;
  readonly #charges: CheckedCharge[] = [];

  private constructor(codes: Codes) {
    this.#codes = codes;
  }

  static async open(scope: ListScope, subject: StateSubject): Promise<PriceCheck> {
    const inScope = await codesInScope(scope, subject);
    const all = inScope.map(({ lookup, codes }) => ({
      pricer: new LinePricer(lookup, subject.source, scope),
      isByStay: lookup.claimLines === null,
      byText: new Map(codes.map((code) => [textOfListed(code), code])),
    }));
    return new PriceCheck(new Codes(all));
  }

  add(charge: PublishedCharge): void {
    if (this.#charges.length >= CHARGES_MAX) {
      throw failure(
        `The file has more than ${grouped(CHARGES_MAX)} Medicaid lines. Check one plan at a time: --payer "its name".`,
      );
    }
    this.#charges.push(this.#checked(charge));
  }

  /** All charges with their verdicts: constant multiples show only when a plan is known as a whole. */
  finished(): readonly CheckedCharge[] {
    const multiples = foundMultiples(this.#charges);
    for (const each of this.#charges) {
      const multiple = multiples(each);
      if (each.verdict !== "neither" || multiple === null || !isMultiple(each, multiple)) continue;
      each.verdict = "multiple";
      each.factor = multiple;
    }
    return this.#charges;
  }

  #checked(charge: PublishedCharge): CheckedCharge {
    const found = this.#codes.linesOf(charge);
    const dollars = amountIn(charge.dollars);
    const percentage = amountIn(charge.percentage);
    const unread = [dollars, percentage].find((each) => each instanceof Refusal);
    const nothing = { charge, line: null, published: null, state: null, difference: null, ratio: null, factor: null };
    if (found instanceof Refusal) return { ...nothing, verdict: "not_comparable", reason: found.expected };
    if (unread instanceof Refusal) {
      return { ...nothing, verdict: "not_comparable", reason: `The amount is not read: expected ${unread.expected}.` };
    }
    if (found.lines.length === 0) return { ...nothing, verdict: "not_listed", reason: found.reason };
    const published = (dollars ?? percentage) as Factor | null;
    const isShare = dollars === null && published !== null;
    return compared(charge, found.lines, published, isShare);
  }
}

function compared(
  charge: PublishedCharge,
  lines: readonly PriceLine[],
  published: Factor | null,
  isShare: boolean,
): CheckedCharge {
  const priceOf = (line: PriceLine) => (isShare ? line.percent_of_charges : line.payment_rate);
  const priced = lines.filter((line) => priceOf(line) !== null);
  const [first] = priced.length > 0 ? priced : lines;
  const line = first as PriceLine;
  const about = { charge, published, factor: null };
  if (published === null) {
    const state = line.payment_rate === null ? null : factor(line.payment_rate);
    return { ...about, verdict: "no_amount", line, state, difference: null, ratio: null, reason: null };
  }
  if (priced.length === 0) {
    const reason = `The state's line is ${line.kind.replaceAll("_", " ")}, and the file has ${isShare ? "a percentage" : "an amount"}.`;
    return { ...about, verdict: "not_comparable", line, state: null, difference: null, ratio: null, reason };
  }
  const nearest = nearestOf(priced, (each) => factor(priceOf(each) as string), published);
  const state = factor(priceOf(nearest) as string);
  return {
    ...about,
    verdict: isSame(published, state, isShare) ? "state_price" : "neither",
    line: nearest,
    state,
    difference: priceDifference(published, state),
    ratio: priceRatio(published, state, RATIO_DECIMALS),
    reason: null,
  };
}

/**
 * The same to the cent: files print unrounded products. A rate with more decimals is the same with all of them, and a percentage to the
 * decimals that the file prints.
 */
function isSame(published: Factor, state: Factor, isShare: boolean): boolean {
  if (compare(published, state) === 0) return true;
  if (!isShare) return asMoney(published).text === dollarText(state);
  return published.scale >= CENTS_DECIMALS && compare(withDecimals(state, published.scale), published) === 0;
}

/** Several lines of a code, such as campuses: the one that comes closest. */
function nearestOf(lines: readonly PriceLine[], priceOf: (line: PriceLine) => Factor, published: Factor): PriceLine {
  const away = (line: PriceLine) => size(difference(published, priceOf(line)));
  return lines.reduce((best, each) => (compare(away(each), away(best)) < 0 ? each : best));
}

interface CodesOfLookup {
  readonly pricer: LinePricer;
  readonly isByStay: boolean;
  readonly byText: ReadonlyMap<string, ListedCode>;
}

/** `APR-DRG 5601`, `EAPG 13`, `HCPCS 99213`. */
function textOfListed({ setting, joined, group }: ListedCode): string {
  if (group !== null) return `group ${joined.replace(/^0+(?=.)/, "")}`;
  return setting === "inpatient" ? `drg ${joined}` : `procedure ${joined}`;
}

/** The template's code types that the state's codes may have. */
const PROCEDURES = ["CPT", "HCPCS", "CDT"];
const GROUPS = ["EAPG", "APG"];
const DRGS = ["APR-DRG"];

/** The texts that a published code is searched under. */
function textsOf({ code, type }: PublishedCode): readonly string[] {
  const joined = code.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "");
  const drg = `drg ${joined.padStart(4, "0")}`;
  const group = `group ${joined.replace(/^0+(?=.)/, "")}`;
  if (type === null) return [`procedure ${joined}`, ...(code.includes("-") ? [drg] : [group])];
  if (DRGS.includes(type)) return [drg];
  if (GROUPS.includes(type)) return [group];
  return PROCEDURES.includes(type) ? [`procedure ${joined}`] : [];
}

class Codes {
  readonly #lookups: readonly CodesOfLookup[];
  readonly #priced = new Map<ListedCode, ListedPrices>();

  constructor(lookups: readonly CodesOfLookup[]) {
    this.#lookups = lookups;
  }

  /** The lines of the state for a charge, with its modifiers; why there are none; or why it cannot be compared. */
  linesOf(charge: PublishedCharge): { readonly lines: readonly PriceLine[]; readonly reason: string | null } | Refusal {
    const texts = charge.codes.flatMap(textsOf);
    if (texts.length === 0) return new Refusal(noSuchSystem(charge.codes));
    const [modifier = null, ...others] = charge.modifiers;
    if (others.length > 0) return new Refusal("The line has several modifiers, and the state's prices have one.");
    for (const { pricer, isByStay, byText } of this.#lookups) {
      if (charge.setting === (isByStay ? "outpatient" : "inpatient")) continue;
      const listed = texts.map((text) => byText.get(text)).find((each) => each !== undefined);
      if (listed === undefined) continue;
      const { lines, noRate } = this.#pricedBy(pricer, listed);
      const ofModifier = lines.filter((line) => line.modifier === modifier);
      if (ofModifier.length > 0) return { lines: ofModifier, reason: null };
      const reason =
        noRate?.message ?? `The state has no price for ${listed.code} with modifier ${modifier ?? "none"}.`;
      return { lines: [], reason };
    }
    return { lines: [], reason: "The state's tables do not list the code for this setting." };
  }

  #pricedBy(pricer: LinePricer, listed: ListedCode): ListedPrices {
    const known = this.#priced.get(listed) ?? pricer.priced(listed);
    this.#priced.set(listed, known);
    return known;
  }
}

function noSuchSystem(codes: readonly PublishedCode[]): string {
  const types = [...new Set(codes.map(({ type }) => type ?? "unknown"))].join(", ");
  return codes.length === 0
    ? "The line has no code."
    : `The code is of another system (${types}) than the state's: APR-DRG, EAPG, CPT and HCPCS are compared.`;
}
