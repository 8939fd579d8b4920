import type { Day } from "../../../calendar/day.ts";
import { inForce, nearestPeriod, periodText } from "../../../calendar/period.ts";
import { compareText } from "../../../names/order.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { ProviderType, ServiceType } from "../values.ts";
import type { OutpatientLine } from "./line.ts";
import { thoseOrAll } from "./those-or-all.ts";

export interface ChosenConversionFactor {
  /** The row, or why there is none. */
  readonly row: ConversionFactorRow | NoRate;
  /** The service types that apply, other than the one used. */
  readonly otherServiceTypes: readonly ServiceType[];
}

/** The conversion factor of a fee row for a type of provider (ca 4.2). */
export function chooseConversionFactor(
  published: readonly ConversionFactorRow[],
  fee: FeeRow,
  line: OutpatientLine,
  day: Day,
): ChosenConversionFactor {
  const applicable = applicableTo(line.providerType, inForce(published, day));
  if (applicable.length === 0) return { row: noFactor(published, fee, line, day), otherServiceTypes: [] };

  const serviceTypes = serviceTypesByRank(applicable);
  const ofService = line.serviceType === null ? applicable : ofServiceType(line.serviceType, applicable);
  if (ofService.length === 0) return { row: notOfService(serviceTypes, fee, line), otherServiceTypes: serviceTypes };

  const row = bestOf(ofService, line);
  return { row, otherServiceTypes: serviceTypes.filter((type) => type !== row.serviceType) };
}

/** Whether a service type is among those of a fee row for a type of provider (ca 4.1 step 2). */
export function serviceTypeApplies(
  serviceType: ServiceType,
  published: readonly ConversionFactorRow[],
  providerType: ProviderType,
  day: Day,
): boolean {
  return ofServiceType(serviceType, applicableTo(providerType, inForce(published, day))).length > 0;
}

function ofServiceType(serviceType: ServiceType, rows: readonly ConversionFactorRow[]): readonly ConversionFactorRow[] {
  return rows.filter((row) => row.serviceType === serviceType);
}

/** A factor of the provider's own type stands in place of the one for every type (ca 4.2 step 1). */
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
function bestOf(rows: readonly ConversionFactorRow[], line: OutpatientLine): ConversionFactorRow {
  const ageGroup = line.childPatient ? "child" : "adult";
  const ofPlace = thoseOrAll(rows, (row) => row.emergency === line.emergencyRoom);
  const ofAge = thoseOrAll(ofPlace, (row) => row.ageGroup === ageGroup || row.ageGroup === "any");
  return ofAge.reduce((best, row) => (byPreference(row, best) < 0 ? row : best));
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
function notOfService(available: readonly ServiceType[], { procedureType }: FeeRow, line: OutpatientLine): NoRate {
  return new NoRate(
    `Service type ${line.serviceType} does not apply to ${line.code} (${procedureType}) for provider type ${line.providerType}; available service types: ${available.join(", ")}.`,
  );
}

/** ca 4.8 F4 */
function noFactor(
  published: readonly ConversionFactorRow[],
  { conversionIndicator, procedureType }: FeeRow,
  { providerType }: OutpatientLine,
  day: Day,
): NoRate {
  const elsewhen = published.filter((row) => row.providerType === null || row.providerType === providerType);
  const nearest =
    elsewhen.length === 0 ? "" : `; the nearest published period is ${periodText(nearestPeriod(elsewhen, day))}`;
  return new NoRate(
    `No conversion factor is published for conversion indicator ${conversionIndicator} (${procedureType}) and provider type ${providerType} on ${day}${nearest}.`,
  );
}
