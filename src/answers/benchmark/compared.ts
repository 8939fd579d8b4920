import { priceDifference, priceRatio } from "../../core/money/comparison.ts";
import { parseFactor } from "../../core/money/factor.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { MedicareRequest, PlaceOfService } from "../../medicare/request.ts";
import type { LookupRequest } from "../../pricing/lookup.ts";
import type { BillingCode } from "../../pricing/request/kinds.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { LookupSubject } from "../answer.ts";
import { type MedicarePrice, medicarePriceOf } from "./medicare-price.ts";
import type { ComparedPrice } from "./schema.ts";

/** Where Medicare's price is wanted, if not at the provider's address. */
export interface MedicarePlace {
  readonly medicareZip: string | null;
  readonly medicareLocality: string | null;
  readonly medicareCounty: string | null;
  readonly medicarePlaceOfService: PlaceOfService | null;
}

/** The parameters of a lookup that Medicare's price depends on too, where the state has them. */
type SharedFacts = {
  readonly billingCode?: BillingCode;
  readonly modifier?: string | null;
  readonly placeOfService?: string | null;
  readonly anesthesiaMinutes?: number | null;
};

/** Places of service that Medicare pays as facilities (medicare 3.1). */
const FACILITIES = "02 19 21 22 23 24 26 31 34 41 42 51 52 53 56 61".split(" ");

const RATIO_DECIMALS = 4;

/** Medicare's price beside one result of the lookup (medicare 6). */
export function comparedPrice(
  priced: ProviderResult,
  request: LookupRequest,
  place: MedicarePlace,
  subject: LookupSubject,
): ComparedPrice {
  const { result, outcome } = priced;
  const unasked = whyNotCompared(priced, request, subject);
  const medicare =
    unasked === null
      ? withKnownRemedies(medicarePriceOf(medicareRequest(priced, request, place, subject), subject.release), subject)
      : null;
  const medicaid = outcome.payment?.value ?? null;
  const benchmark = parseFactor(medicare?.payment_rate ?? "");
  const isCompared = medicaid !== null && benchmark !== null;
  return {
    medicaid: result,
    medicare,
    difference: isCompared ? priceDifference(medicaid, benchmark) : null,
    ratio: isCompared ? priceRatio(medicaid, benchmark, RATIO_DECIMALS) : null,
    not_compared: isCompared ? null : (unasked ?? reasonOf(priced, medicare)),
  };
}

/** Parameters of the place, which have names of their own beside those of the lookup. */
const OF_PLACE = ["zip", "locality", "county"];

/** Remedies by the names of this answer's parameters; those that it does not take are left out. */
function withKnownRemedies(price: MedicarePrice, { lookup }: LookupSubject): MedicarePrice {
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
  { lookup: { setting } }: LookupSubject,
): string | null {
  if (setting === "inpatient") {
    return "Medicare pays hospital stays by MS-DRG, which no loaded schedule has: only procedures are compared.";
  }
  const type = result.billing_code_type ?? "HCPCS";
  if (type === "HCPCS" && billingCode !== undefined) return null;
  return `${String(result.billing_code)} is a code of the ${String(type)} system, and Medicare's schedules list HCPCS codes: only procedures are compared.`;
}

function reasonOf({ outcome: { noRate } }: ProviderResult, medicare: MedicarePrice | null): string {
  if (medicare?.error_message != null) return medicare.error_message;
  return noRate === null
    ? "Medicaid's rate has no dollar amount for this request."
    : `Medicaid has no rate: ${noRate.message}`;
}

/** The same code, modifier and day, at the provider's ZIP code. */
function medicareRequest(
  { result, row, outcome }: ProviderResult,
  request: SharedFacts & LookupRequest,
  { medicareZip, medicareLocality, medicareCounty, medicarePlaceOfService }: MedicarePlace,
  { source: { state } }: LookupSubject,
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
    dateOfService: outcome.sheet.day,
  };
}

function placeOf(sent: string | null): PlaceOfService | null {
  if (sent === "facility" || sent === "non_facility" || sent === null) return sent;
  return FACILITIES.includes(sent) ? "facility" : "non_facility";
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
