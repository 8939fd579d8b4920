import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, MissingFigure, times, type Words, words } from "../../../pricing/worksheet/calculation.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { FeeRow, Provider } from "../tables.ts";
import { PROVIDER_TYPE_LABELS } from "../values.ts";
import type { Found } from "./found.ts";
import type { OutpatientCode } from "./request.ts";

/** What the method says of a published fee. */
interface FeeWording {
  readonly section: string;
  readonly name: string;
  /** What the fee is for. */
  readonly trail: string | Words;
}

/** Fee schedules have no APGs (ny 4.5 step 1). */
export function apgNotOnSchedule({ code }: OutpatientCode, provider: Provider, sheet: Sheet): NoRate {
  const label = PROVIDER_TYPE_LABELS[providerTypeOf(provider)];
  return sheet.noRate(
    "not_for_provider_type",
    `APG ${code} is priced for hospitals, clinics and ASCs only; ${provider.providerName} is a ${label}.`,
  );
}

/** The fee of a row as published; what a row without one stands for ends the calculation (ny 4.5 steps 3 to 5). */
export function feePayment(row: FeeRow, wording: FeeWording, sheet: Sheet, found: Found): Figure {
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
