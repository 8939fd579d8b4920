import type { Day } from "../../../calendar/day.ts";
import { inForce, nearestPeriod, periodText } from "../../../calendar/period.ts";
import { compareText } from "../../../names/order.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { ProviderType, ServiceType } from "../values.ts";
import type { OutpatientLine } from "./line.ts";

export interface ChosenConversionFactor {
  readonly row: ConversionFactorRow;
  /** The other service types that apply; null when the request named its service type. */
  readonly otherServiceTypes: readonly ServiceType[] | null;
}

/** The conversion factor of a fee row for a type of provider (ca 4.2). */
export function chooseConversionFactor(
  published: readonly ConversionFactorRow[],
  fee: FeeRow,
  line: OutpatientLine,
  day: Day,
): ChosenConversionFactor | NoRate {
  const applicable = applicableTo(line.providerType, inForce(published, day));
  if (applicable.length === 0) return noFactor(published, fee, line, day);

  if (line.serviceType === null) {
    const row = bestOf(applicable, line);
    return { row, otherServiceTypes: serviceTypesByRank(applicable).filter((type) => type !== row.serviceType) };
  }

  const ofService = applicable.filter(({ serviceType }) => serviceType === line.serviceType);
  if (ofService.length > 0) return { row: bestOf(ofService, line), otherServiceTypes: null };
  const available = serviceTypesByRank(applicable).join(", ");
  return new NoRate(
    `Service type ${line.serviceType} does not apply to ${line.code} (${fee.procedureType}) for provider type ${line.providerType}; available service types: ${available}.`,
  );
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

/** The rows that fit, or all of them when none does. */
function thoseOrAll(
  rows: readonly ConversionFactorRow[],
  fits: (row: ConversionFactorRow) => boolean,
): readonly ConversionFactorRow[] {
  if (rows.length === 1) return rows;
  const fitting = rows.filter(fits);
  return fitting.length > 0 ? fitting : rows;
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
