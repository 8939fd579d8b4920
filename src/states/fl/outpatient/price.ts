import type { Dated } from "../../../core/calendar/period.ts";
import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { eapgWeights, feeSchedule, type Provider } from "../tables.ts";
import {
  type CodeType,
  isPricedBy,
  PROVIDER_TYPE_LABELS,
  type ProviderType,
  SCHEDULES_OF,
  withoutLeadingZeros,
} from "../values.ts";
import { type EapgFound, eapgPayment, notAnEapg } from "./eapg.ts";
import { chooseFeeRows, type FeeFound, feeOf, notOnSchedule } from "./fee-schedule.ts";
import type { OutpatientRequest } from "./request.ts";

/** What a lookup finds; a failed one shows only the system of its code (fl 4.5). */
export interface Found extends FeeFound, EapgFound {
  /** Null: unknown. */
  readonly codeType: CodeType | null;
}

/** The results of a provider row: by the path of the code's system alone (fl 4.2 steps 1 to 3). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const { code } = request.billingCode;
  const { providerType } = provider;
  const system = systemOf(request);
  if (system === null) return [workOutNoSystem(code, provider, pricer)];
  if (isPricedBy(providerType, system)) {
    return system === "EAPG" ? [workOutEapg(request, provider, pricer)] : workOutFees(request, provider, pricer);
  }
  return [
    pricer.workOut<Found>({ codeType: system }, (sheet) => {
      assumeSystem(request, system, sheet);
      throw wrongSystem(code, providerType, sheet);
    }),
  ];
}

/** Of any characters: `00400` is the CPT code, never EAPG 400. */
const FIVE_CHARACTERS = /^.{5}$/su;

const ONE_TO_FOUR_DIGITS = /^[0-9]{1,4}$/;

/** The code system sent, or the one that the shape of the code implies; otherwise null (fl 4.2). */
export function systemOf({
  billingCode: { code },
  billingCodeType,
}: Pick<OutpatientRequest, "billingCode" | "billingCodeType">): CodeType | null {
  if (billingCodeType !== null) return billingCodeType;
  if (FIVE_CHARACTERS.test(code)) return "HCPCS";
  return ONE_TO_FOUR_DIGITS.test(code) ? "EAPG" : null;
}

function assumeSystem({ billingCodeType }: OutpatientRequest, system: CodeType, sheet: Sheet): void {
  if (billingCodeType !== null) return;
  const shape = system === "HCPCS" ? "a code of five characters" : "a code of one to four digits";
  sheet.assume("billing_code_type", system, `not sent: the system of ${shape}`);
}

/** F3 (fl 4.5) */
export function wrongSystem(code: string, providerType: ProviderType, sheet: Sheet): NoRate {
  const message =
    providerType === "HOSPITAL"
      ? "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG."
      : `${PROVIDER_TYPE_LABELS[providerType]} services are priced by HCPCS code, not by EAPG.`;
  return sheet.noRate("not_for_provider_type", message, { remedy: rightSystem(code, providerType, sheet) });
}

/** The code system of the provider type, if it has the code on the day. */
function rightSystem(code: string, providerType: ProviderType, sheet: Sheet): readonly Remedy[] {
  const published = sheet.derived((data): readonly Dated[] =>
    providerType === "HOSPITAL"
      ? data.rows(eapgWeights, { eapg: withoutLeadingZeros(code) })
      : data.rows(feeSchedule, { code }).filter(({ schedule }) => SCHEDULES_OF[providerType].includes(schedule)),
  );
  if (sheet.effective(published).length === 0) return [];
  const value = providerType === "HOSPITAL" ? "EAPG" : "HCPCS";
  return [{ parameter: "billing_code_type", value, why: `the code is also a published ${value} code` }];
}

/** No table holds a code of such a shape (fl 4.2 step 3). */
function workOutNoSystem(code: string, { providerType }: Provider, pricer: RequestPricer): Outcome<Found> {
  const isHospital = providerType === "HOSPITAL";
  return pricer.workOut<Found>({ codeType: isHospital ? "EAPG" : "HCPCS" }, (sheet) => {
    throw sheet.noRate("code_not_listed", isHospital ? notAnEapg(code) : notOnSchedule(code, providerType));
  });
}

function workOutEapg(request: OutpatientRequest, provider: Provider, pricer: RequestPricer): Outcome<Found> {
  return pricer.workOut<Found>({ codeType: "EAPG" }, (sheet, found) => {
    assumeSystem(request, "EAPG", sheet);
    return eapgPayment(request, provider, sheet, found);
  });
}

/** One result for each matching row, state-modifier rows by modifier; usually one (fl 4.2 step 5). */
function workOutFees(request: OutpatientRequest, provider: Provider, pricer: RequestPricer): readonly Outcome<Found>[] {
  const outcomes: Outcome<Found>[] = [];
  // The number of matching rows is known after the first one is priced.
  let answering = 1;
  while (outcomes.length < answering) {
    const place = outcomes.length;
    const outcome = pricer.workOut<Found>({ codeType: "HCPCS" }, (sheet, found) => {
      assumeSystem(request, "HCPCS", sheet);
      const matches = chooseFeeRows(request, provider.providerType, sheet);
      answering = matches.length;
      return feeOf(matches, place, request, provider, sheet, found);
    });
    outcomes.push(outcome);
  }
  return outcomes;
}
