import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, words } from "../../../pricing/worksheet/calculation.ts";
import type { Provider } from "../tables.ts";
import { isPricedBy } from "../values.ts";
import { eapgPayment, notAnEapg } from "./eapg.ts";
import { anotherModifier, chooseFeeRows, type FeeMatch, notOnSchedule } from "./fee-row.ts";
import { feePayment } from "./fee-schedule.ts";
import type { Found } from "./found.ts";
import type { OutpatientRequest } from "./request.ts";
import { assumeSystem, systemOf, wrongSystem } from "./routing.ts";

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

/** One result for each row that answers the request, state-modifier rows by modifier; usually one (fl 4.2 step 5). */
function workOutFees(request: OutpatientRequest, provider: Provider, pricer: RequestPricer): readonly Outcome<Found>[] {
  const outcomes: Outcome<Found>[] = [];
  // How many rows answer is known once the first of them is worked out.
  let answering = 1;
  while (outcomes.length < answering) {
    const place = outcomes.length;
    const outcome = pricer.workOut<Found>({ codeType: "HCPCS" }, (sheet, found) => {
      assumeSystem(request, "HCPCS", sheet);
      const matches = chooseFeeRows(request, provider.providerType, sheet);
      answering = matches.length;
      return feeOf(oneOf(matches, place, sheet), request, provider, sheet, found);
    });
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The row of one result, where each of several has a result of its own (fl 4.3 step 3a). */
function oneOf(matches: readonly FeeMatch[], place: number, sheet: Sheet): FeeMatch {
  const match = matches[place] as FeeMatch;
  const rows = matches.map(({ row }) => row);
  sheet.use(sheet.chosen(rows, match.row, anotherModifier));
  return match;
}

/** The fee of a row, unless it is by report (fl 4.3 steps 4 to 9). */
function feeOf(match: FeeMatch, request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found): Figure {
  const { modifier } = match.row;
  if (modifier !== null && request.modifier === null) {
    sheet.assume("modifier", modifier, "not sent: one result for each modifier, since there is no rate without one");
  }
  if (!match.row.byReport) return feePayment(match, request, provider, sheet, found);
  found.match = match;
  throw byReport(request.billingCode.code, sheet);
}

/** F8: the code is covered, its payment is set case by case (fl 4.3 step 4). */
function byReport(code: string, sheet: Sheet): NoRate {
  sheet.note("fl 4.3 step 4", words`By Report: no published amount; payment = amount set by the state case by case`);
  return sheet.noRate(
    "by_report",
    `${code} is priced By Report: it is covered and the state sets the payment case by case; no amount is published.`,
  );
}
