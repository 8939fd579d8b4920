import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, MissingFigure, times, type Words, words } from "../../../pricing/worksheet/calculation.ts";
import { lookUp, noneEffective } from "../failures.ts";
import { type FeeRow, feeSchedule, type Provider } from "../tables.ts";
import { PROVIDER_TYPE_LABELS, providerTypeOf } from "../values.ts";
import type { OutpatientCode, OutpatientRequest } from "./request.ts";

/** The row of a fee schedule for a code, even by report or of anesthesia. */
export interface FeeFound {
  fee?: FeeRow;
}

/** The physician fee of a code, by modifier and place of service (ny 4.5). */
export function physicianFee(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: FeeFound): Figure {
  const { billingCode } = request;
  if (billingCode.apg !== null) throw apgNotOnSchedule(billingCode, provider, sheet);
  const row = choosePhysicianRow(request, sheet);
  const wording = { section: "ny 4.5 step 5", name: "physician fee", trail: paidFor(row, sheet) };
  return feePayment(row, wording, sheet, found);
}

/** Fee schedules have no APGs (ny 4.5 step 1). */
function apgNotOnSchedule({ code }: OutpatientCode, provider: Provider, sheet: Sheet): NoRate {
  const label = PROVIDER_TYPE_LABELS[providerTypeOf(provider)];
  return sheet.noRate(
    "not_for_provider_type",
    `APG ${code} is priced for hospitals, clinics and ASCs only; ${provider.providerName} is a ${label}.`,
  );
}

type PlaceOfService = FeeRow["placeOfService"];

/** Among the rows of the modifier, the place sent or the one that the state prints first (ny 4.5 step 2). */
export function choosePhysicianRow(request: OutpatientRequest, sheet: Sheet): FeeRow {
  const { billingCode, modifier, placeOfService: place } = request;
  const published = sheet.rows(feeSchedule, { schedule: "physician", code: billingCode.code });
  const ofModifier = sheet.those(
    published,
    (row) => row.modifier === modifier,
    (row) => (row.modifier === null ? "without a modifier" : `another modifier, ${row.modifier}`),
  );
  const fitting = sheet.those(ofModifier, (row) => isForPlace(row, place), otherPlace);
  const candidates = sheet.effective(fitting);
  const row = place === null ? sourceDefault(candidates) : ofPlace(candidates, place);
  if (row === undefined) throw noneFits(published, fitting, request, sheet);

  if (place === null) assumePlace(row, candidates, sheet);
  return sheet.use(sheet.chosen(candidates, row, otherPlace));
}

/** A row without a place does not distinguish places. */
function isForPlace({ placeOfService }: FeeRow, place: PlaceOfService): boolean {
  return place === null || placeOfService === place || placeOfService === null;
}

function otherPlace({ placeOfService }: FeeRow): string {
  return placeOfService === null
    ? "for every place of service, and another row comes before it"
    : `another place of service, ${placeOfService}`;
}

function sourceDefault(candidates: readonly FeeRow[]): FeeRow | undefined {
  return (
    candidates.find((row) => row.isSourceDefault) ??
    ofPlace(candidates, "non_facility") ??
    candidates.find((row) => row.placeOfService === "facility")
  );
}

/** The row of a place, or the one that does not distinguish places. */
function ofPlace(rows: readonly FeeRow[], place: PlaceOfService): FeeRow | undefined {
  return rows.find((row) => row.placeOfService === place) ?? rows.find((row) => row.placeOfService === null);
}

/** Nothing is assumed if the fee does not depend on the place. */
function assumePlace({ placeOfService, isSourceDefault }: FeeRow, candidates: readonly FeeRow[], sheet: Sheet): void {
  if (placeOfService === null && candidates.length === 1) return;
  const reason = isSourceDefault ? "the row that the state prints first" : "the first of non_facility, any, facility";
  sheet.assume("place_of_service", placeOfService ?? "any", `not sent: ${reason}`);
}

/** The code has no rows, none for what was sent, or none on the day. */
function noneFits(
  published: readonly FeeRow[],
  fitting: readonly FeeRow[],
  request: OutpatientRequest,
  sheet: Sheet,
): NoRate {
  const what = "physician fee";
  const key = keyText(request);
  if (published.length === 0 || fitting.length > 0) {
    return noneEffective(fitting, { code: "code_not_listed", what, key }, sheet);
  }
  return sheet.noRate("not_for_request", `No ${what} is published for ${key}.`, {
    remedy: otherRequests(sheet.effective(published), request),
  });
}

function keyText({ billingCode, modifier, placeOfService }: OutpatientRequest): string {
  let key = billingCode.code;
  if (modifier !== null) key += ` modifier ${modifier}`;
  if (placeOfService !== null) key += ` place_of_service ${placeOfService}`;
  return key;
}

/** The modifiers and places that the code has a fee for, each with the rest of the request as it is. */
function otherRequests(rows: readonly FeeRow[], { modifier, placeOfService }: OutpatientRequest): readonly Remedy[] {
  const why = "published for the code";
  const paid = rows.filter(({ fee }) => fee !== null);
  const modifiers = paid.filter((row) => isForPlace(row, placeOfService)).map((row) => row.modifier);
  const places = paid.filter((row) => row.modifier === modifier).map((row) => row.placeOfService);
  return [
    ...distinct(modifiers).map((value) => ({ parameter: "modifier", value, why })),
    ...distinct(places).map((value) => ({ parameter: "place_of_service", value, why })),
  ];
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].filter((value) => value !== null);
}

/** The words of a published fee in the method. */
interface FeeWording {
  readonly section: string;
  readonly name: string;
  /** What the fee is for. */
  readonly trail: string | Words;
}

/** The fee of a row as published; a row without a fee throws its `NoRate` (ny 4.5 steps 3 to 5). */
function feePayment(row: FeeRow, wording: FeeWording, sheet: Sheet, found: FeeFound): Figure {
  found.fee = row;
  const fee = sheet.figure(wording.name, row, "fee");
  if (fee !== null) return sheet.dollars(wording.section, fee, { trail: wording.trail });
  throw row.byReport ? byReport(row, sheet) : withoutConversionFactor(row, sheet);
}

/** ny 4.5 step 3 */
function byReport({ code }: FeeRow, sheet: Sheet): NoRate {
  sheet.note("ny 4.5 step 3", words`by report: no fee is published for ${code}`);
  return sheet.noRate("by_report", `${code} is priced By Report: payment is set case by case from documentation.`);
}

/** Anesthesia is covered, but neither priced nor priced by hand, so it does not count (ny 4.5 step 4). */
function withoutConversionFactor(row: FeeRow, sheet: Sheet): NoRate {
  const baseUnits = sheet.figure("anesthesia_base_units", row, "anesthesiaBaseUnits", "units") as Figure;
  const conversionFactor = new MissingFigure("conversion factor", "missing: none is published");
  sheet.unfinished("ny 4.5 step 4", times(baseUnits, conversionFactor));
  return sheet.noRate(
    "missing_information",
    `${row.code} is an anesthesia code; New York publishes base units but no per-unit conversion factor, so no rate is computed.`,
    { isListed: true },
  );
}

/** The fee of a 26 or TC row is multiplied already, so nothing is multiplied here (ny 4.5 step 5). */
function paidFor(row: FeeRow, sheet: Sheet): string | Words {
  const { code, modifier, placeOfService } = row;
  let what = ` for ${code}`;
  if (modifier !== null) what += ` modifier ${modifier}`;
  if (placeOfService !== null) what += ` ${placeOfService}`;
  const adjustment = sheet.figure("modifier_adjustment", row, "modifierAdjustment");
  return adjustment === null ? what : words`${what}, already multiplied by ${adjustment}`;
}

/** The laboratory fee of a code (ny 4.6). */
export function laboratoryFee(
  { billingCode }: OutpatientRequest,
  provider: Provider,
  sheet: Sheet,
  found: FeeFound,
): Figure {
  if (billingCode.apg !== null) throw apgNotOnSchedule(billingCode, provider, sheet);
  const { code } = billingCode;
  const expected = { code: "code_not_listed", what: "laboratory fee", key: code } as const;
  const row = lookUp(sheet.rows(feeSchedule, { schedule: "laboratory", code }), expected, sheet);
  return feePayment(row, { section: "ny 4.6", name: "laboratory fee", trail: ` for ${code}` }, sheet, found);
}
