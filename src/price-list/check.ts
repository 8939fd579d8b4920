import { noCaveats, type StateSubject } from "../answers/answer.ts";
import type { Caveats } from "../answers/caveats.ts";
import type { ListedCode } from "../answers/codes/listed.ts";
import { LinePricer, type ListedPrices } from "../answers/price-list/lines.ts";
import { codesInScope, type ListScope, warningsOf } from "../answers/price-list/list.ts";
import type { PriceLine } from "../answers/price-list/schema.ts";
import { asFactor, asMoney, compare, difference, product, size, withDecimals, ZERO } from "../core/money/arithmetic.ts";
import { priceDifference, priceRatio } from "../core/money/comparison.ts";
import { type Factor, factor } from "../core/money/factor.ts";
import { impliedFactor } from "../core/money/implied-factor.ts";
import { dollarText } from "../core/money/money.ts";
import { failure } from "../core/runtime/failure.ts";
import { grouped } from "../core/text/plural.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { CheckedCharge, StatePrice } from "./checked-charge.ts";
import { amountIn, type PublishedCharge, type PublishedCode, percentageIn } from "./published/charge.ts";

/** More would not fit into the memory of a small machine; a file of all plans is checked plan by plan. */
const CHARGES_MAX = 500_000;

const RATIO_DECIMALS = 4;

/** Holds published charges against what the state pays. Codes are priced once, when the first charge of them comes. */
export class PriceCheck {
  readonly #prices: StatePrices;
  readonly #charges: CheckedCharge[] = [];

  private constructor(prices: StatePrices) {
    this.#prices = prices;
  }

  static async open(scope: ListScope, subject: StateSubject): Promise<PriceCheck> {
    return new PriceCheck(await StatePrices.open(scope, subject));
  }

  add(charge: PublishedCharge): void {
    if (this.#charges.length >= CHARGES_MAX) {
      throw failure(
        `The file has more than ${grouped(CHARGES_MAX)} lines to check. Check one plan at a time with --payer "its name", or one column of a table with --column.`,
      );
    }
    this.#charges.push(this.#checked(charge));
  }

  /** All charges with their verdicts: constant multiples show only when a plan is known as a whole. */
  finished(): readonly CheckedCharge[] {
    const multiples = foundMultiples(this.#charges);
    return this.#charges.map((each) => {
      const multiple = each.verdict === "neither" ? multiples(each) : null;
      if (multiple === null) return each;
      const found = multipleAmong(each, multiple);
      return found === null
        ? { ...each, atFactor: besideMultiple(each, multiple) }
        : { ...each, ...beside(each.published, found), verdict: "multiple", factor: multiple };
    });
  }

  /** About the data behind the state's prices. */
  warnings(release: StateSubject["release"]): readonly string[] {
    return this.#prices.warnings(release);
  }

  #checked(charge: PublishedCharge): CheckedCharge {
    const found = this.#prices.linesOf(charge);
    const dollars = amountIn(charge.dollars);
    const percentage = percentageIn(charge.percentage);
    const unread = [dollars, percentage].find((each) => each instanceof Refusal);
    const nothing = {
      charge,
      line: null,
      published: null,
      state: null,
      unit: null,
      difference: null,
      ratio: null,
      factor: null,
      atFactor: null,
      candidates: [],
    };
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
  const candidates = lines.flatMap((line): StatePrice[] => {
    const { percent_of_charges, payment_rate } = line;
    const price =
      published === null ? (payment_rate ?? percent_of_charges) : isShare ? percent_of_charges : payment_rate;
    return price === null ? [] : [{ line, price: factor(price) }];
  });
  const [first] = candidates;
  const line = first?.line ?? (lines[0] as PriceLine);
  const isPercent = published === null ? line.payment_rate === null : isShare;
  const unit = isPercent ? ("percent" as const) : ("dollars" as const);
  const about = { charge, published, unit, factor: null, atFactor: null, candidates };
  if (published === null) {
    const nothing = { ...about, line, difference: null, ratio: null };
    return first === undefined
      ? { ...nothing, verdict: "state_needs_more", state: null, unit: null, reason: needsMore(line) }
      : { ...nothing, verdict: "no_amount", state: first.price, reason: null };
  }
  if (first === undefined) {
    const reason = `The state's line is ${line.kind.replaceAll("_", " ")}, and the file has ${isShare ? "a percentage" : "an amount"}.`;
    return { ...about, verdict: "not_comparable", line, state: null, difference: null, ratio: null, reason };
  }
  const nearest = nearestOf(candidates, published);
  const verdict = isSame(published, nearest.price, isShare) ? "state_price" : "neither";
  return { ...about, ...beside(published, nearest), verdict, reason: null };
}

/** Why the state has no price before the claim. */
function needsMore({ kind, algorithm }: PriceLine): string {
  const why =
    kind === "by_report" ? "The state pays the code by report" : "The state's formula needs more than a list can know";
  return algorithm === null ? `${why}.` : `${why}: ${algorithm}`;
}

/** What a charge is, beside one price of the state. */
function beside(published: Factor | null, { line, price }: StatePrice) {
  return {
    line,
    state: price,
    difference: published === null ? null : priceDifference(published, price),
    ratio: published === null ? null : priceRatio(published, price, RATIO_DECIMALS),
  };
}

/** What a charge is, beside the nearest multiple of the state's prices: dollars in cents, as plans pay them. */
function besideMultiple({ published, candidates, unit }: CheckedCharge, multiple: Factor): CheckedCharge["atFactor"] {
  if (published === null || candidates.length === 0) return null;
  const multiples = candidates.map(({ line, price }) => {
    const exact = product(price, multiple);
    return { line, price: unit === "percent" ? exact : asFactor(asMoney(exact)) };
  });
  const { price } = nearestOf(multiples, published);
  return { price: price.text, difference: priceDifference(published, price) };
}

/**
 * The same to the cent: files print unrounded products. A rate with more decimals is the same with all of them, and a percentage to the
 * decimals that the file prints.
 */
function isSame(published: Factor, state: Factor, isShare: boolean): boolean {
  if (compare(published, state) === 0) return true;
  if (!isShare) return asMoney(published).text === dollarText(state);
  return compare(withDecimals(state, published.scale), published) === 0;
}

/** Several lines of a code, such as campuses: the one that comes closest. */
function nearestOf(candidates: readonly StatePrice[], published: Factor): StatePrice {
  const away = ({ price }: StatePrice) => size(difference(published, price));
  return candidates.reduce((best, each) => (compare(away(each), away(best)) < 0 ? each : best));
}

/* Multiples: the factor that a plan pays the state's prices with. */

/** Contracts say 1.05 or 97.25 %. With more decimals a factor would fit more lines by chance. */
const FACTOR_DECIMALS_MAX = 4;

/** Fewer different prices than this could be a multiple of anything. */
const PRICES_MIN = 3;

/** A factor that explains less than a tenth of a plan's lines is a coincidence. */
const SHARE_MIN = 10;

/** Charges of one plan in one setting, which one contract may pay alike. */
function groupOf({ charge: { payer, plan }, line }: CheckedCharge): string {
  return JSON.stringify([payer, plan, line?.setting ?? null]);
}

/** For each plan and setting, the constant that most of its other prices are the state's multiplied with; null without one. */
function foundMultiples(charges: readonly CheckedCharge[]): (charge: CheckedCharge) => Factor | null {
  const groups = Map.groupBy(
    charges.filter(({ difference }) => difference !== null),
    groupOf,
  );
  const factors = new Map([...groups].map(([key, group]) => [key, multipleIn(group)]));
  return (charge) => factors.get(groupOf(charge)) ?? null;
}

function multipleIn(group: readonly CheckedCharge[]): Factor | null {
  const others = group.filter(({ verdict }) => verdict === "neither");
  // Of several prices of one code, such as those of campuses, only one can be meant: the factor shows which.
  const cases = others.flatMap(({ published, candidates }) =>
    candidates.flatMap(({ price }) => {
      const isAbove = published !== null && compare(published, ZERO) > 0 && compare(price, ZERO) > 0;
      return isAbove ? [{ units: price, amount: asMoney(published) }] : [];
    }),
  );
  const implied = impliedFactor(cases, FACTOR_DECIMALS_MAX);
  if (implied === null) return null;
  const explained = others.flatMap((each) => multipleAmong(each, implied.factor) ?? []);
  const prices = new Set(explained.map(({ price }) => price.text));
  const isEnough = prices.size >= PRICES_MIN && SHARE_MIN * explained.length >= group.length;
  return isEnough ? implied.factor : null;
}

/** The price of the state that the published amount is a multiple of, to the cent; null without one. */
function multipleAmong({ published, candidates }: CheckedCharge, factor: Factor): StatePrice | null {
  if (published === null) return null;
  const { cents } = asMoney(published);
  return candidates.find(({ price }) => asMoney(product(price, factor)).cents === cents) ?? null;
}

/* What the state pays for the codes of a published file. */

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

/** What the state pays for published codes. A code is priced once, when its first charge comes. */
class StatePrices {
  readonly #lookups: readonly CodesOfLookup[];
  readonly #priced = new Map<ListedCode, ListedPrices>();

  readonly #caveats: Caveats;

  private constructor(lookups: readonly CodesOfLookup[], caveats: Caveats) {
    this.#lookups = lookups;
    this.#caveats = caveats;
  }

  static async open(scope: ListScope, subject: StateSubject): Promise<StatePrices> {
    const inScope = await codesInScope(scope, subject);
    const lookups = inScope.map(({ lookup, codes }) => ({
      pricer: new LinePricer(lookup, subject.source, scope),
      isByStay: lookup.claimLines === null,
      byText: new Map(codes.map((code) => [textOfListed(code), code])),
    }));
    const caveats = noCaveats(
      subject,
      inScope.map(({ lookup }) => lookup),
    );
    return new StatePrices(lookups, caveats);
  }

  /** About the data behind the prices until now. */
  warnings(release: StateSubject["release"]): readonly string[] {
    return warningsOf(this.#caveats, release);
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
    const known = this.#priced.get(listed);
    if (known !== undefined) return known;
    const priced = pricer.priced(listed);
    this.#caveats.add(priced.results);
    this.#priced.set(listed, priced);
    return priced;
  }
}

function noSuchSystem(codes: readonly PublishedCode[]): string {
  const types = [...new Set(codes.map(({ type }) => type ?? "unknown"))].join(", ");
  return codes.length === 0
    ? "The line has no code."
    : `The code is of another system (${types}) than the state's: APR-DRG, EAPG, CPT and HCPCS are compared.`;
}
