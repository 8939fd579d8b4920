import { compareText } from "../../../core/text/order.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type ConversionFactorRow, conversionFactors, type PricedFeeRow } from "../tables.ts";
import type { ProviderType, ServiceType } from "../values.ts";
import type { OutpatientLine } from "./request.ts";

/** The conversion factor of a fee row for a type of provider (ca 4.2). */
export function chooseConversionFactor(
  fee: PricedFeeRow,
  line: OutpatientLine,
  sheet: Sheet,
  found: { otherServiceTypes?: readonly ServiceType[] },
): ConversionFactorRow {
  const published = factorsOf(fee, sheet);
  const live = sheet.effective(published);
  const applicable = applicableTo(line.providerType, live);
  sheet.readings.choose(live, applicable, (row: ConversionFactorRow) =>
    row.providerType === null
      ? `for every provider type, and ${line.providerType} has its own`
      : `for provider type ${row.providerType}`,
  );
  if (applicable.length === 0) throw noFactor(published, fee, line, sheet);

  const serviceTypes = serviceTypesByRank(applicable);
  found.otherServiceTypes = serviceTypes;
  const { serviceType } = line;
  const ofService =
    serviceType === null
      ? applicable
      : sheet.those(
          applicable,
          (row) => row.serviceType === serviceType,
          (row) => `for service type ${row.serviceType}`,
        );
  if (ofService.length === 0) throw notOfService(serviceTypes, fee, line, sheet);

  const row = bestOf(ofService, line, sheet);
  if (serviceType === null) {
    sheet.assume("service_type", row.serviceType, "not sent: the first by rank of those that apply");
  }
  found.otherServiceTypes = serviceTypes.filter((type) => type !== row.serviceType);
  return sheet.use(row);
}

function factorsOf({ procedureType, conversionIndicator }: PricedFeeRow, sheet: Sheet): readonly ConversionFactorRow[] {
  return sheet.rows(conversionFactors, { procedureType, conversionIndicator }, `of procedure type ${procedureType}`);
}

/** Whether a service type is among those of a fee row for a type of provider (ca 4.1 step 2). */
export function serviceTypeApplies(
  serviceType: ServiceType,
  fee: PricedFeeRow,
  { providerType }: OutpatientLine,
  sheet: Sheet,
): boolean {
  const applicable = applicableTo(providerType, sheet.effective(factorsOf(fee, sheet)));
  return applicable.some((row) => row.serviceType === serviceType);
}

/** A factor of the provider's own type replaces the one for every type (ca 4.2 step 1). */
function applicableTo(providerType: ProviderType, rows: readonly ConversionFactorRow[]): ConversionFactorRow[] {
  const own = rows.filter((row) => row.providerType === providerType);
  const forEveryType = rows.filter(
    (row) =>
      row.providerType === null &&
      !own.some((other) => other.serviceType === row.serviceType && other.emergency === row.emergency),
  );
  return [...own, ...forEveryType];
}

/** Emergency, age, then rank (ca 4.2 steps 3 to 5). */
function bestOf(rows: readonly ConversionFactorRow[], line: OutpatientLine, sheet: Sheet): ConversionFactorRow {
  const { emergencyRoom } = line;
  const ageGroup = line.childPatient ? "child" : "adult";
  const ofPlace = sheet.thoseOrAll(
    rows,
    (row) => row.emergency === emergencyRoom,
    ({ emergency }) => (emergency ? "for emergency rooms only" : "not for emergency rooms"),
  );
  if (!emergencyRoom && ofPlace.length < rows.length) {
    sheet.assume("emergency_room", "false", "not sent: not priced as an emergency");
  }
  const ofAge = sheet.thoseOrAll(
    ofPlace,
    (row) => row.ageGroup === ageGroup || row.ageGroup === "any",
    (row) => `for age group ${row.ageGroup}`,
  );
  if (!line.childPatient && ofAge.length < ofPlace.length) {
    sheet.assume("child_patient", "false", "not sent: priced as an adult");
  }
  const best = ofAge.reduce((first, row) => (byPreference(row, first) < 0 ? row : first));
  return sheet.chosen(ofAge, best, (row) => whyLess(row, best));
}

/** Rows of one rank have one place: earlier filters removed the others. */
function whyLess({ selectionRank, ageGroup }: ConversionFactorRow, best: ConversionFactorRow): string {
  if (selectionRank !== best.selectionRank) return `a lower rank, ${selectionRank}`;
  return ageGroup === "any" && best.ageGroup !== "any"
    ? `the same rank, and another row is for age group ${best.ageGroup}`
    : "the same rank, and its service type comes later by name";
}

function byPreference(a: ConversionFactorRow, b: ConversionFactorRow): number {
  return (
    a.selectionRank - b.selectionRank ||
    Number(a.ageGroup === "any") - Number(b.ageGroup === "any") ||
    Number(a.emergency) - Number(b.emergency) ||
    compareText(a.serviceType, b.serviceType)
  );
}

/** Distinct service types by their smallest rank, then by name. */
function serviceTypesByRank(rows: readonly ConversionFactorRow[]): ServiceType[] {
  const ordered =
    rows.length === 1
      ? rows
      : [...rows].sort((a, b) => a.selectionRank - b.selectionRank || compareText(a.serviceType, b.serviceType));
  return [...new Set(ordered.map(({ serviceType }) => serviceType))];
}

/** ca 4.8 F5 */
function notOfService(
  available: readonly ServiceType[],
  { procedureType }: PricedFeeRow,
  { serviceType, code, providerType }: OutpatientLine,
  sheet: Sheet,
): NoRate {
  return sheet.noRate(
    "not_for_request",
    `Service type ${serviceType} does not apply to ${code} (${procedureType}) for provider type ${providerType}; available service types: ${available.join(", ")}.`,
    { remedy: available.map((value) => ({ parameter: "service_type", value, why: "published for the code" })) },
  );
}

/** ca 4.8 F4 */
function noFactor(
  published: readonly ConversionFactorRow[],
  { conversionIndicator, procedureType }: PricedFeeRow,
  { providerType }: OutpatientLine,
  sheet: Sheet,
): NoRate {
  const elsewhen = published.filter((row) => row.providerType === null || row.providerType === providerType);
  const what = `conversion indicator ${conversionIndicator} (${procedureType}) and provider type ${providerType} on ${sheet.day}`;
  return sheet.noneEffective(elsewhen, "not_for_provider_type", (nearest) =>
    nearest === null
      ? `No conversion factor is published for ${what}.`
      : `No conversion factor is published for ${what}; the nearest published period is ${nearest}.`,
  );
}
