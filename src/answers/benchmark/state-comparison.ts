import type { Day } from "../../core/calendar/day.ts";
import { effective } from "../../core/calendar/period.ts";
import { average, priceRatio } from "../../core/money/comparison.ts";
import { type Factor, factor } from "../../core/money/factor.ts";
import { countText, plainCountText } from "../../core/text/plural.ts";
import { madeUpWarning } from "../../dataset/description.ts";
import { type PracticeCost, physicianValues, practiceCosts } from "../../dataset/medicare-tables.ts";
import { localityText } from "../../medicare/locality.ts";
import { medicarePrice } from "../../medicare/price.ts";
import { PLACE_WHEN_ABSENT } from "../../medicare/request.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { NO_RATE_CODES, type NoRateCode } from "../../pricing/no-rate.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { explainResult } from "../explanation/explain-result.ts";
import { RATIO_DECIMALS } from "./compared.ts";
import { type MadeUp, madeUpNote, madeUpOf, moreMadeUp } from "./made-up-figures.ts";
import {
  PRICED_ONE_BY_ONE_MAX,
  type RatesByType,
  type RatesOfType,
  REDUCED_NOTE,
  ratesByType,
  type ScheduleRate,
  WHY_LEFT_OUT,
} from "./provider-rates.ts";
import { rateWords } from "./rate-words.ts";
import type { ComparedCodes } from "./rule-codes.ts";

/* A state's fee schedule beside Medicare's non-facility rates, as 42 CFR 447.203(b)(3)(i) has states publish it. */

/** One Medicaid rate of a code beside Medicare's in one locality. Counts of claims and beneficiaries are the state's to fill in. */
export interface StateComparisonRow {
  readonly category: string;
  readonly code: string;
  readonly population: string;
  readonly provider_type: string;
  /** What tells the rate apart from others of the type. */
  readonly rate_for: string | null;
  readonly medicaid_rate: string | null;
  readonly medicaid_calculation: string | null;
  readonly provider_records: string | null;
  readonly medicare_locality: string | null;
  readonly medicare_locality_name: string | null;
  readonly medicare_non_facility_rate: string | null;
  readonly ratio: string | null;
  readonly medicare_average: string | null;
  readonly ratio_to_average: string | null;
  readonly not_compared: string | null;
  readonly note: string | null;
}

export interface StateComparison {
  readonly rows: readonly StateComparisonRow[];
  readonly localities: number;
  /** What a reader has to know about the whole. */
  readonly remarks: readonly string[];
}

const BOTH = "child and adult";

/** A parameter for the age of the patient, where the state has one. */
const CHILD = "childPatient";

/** Compares every code of a list on a day. */
export async function stateComparison(
  lookup: RateLookup,
  source: StateInRelease,
  release: Pick<Release, "rates" | "tables" | "origins" | "description">,
  list: ComparedCodes,
  day: Day,
): Promise<StateComparison> {
  const codes = [...new Set(list.codes.map(({ code }) => code))];
  const populations = CHILD in lookup.parameters ? ["child", "adult"] : [BOTH];
  const asked = codes.flatMap((code) => populations.map((population) => ({ code, population })));
  const requests = asked.map((each) => requestOf(each, lookup, day));
  const found = await ratesByType(lookup, source, requests);
  const localities = localitiesOf(source.state.code.toUpperCase(), release, day);
  const medicare = new Map(codes.map((code) => [code, medicareRates(code, localities, release, day)]));
  const warning = madeUpWarning(release.description.sources);
  const rows = list.codes.flatMap(({ category, code }) => {
    const ofCode = asked.flatMap((each, place) => (each.code === code ? [{ ...each, place }] : []));
    return merged(ofCode, found, (rates) => rateWords(rates, lookup, source)).flatMap((rate) =>
      rowsOf(
        { category, code, ...rate },
        medicare.get(code) ?? NO_RATES,
        found.reasons[ofCode[0]?.place ?? 0] ?? null,
        warning,
      ),
    );
  });
  const remarks = [
    ...remarksOn(found, list),
    ...withoutRatio(rows, medicare),
    ...(populations.length === 1 ? [] : [POPULATION_NOTE]),
  ];
  return { rows, localities: localities.length, remarks };
}

/** Valid for every state; the rules read the record of the provider, not this number. */
const ANY_NPI = "1234567893";

function requestOf(
  { code, population }: { readonly code: string; readonly population: string },
  { reader, parameters, dayParameter }: RateLookup,
  day: Day,
): LookupRequest {
  const fields = {
    billing_code: code,
    npi: ANY_NPI,
    [dayParameter]: day,
    ...("placeOfService" in parameters ? { place_of_service: PLACE_WHEN_ABSENT } : {}),
    ...(CHILD in parameters ? { child_patient: String(population === "child") } : {}),
  };
  const read = reader.fromQuery(fields, { today: day });
  if (!read.ok) throw new Error(`A lookup of ${code}: ${read.faults.map(({ message }) => message).join(" ")}`);
  return read.request;
}

interface RateOfPopulation {
  readonly population: string;
  readonly providerType: string;
  readonly rateFor: string | null;
  readonly rate: ScheduleRate | null;
}

/** The rates of a code: populations that are paid alike are one, and so are types of providers. */
function merged(
  asked: readonly { readonly population: string; readonly place: number }[],
  { rates }: RatesByType,
  wordsFor: (rates: readonly ScheduleRate[]) => readonly (string | null)[],
): readonly RateOfPopulation[] {
  const found = asked.flatMap(({ population, place }) => (rates[place] ?? []).map((type) => ({ ...type, population })));
  if (found.length === 0) return [{ population: BOTH, providerType: "", rateFor: null, rate: null }];
  const ofTypes = [...Map.groupBy(found, ({ providerType }) => providerType).values()].flatMap((those) => {
    const [first] = those;
    const isSame = those.length === asked.length && new Set(those.map(amountsText)).size === 1;
    return isSame && first !== undefined ? [{ ...first, population: BOTH }] : those;
  });
  const alike = Map.groupBy(ofTypes, (each) => `${each.population} ${amountsText(each)}`);
  return [...alike.values()].flatMap((types) => {
    const [first] = types as [(typeof ofTypes)[number]];
    const providerType = types.map((type) => type.providerType).join(", ");
    const all = first.rates.map((rate) => ({
      ...rate,
      ...together(types.flatMap(({ rates: those }) => those.filter(({ amount }) => amount === rate.amount))),
    }));
    const words = wordsFor(all);
    return all.map((rate, place) => ({
      ...{ population: first.population, providerType, rateFor: words[place] ?? null },
      rate,
    }));
  });
}

function amountsText({ rates }: RatesOfType): string {
  return rates
    .map(({ amount }) => amount)
    .sort()
    .join();
}

/** What rates of the same amount come to as one. */
function together(
  rates: readonly ScheduleRate[],
): Pick<ScheduleRate, "providers" | "madeUp" | "mayBeReduced" | "results"> {
  return {
    providers: rates.reduce((sum, { providers }) => sum + providers, 0),
    madeUp: rates.map(({ madeUp }) => madeUp).reduce(moreMadeUp, "no"),
    mayBeReduced: rates.some(({ mayBeReduced }) => mayBeReduced),
    results: new Set(rates.flatMap(({ results }) => [...results])),
  };
}

interface MedicareRates {
  readonly byLocality: readonly {
    readonly costs: PracticeCost;
    readonly amount: Factor | null;
    readonly message: string | null;
    readonly code: NoRateCode | null;
    readonly notes: readonly string[];
    readonly madeUp: MadeUp;
  }[];
  readonly average: Factor | null;
}

const NO_RATES: MedicareRates = { byLocality: [], average: null };

/** The localities of a state on a day, in the order of their numbers. */
function localitiesOf(state: string, { tables }: Pick<Release, "tables">, day: Day): readonly PracticeCost[] {
  const rows = [...tables.groups(practiceCosts)].flat() as unknown as readonly PracticeCost[];
  const own = effective(
    rows.filter((row) => row.state === state),
    day,
  );
  return own.sort((one, other) => (localityText(one) < localityText(other) ? -1 : 1));
}

function medicareRates(
  code: string,
  localities: readonly PracticeCost[],
  { rates, origins }: Pick<Release, "rates" | "origins">,
  day: Day,
): MedicareRates {
  const byLocality = localities.map((costs) => {
    const outcome = medicarePrice(
      {
        ...{ code: { sent: code, code }, modifier: null, placeOfService: PLACE_WHEN_ABSENT },
        ...{ zip: null, locality: localityText(costs), state: null, county: null },
        ...{ anesthesiaMinutes: null, anesthesiaBaseUnits: null, dateOfService: day },
      },
      rates,
      { includesNotCovered: true },
    );
    const { payment, noRate, found } = outcome;
    const amount = payment === null ? null : factor(payment.value.text);
    // A Medicare price has no provider row: the table of providers is never read.
    const explained = explainResult({ result: {}, outcome, row: null }, { providers: physicianValues, origins }, null);
    const madeUp = amount === null ? "no" : madeUpOf(explained);
    return { costs, amount, message: noRate?.message ?? null, code: noRate?.code ?? null, notes: found.notes, madeUp };
  });
  return { byLocality, average: average(byLocality.flatMap(({ amount }) => amount ?? [])) };
}

function rowsOf(
  {
    category,
    code,
    population,
    providerType,
    rateFor,
    rate,
  }: RateOfPopulation & { readonly category: string; readonly code: string },
  { byLocality, average: ofLocalities }: MedicareRates,
  reason: string | null,
  warning: string | null,
): readonly StateComparisonRow[] {
  const medicaid = rate === null ? null : factor(rate.amount);
  const ratioTo = (amount: Factor | null) =>
    medicaid === null || amount === null ? null : priceRatio(medicaid, amount, RATIO_DECIMALS);
  const row = {
    ...{ category, code, population, provider_type: providerType, rate_for: rateFor },
    medicaid_rate: rate?.amount ?? null,
    medicaid_calculation: rate?.calculation ?? null,
    provider_records: rate === null ? null : String(rate.providers),
    medicare_average: ofLocalities?.text ?? null,
    ratio_to_average: ratioTo(ofLocalities),
  };
  const noMedicaid =
    rate === null ? `Medicaid has no rate: ${reason ?? "no record of a type that is compared has one."}` : null;
  return byLocality.map(({ costs, amount, message, notes, madeUp }) => ({
    ...row,
    medicare_locality: localityText(costs),
    medicare_locality_name: costs.localityName,
    medicare_non_facility_rate: amount?.text ?? null,
    ratio: ratioTo(amount),
    not_compared: noMedicaid ?? message,
    note: noteOf([
      warning,
      madeUpNote("The Medicaid rate", rate?.madeUp ?? "no"),
      madeUpNote("Medicare's rate", madeUp),
      rate?.mayBeReduced === true ? REDUCED_NOTE : null,
      population === BOTH ? null : POPULATION_NOTE,
      ...notes,
    ]),
  }));
}

/** How many rows have no ratio, and why. */
function withoutRatio(
  rows: readonly StateComparisonRow[],
  medicare: ReadonlyMap<string, MedicareRates>,
): readonly string[] {
  const without = rows.filter(({ ratio }) => ratio === null);
  if (without.length === 0) return [];
  const reasons = Map.groupBy(without, ({ code, medicaid_rate, medicare_locality }) => {
    if (medicaid_rate === null) return "Medicaid has no rate that is compared.";
    const rates = medicare.get(code)?.byLocality ?? [];
    const why = rates.find(({ costs }) => localityText(costs) === medicare_locality)?.code ?? null;
    return `Medicare has no rate.${why === null ? "" : ` ${NO_RATE_CODES[why]}`}`;
  });
  const counted = [...reasons].map(([reason, those]) => `${those.length}: ${reason}`);
  return [`${countText(without.length, "row")} without a ratio (column not_compared). ${counted.join(" ")}`];
}

/** The list of codes has no ages. */
const POPULATION_NOTE =
  "Population is the flag that the state prices by, not the age that a code is for: a code for infants may stand in a row of adults.";

function noteOf(sentences: readonly (string | null)[]): string | null {
  return sentences.filter((sentence) => sentence !== null).join(" ") || null;
}

function remarksOn({ typesLeftOut, leftOut }: RatesByType, { source }: ComparedCodes): readonly string[] {
  const reasons = Object.keys(WHY_LEFT_OUT) as (keyof typeof WHY_LEFT_OUT)[];
  return [
    `Codes: ${source}.`,
    ...reasons
      .filter((why) => typesLeftOut[why].length > 0)
      .map((why) => `Left out: ${typesLeftOut[why].join(", ")} ${WHY_LEFT_OUT[why]}.`),
    ...(leftOut === 0
      ? []
      : [
          `${plainCountText(leftOut, "record of a provider was", "records of providers were")} not priced: more than ${PRICED_ONE_BY_ONE_MAX} of their type differ.`,
        ]),
  ];
}
