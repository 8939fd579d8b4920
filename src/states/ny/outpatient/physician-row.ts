import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { noneInForce } from "../failures.ts";
import { type FeeRow, feeSchedule } from "../tables.ts";
import type { OutpatientRequest } from "./request.ts";

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
  const candidates = sheet.inForce(fitting);
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

/** The row of a place, else the one that does not distinguish places. */
function ofPlace(rows: readonly FeeRow[], place: PlaceOfService): FeeRow | undefined {
  return rows.find((row) => row.placeOfService === place) ?? rows.find((row) => row.placeOfService === null);
}

/** Where the fee does not depend on the place, nothing is assumed. */
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
    return noneInForce(fitting, { code: "code_not_listed", what, key }, sheet);
  }
  return sheet.noRate("not_for_request", `No ${what} is published for ${key}.`, {
    remedy: otherRequests(sheet.inForce(published), request),
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
