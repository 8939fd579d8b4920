import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { floridaProgram } from "../program.ts";
import { feeSchedule, type Provider } from "../tables.ts";
import type { CodeType } from "../values.ts";
import { eapgPrice } from "./eapg.ts";
import { chooseFeeRows } from "./fee-row.ts";
import { feePayment } from "./fee-schedule.ts";
import type { OutpatientRequest } from "./request.ts";
import { type Failure, type Finding, outpatientResult } from "./result.ts";
import { codeTypesToPrice, withoutOtherSystems, wrongCodeType } from "./routing.ts";

/** The results of a provider row: HCPCS before EAPG, state-modifier rows by modifier (fl 4.2). */
export function priceOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  const priced = (finding: Finding): Priced => ({
    counts: finding.kind !== "failed",
    result: outpatientResult(request, provider, finding, data, matchesTotal),
  });

  const codeTypes = codeTypesToPrice(provider.providerType, request.billingCodeType);
  if (codeTypes.length === 0) {
    return [priced(failed(request.billingCodeType, wrongCodeType(provider.providerType)))];
  }
  return withoutOtherSystems(codeTypes.map((codeType) => findPrices(codeType, request, provider, data).map(priced)));
}

function findPrices(
  codeType: CodeType,
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
): readonly Finding[] {
  return codeType === "EAPG" ? [findEapgPrice(request, provider, data)] : findFees(request, provider, data);
}

/** One result for each row that answers the request; usually one (fl 4.3). */
function findFees(request: OutpatientRequest, provider: Provider, data: RateData): readonly Finding[] {
  const matches = chooseFeeRows(data.rows(feeSchedule, request.billingCode.code), request, provider.providerType);
  if (matches instanceof NoRate) return [failed("HCPCS", matches.message)];

  const program = floridaProgram(data, request.dateOfService);
  return matches.map((match) => {
    if (match.row.byReport) return { kind: "by report", match };
    const price = feePayment(match, request, provider, program, data);
    return price instanceof NoRate ? failed("HCPCS", price.message) : { kind: "fee", match, price };
  });
}

function findEapgPrice(request: OutpatientRequest, provider: Provider, data: RateData): Finding {
  const price = eapgPrice(request, provider, floridaProgram(data, request.dateOfService), data);
  return price instanceof NoRate ? failed("EAPG", price.message) : { kind: "eapg", price };
}

function failed(codeType: CodeType | null, message: string): Failure {
  return { kind: "failed", codeType, message };
}
