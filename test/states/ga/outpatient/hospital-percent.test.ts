import { expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { hospitalPercentPayment, workOutOutpatient } from "../../../../src/states/ga/outpatient/price.ts";
import { outpatientResult } from "../../../../src/states/ga/outpatient/result.ts";
import { hospitalOutpatientRates, labRates, type Provider, parameters } from "../../../../src/states/ga/tables.ts";
import { dataOf, parameterRows, rowsOf, type TableRows } from "../../../support/sheet.ts";
import {
  ENDED,
  hospital,
  IN_FORCE,
  labRow,
  NPI,
  outpatientOutcome,
  outpatientRequest,
  pricerOf,
  sheetOf,
  whyNot,
} from "../rows.ts";

const rate = (campusName: string | null, interimRate: string, dated = IN_FORCE) => ({
  ...dated,
  npi: NPI,
  campusName,
  outpatientInterimRate: factor(interimRate),
});

function outcome(of: Provider, query: Record<string, string>, ...tables: readonly TableRows[]) {
  return outpatientOutcome(sheetOf(...tables), (sheet, found) =>
    hospitalPercentPayment(outpatientRequest(query), of, sheet, found),
  );
}

function price(of: Provider, rates: readonly ReturnType<typeof rate>[], charges = "100") {
  return outcome(of, { billed_charges: charges }, rowsOf(hospitalOutpatientRates, rates));
}

it("a campus is rated by itself, else by its NPI; a hospital without campuses never by a campus", () => {
  const interimRate = (campusName: string | null, ...rates: ReturnType<typeof rate>[]) =>
    price(hospital({ campusName }), rates).found.interimRate?.value.text ?? null;
  expect(interimRate("Downtown", rate(null, "0.2"), rate("Downtown", "0.3"))).toBe("0.3");
  expect(interimRate("Northside", rate(null, "0.2"), rate("Downtown", "0.3"))).toBe("0.2");
  expect(interimRate(null, rate("Downtown", "0.3"))).toBeNull();
});

it("a campus with rates of its own at another date does not fall back to its NPI's", () => {
  const rates = [rate(null, "0.2"), rate("Downtown", "0.3", ENDED)];
  const { noRate, found } = price(hospital({ campusName: "Downtown" }), rates);
  expect(noRate).toMatchObject({
    code: "not_in_force",
    message:
      "No outpatient interim rate is published for PEACHTREE (Downtown) on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    nearest: ENDED.period,
  });
  expect(found).toEqual({ serviceCategory: "hospital_interim" });
  expect(price(hospital(), []).noRate).toMatchObject({
    code: "no_provider_rate",
    message: "No outpatient interim rate is published for PEACHTREE.",
  });
});

it("Critical Access and exempt hospitals get no add-on", () => {
  const effective = (of: Partial<Provider>) => {
    const { addOn, effectivePercent } = price(hospital(of), [rate(null, "0.25")]).found;
    return [addOn?.value.text, effectivePercent?.value.text];
  };
  expect(effective({})).toEqual(["1.1188", "0.2797"]);
  expect(effective({ criticalAccessHospital: true })).toEqual(["1.0", "0.25"]);
  expect(effective({ addonExempt: true })).toEqual(["1.0", "0.25"]);
});

it("the note on cost settlement is for laboratory codes", () => {
  const rates = [rate(null, "0.5")];
  expect(price(hospital({ criticalAccessHospital: true }), rates).method).toBe(
    "interim rate (0.5) x add-on multiplier (1.0) = effective percent of charges (0.5); billed charges ($100.00) x effective percent of charges (0.5) = $50.00",
  );
});

it("charges x the exact percentage, rounded once", () => {
  expect(price(hospital(), [rate(null, "0.33333")], "100.00").payment?.value.text).toBe("37.29"); // 37.2929604
  expect(price(hospital({ addonExempt: true }), [rate(null, "0.00005")], "100.00").payment?.value.text).toBe("0.01");
  expect(price(hospital(), [rate(null, "0.3")], "0").payment?.value.text).toBe("0.00");
});

it("E13: without the add-on's figure the interim rate is still shown", () => {
  const interim = rate(null, "0.3");
  const tables = [
    rowsOf(hospitalOutpatientRates, [interim]),
    rowsOf(parameters, [{ ...ENDED, name: "hospital_addon_multiplier", value: factor("1.1") }]),
  ];
  const { noRate, found } = outcome(hospital(), {}, ...tables);
  expect(noRate?.message).toBe(
    "Parameter hospital_addon_multiplier has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
  );
  expect(found).toMatchObject({ serviceCategory: "hospital_interim", interimRate: { value: { text: "0.3" } } });
  expect(found.addOn).toBeUndefined();
  expect(outcome(hospital({ addonExempt: true }), {}, ...tables).noRate).toBeNull();
});

it("a code on the laboratory schedule at any date is laboratory, except at a Critical Access Hospital", () => {
  const tables = [rowsOf(hospitalOutpatientRates, [rate(null, "0.3")]), rowsOf(labRates, [labRow(ENDED)])];
  const request = outpatientRequest({ billed_charges: "10" });
  const result = (of: Provider) =>
    workOutOutpatient(request, of, pricerOf(...tables)).map((found) =>
      outpatientResult(request, of, found, dataOf(...tables), null),
    )[0];
  expect(result(hospital({ addonExempt: true }))).toMatchObject({
    rate_found: false,
    service_category: null,
    billed_charges_used: null,
    error_message: expect.stringContaining("No rate for code 99213 is published for 2025-09-15"),
  });
  expect(result(hospital({ criticalAccessHospital: true }))).toMatchObject({
    service_category: "hospital_interim",
    payment_rate: "3.00",
    calculation_method: expect.stringMatching(/; Critical Access Hospital laboratory paid by cost settlement$/),
  });
});

it("the record has the percentage, exact, and the charges it is paid on; laboratory rows say why they lost", () => {
  const laboratory = labRow();
  const priced = outcome(
    hospital({ criticalAccessHospital: true }),
    { billed_charges: "100" },
    rowsOf(hospitalOutpatientRates, [rate(null, "0.50")]),
    rowsOf(labRates, [laboratory]),
    parameterRows(parameters, { hospital_addon_multiplier_cah: "1.05" }),
  );
  expect(
    priced.sheet.steps.map(({ section, value, decimals, unit }) => [section, value?.text, decimals, unit]),
  ).toEqual([
    ["ga 4.7 step 3", "0.525", null, "factor"],
    ["ga 4.7 step 4", "52.50", 2, "dollars"],
    ["ga 4.7 step 5", undefined, null, null],
  ]);
  expect(whyNot(priced, laboratory)).toBe("laboratory of a Critical Access Hospital is paid by cost settlement");
});

it("names the parameter that would bring the charges, and prints no formula without them", () => {
  const { sheet, payment, method } = outcome(hospital(), {}, rowsOf(hospitalOutpatientRates, [rate(null, "0.25")]));
  expect(payment).toBeNull();
  expect(sheet.steps.at(-1)).toMatchObject({
    section: "ga 4.7 step 4",
    formula: { operator: "multiply", of: [{ name: "billed charges", parameter: "billed_charges" }, {}] },
  });
  expect(method).toBe(
    "interim rate (0.25) x add-on multiplier (1.1188) = effective percent of charges (0.2797); billed_charges not supplied, no dollar amount",
  );
});
