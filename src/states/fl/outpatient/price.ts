import type { RateData } from "../../../dataset/rate-data.ts";
import type { Priced } from "../../../pricing/lookup.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { floridaProgram } from "../program.ts";
import { feeSchedule, type Provider } from "../tables.ts";
import { type CodeType, isPricedBy, type ProviderType } from "../values.ts";
import { eapgPrice, unknownEapg } from "./eapg.ts";
import { chooseFeeRows, notOnSchedule } from "./fee-row.ts";
import { feePayment } from "./fee-schedule.ts";
import type { OutpatientRequest } from "./request.ts";
import { type Failure, type Finding, outpatientResult } from "./result.ts";
import { systemOf, wrongSystem } from "./routing.ts";

/** The results of a provider row, state-modifier rows by modifier (fl 4.2). */
export function priceOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  data: RateData,
  matchesTotal: number | null,
): readonly Priced[] {
  return findPrices(request, provider, data).map((finding) => ({
    counts: finding.kind !== "failed",
    result: outpatientResult(request, provider, finding, data, matchesTotal),
  }));
}

/** By the path of the code's system alone (fl 4.2 steps 1 to 3). */
function findPrices(request: OutpatientRequest, provider: Provider, data: RateData): readonly Finding[] {
  const { providerType } = provider;
  const system = systemOf(request);
  if (system === null) return [ofNoSystem(request, providerType)];
  if (!isPricedBy(providerType, system)) return [failed(system, wrongSystem(providerType))];
  return system === "EAPG" ? [findEapgPrice(request, provider, data)] : findFees(request, provider, data);
}

/** No table holds a code of such a shape (fl 4.2 step 3). */
function ofNoSystem({ billingCode: { code } }: OutpatientRequest, providerType: ProviderType): Failure {
  return providerType === "HOSPITAL"
    ? failed("EAPG", unknownEapg(code).message)
    : failed("HCPCS", notOnSchedule(code, providerType).message);
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

function failed(codeType: CodeType, message: string): Failure {
  return { kind: "failed", codeType, message };
}
