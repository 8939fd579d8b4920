import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { type Formula, formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { providerTypeOf } from "../provider-type.ts";
import type { FeeRow, Provider } from "../tables.ts";
import { PROVIDER_TYPE_LABELS } from "../values.ts";
import type { OutpatientCode } from "./request.ts";

/** What a fee schedule row comes to: a fee, or why the row has none. */
export interface FeeFinding {
  readonly kind: "fee" | "by report" | "anesthesia";
  readonly row: FeeRow;
  readonly payment: Money | null;
  readonly message: string | null;
  readonly method: string;
}

/** Fee schedules have no APGs (ny 4.5 step 1). */
export function apgNotOnSchedule({ code }: OutpatientCode, provider: Provider): NoRate {
  const label = PROVIDER_TYPE_LABELS[providerTypeOf(provider)];
  return new NoRate(
    `APG ${code} is priced for hospitals, clinics and ASCs only; ${provider.providerName} is a ${label}.`,
  );
}

/** The fee of a row as published, or what a row without one stands for (ny 4.5 steps 3 to 5). */
export function feeOf(row: FeeRow, shown: (fee: Money) => Formula): FeeFinding {
  const { code, fee, anesthesiaBaseUnits: baseUnits } = row;
  const sheet = new Worksheet();
  if (fee !== null) {
    const payment = sheet.step(shown(fee), fee);
    return { kind: "fee", row, payment, message: null, method: sheet.line };
  }
  if (baseUnits !== null) {
    sheet.note(formula`anesthesia_base_units (${baseUnits}) x conversion factor (missing: none is published)`);
    const message = `${code} is an anesthesia code; New York publishes base units but no per-unit conversion factor, so no rate is computed.`;
    return { kind: "anesthesia", row, payment: null, message, method: sheet.line };
  }
  sheet.note(formula`by report: no fee is published for ${code}`);
  const message = `${code} is priced By Report: payment is set case by case from documentation.`;
  return { kind: "by report", row, payment: null, message, method: sheet.line };
}
