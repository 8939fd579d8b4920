import type { Day } from "../../core/calendar/day.ts";
import { priceDifference, priceRatio } from "../../core/money/comparison.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { localityText } from "../../medicare/locality.ts";
import { medicarePrice } from "../../medicare/price.ts";
import type { MedicareFound, MedicareRequest } from "../../medicare/request.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { Outcome } from "../../pricing/outcome.ts";
import { type PlaceOfService, placeOfCode } from "../../pricing/place-of-service.ts";
import type { BillingCode } from "../../pricing/request/kinds.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import type { LookupSubject } from "../answer.ts";
import { explainedPrice, type MedicarePrice } from "./medicare-price.ts";
import type { ComparedPrice, MedicareRatio } from "./schema.ts";

/** Where Medicare's price is wanted if not at the provider's address, and when if not on the day of the result. */
export interface MedicarePlace {
  readonly medicareZip: string | null;
  readonly medicareLocality: string | null;
  readonly medicareCounty: string | null;
  readonly medicarePlaceOfService: PlaceOfService | null;
  /** Another day than that of the result. */
  readonly on?: Day;
}

/** The parameters of a lookup that Medicare's price depends on too, where the state has them. */
type SharedFacts = {
  readonly billingCode?: BillingCode;
  readonly modifier?: string | null;
  readonly placeOfService?: string | null;
  readonly anesthesiaMinutes?: number | null;
};

/** Decimals of a ratio: 0.7500 is three quarters. */
const RATIO_DECIMALS = 4;

/** Where no other place is sent: at the provider's address. */
export const AT_THE_PROVIDER: MedicarePlace = {
  medicareZip: null,
  medicareLocality: null,
  medicareCounty: null,
  medicarePlaceOfService: null,
};

/** Why stays have no price of Medicare here. */
export const STAYS_NOT_COMPARED =
  "Medicare pays hospital stays by MS-DRG, which no loaded schedule has: only procedures are compared.";

/** Whether a lookup prices procedures, which Medicare's schedules list; lines of claims are of procedures too. */
export function canBeCompared({ claimLines }: Partial<Pick<RateLookup, "claimLines">>): boolean {
  return claimLines !== null;
}

/** What is compared: the lookup of a state, and the release with Medicare's tables. */
export interface Benchmarked extends Pick<LookupSubject, "lookup"> {
  readonly source: Pick<StateInRelease, "state">;
  readonly release: Pick<Release, "rates" | "origins">;
}

/** Medicare's price beside one result of the lookup, with its explanation (medicare 6). */
export function comparedPrice(
  priced: ProviderResult,
  request: LookupRequest,
  place: MedicarePlace,
  subject: Benchmarked,
): ComparedPrice {
  const { asked, difference, ratio, not_compared } = compared(priced, request, place, subject);
  const medicare =
    asked === null
      ? null
      : withKnownRemedies(explainedPrice(asked.request, asked.outcome, subject.release.origins), subject);
  const medicaid_includes_facility = includesFacility(priced, subject);
  return { medicaid: priced.result, medicare, difference, ratio, medicaid_includes_facility, not_compared };
}

/** The same in brief, for answers with many results. */
export function medicareRatio(
  priced: ProviderResult,
  request: LookupRequest,
  place: MedicarePlace,
  subject: Benchmarked,
): MedicareRatio {
  const { asked, ratio, not_compared } = compared(priced, request, place, subject);
  const { payment = null, found } = asked?.outcome ?? {};
  return {
    payment_rate: payment?.value.text ?? null,
    ratio,
    locality: found?.locality === undefined ? null : localityText(found.locality),
    schedule: found?.schedule ?? null,
    medicaid_includes_facility: includesFacility(priced, subject),
    not_compared,
  };
}

/** Whether the state's price at this type of provider pays for the facility too; Medicare's is the professional fee. */
export function includesFacility({ result }: ProviderResult, { lookup }: Pick<Benchmarked, "lookup">): boolean {
  return lookup.claimLines?.facilityTypes.includes(String(result.provider_type)) ?? false;
}

interface Compared extends Pick<ComparedPrice, "difference" | "ratio" | "not_compared"> {
  /** Null where Medicare's schedules have no such codes at all. */
  readonly asked: { readonly request: MedicareRequest; readonly outcome: Outcome<MedicareFound> } | null;
}

function compared(
  priced: ProviderResult,
  request: LookupRequest,
  place: MedicarePlace,
  subject: Benchmarked,
): Compared {
  const unasked = whyNotCompared(priced, request, subject);
  if (unasked !== null) return { asked: null, difference: null, ratio: null, not_compared: unasked };
  const asked = medicareRequest(priced, request, place, subject);
  const outcome = medicarePrice(asked, subject.release.rates);
  const medicaid = priced.outcome.payment?.value ?? null;
  const medicare = outcome.payment?.value ?? null;
  const isCompared = medicaid !== null && medicare !== null;
  return {
    asked: { request: asked, outcome },
    difference: isCompared ? priceDifference(medicaid, medicare) : null,
    ratio: isCompared ? priceRatio(medicaid, medicare, RATIO_DECIMALS) : null,
    not_compared: isCompared ? null : (outcome.noRate?.message ?? whyNoMedicaid(priced)),
  };
}

/** Parameters of the place, which have names of their own beside those of the lookup. */
const OF_PLACE = ["zip", "locality", "county"];

/** Remedies by the names of this answer's parameters; those that it does not take are left out. */
function withKnownRemedies(price: MedicarePrice, { lookup }: Benchmarked): MedicarePrice {
  const names = Object.keys(lookup.parameters).map(snakeCase);
  const remedy = price.remedy.flatMap((each) => {
    if (OF_PLACE.includes(each.parameter)) return [{ ...each, parameter: `medicare_${each.parameter}` }];
    return names.includes(each.parameter) ? [each] : [];
  });
  return { ...price, remedy };
}

/** Why Medicare's schedules are not asked at all; null when they are. */
function whyNotCompared(
  { result }: ProviderResult,
  { billingCode }: SharedFacts & LookupRequest,
  { lookup }: Benchmarked,
): string | null {
  if (!canBeCompared(lookup)) return STAYS_NOT_COMPARED;
  const type = result.billing_code_type ?? "HCPCS";
  if (type === "HCPCS" && billingCode !== undefined) return null;
  return `${String(result.billing_code)} is a code of the ${String(type)} system, and Medicare's schedules list HCPCS codes: only procedures are compared.`;
}

function whyNoMedicaid({ outcome: { noRate } }: ProviderResult): string {
  return noRate === null
    ? "Medicaid's rate has no dollar amount for this request."
    : `Medicaid has no rate: ${noRate.message}`;
}

/** The same code, modifier and day, at the provider's ZIP code. */
function medicareRequest(
  { result, row, outcome }: ProviderResult,
  request: SharedFacts & LookupRequest,
  { medicareZip, medicareLocality, medicareCounty, medicarePlaceOfService, on }: MedicarePlace,
  { source: { state } }: Benchmarked,
): MedicareRequest {
  const sent = (result.modifier ?? request.modifier ?? null) as string | null;
  return {
    code: request.billingCode as BillingCode,
    modifier: sent,
    placeOfService: medicarePlaceOfService ?? placeOf(request.placeOfService ?? null),
    zip: medicareZip ?? (medicareCounty === null ? zipOf(row) : null),
    locality: medicareLocality,
    state: state.code.toUpperCase(),
    // The provider's county tells nothing about another ZIP code.
    county: medicareCounty ?? (medicareZip === null ? textCell(row, "county") : null),
    anesthesiaMinutes: request.anesthesiaMinutes ?? null,
    anesthesiaBaseUnits: null,
    dateOfService: on ?? outcome.sheet.day,
  };
}

function placeOf(sent: string | null): PlaceOfService | null {
  if (sent === "facility" || sent === "non_facility" || sent === null) return sent;
  return placeOfCode(sent) ?? "non_facility";
}

/** Tables of providers call these columns alike. */
function textCell(row: object | null, column: "zipCode" | "county"): string | null {
  const cell = (row as Readonly<Record<string, unknown>> | null)?.[column];
  return typeof cell === "string" && cell !== "" ? cell : null;
}

/** The first five digits; a registry may write nine, with or without a hyphen. */
function zipOf(row: object | null): string | null {
  return /^[0-9]{5}/.exec(textCell(row, "zipCode") ?? "")?.[0] ?? null;
}
