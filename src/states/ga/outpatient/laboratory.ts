import { inForce, onlyInForce, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { lesser } from "../../../money/arithmetic.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { manuallyPriced, noRateOnDay, noRowWithModifier } from "../failures.ts";
import { type LabRow, labRates, medicareClfs } from "../tables.ts";
import { type Finding, failed, MANUALLY_PRICED_METHOD } from "./finding.ts";
import type { OutpatientRequest } from "./request.ts";

/** Whether the laboratory schedule has the code, at any date (ga 4.5 step 1). */
export function isLaboratoryCode(code: string, data: RateData): boolean {
  return data.rows(labRates, code).length > 0;
}

/** The laboratory schedule's price of a code, or why it has none (ga 4.5 steps 1 and 2). */
export function laboratoryPrice(request: OutpatientRequest, data: RateData): Finding {
  const {
    billingCode: { code },
    dateOfService: day,
    modifier,
  } = request;
  const published = data.rows(labRates, code);
  if (published.length === 0) return failed(`Code ${code} is not on the Georgia clinical laboratory fee schedule.`);

  const live = inForce(published, day);
  if (live.length === 0) return failed(noRateOnDay(code, day, published));

  const row = live.find((each) => each.modifier === modifier);
  return row === undefined
    ? failed(noRowWithModifier(code, modifier, day, live))
    : laboratoryRowPrice(row, request, data);
}

/** The lesser of the state's rate and Medicare's, where Medicare has one (ga 4.5 steps 3 to 5). */
export function laboratoryRowPrice(row: LabRow, { dateOfService: day }: OutpatientRequest, data: RateData): Finding {
  const { code, modifier, rate } = row;
  if (rate === null) {
    return {
      kind: "manually priced",
      message: manuallyPriced(code),
      serviceCategory: "clinical_lab",
      method: MANUALLY_PRICED_METHOD,
      period: row.period,
      modifier,
    };
  }

  const medicare = onlyInForce(data.rows(medicareClfs, code, modifier), day);
  const sheet = new Worksheet();
  const payment =
    medicare === undefined
      ? sheet.step(formula`GA schedule rate (${rate}), no Medicare CLFS rate published`, rate)
      : sheet.step(
          formula`lesser of GA schedule rate (${rate}) and Medicare CLFS rate (${medicare.rate})`,
          lesser(rate, medicare.rate),
        );
  return {
    kind: "priced",
    serviceCategory: "clinical_lab",
    payment,
    method: sheet.line,
    period: medicare === undefined ? row.period : sharedPeriod(row.period, medicare.period),
    modifier,
    laboratory: { scheduleRate: rate, medicareRate: medicare?.rate ?? null },
  };
}
