import { expect, it } from "vitest";
import { factor } from "../../../../src/money/factor.ts";
import { hospitalPercentPrice } from "../../../../src/states/ga/outpatient/hospital-percent.ts";
import { priceOutpatient } from "../../../../src/states/ga/outpatient/price.ts";
import { hospitalOutpatientRates, labRates, type Provider, parameters } from "../../../../src/states/ga/tables.ts";
import { dataOf, ENDED, hospital, IN_FORCE, labRow, NPI, outpatientRequest } from "../rows.ts";

const rate = (campusName: string | null, interimRate: string, dated = IN_FORCE) => ({
  ...dated,
  npi: NPI,
  campusName,
  outpatientInterimRate: factor(interimRate),
});

function price(of: Provider, rates: readonly ReturnType<typeof rate>[], charges = "100") {
  const data = dataOf([hospitalOutpatientRates, rates]);
  return hospitalPercentPrice(outpatientRequest({ billed_charges: charges }), of, data);
}

it("a campus is rated by itself, else by its NPI; a hospital without campuses never by a campus", () => {
  const interimRate = (campusName: string | null, ...rates: ReturnType<typeof rate>[]) =>
    price(hospital({ campusName }), rates).hospital?.interimRate?.text ?? null;
  expect(interimRate("Downtown", rate(null, "0.2"), rate("Downtown", "0.3"))).toBe("0.3");
  expect(interimRate("Northside", rate(null, "0.2"), rate("Downtown", "0.3"))).toBe("0.2");
  expect(interimRate(null, rate("Downtown", "0.3"))).toBeNull();
});

it("a campus with rates of its own at another date does not fall back to its NPI's", () => {
  const rates = [rate(null, "0.2"), rate("Downtown", "0.3", ENDED)];
  expect(price(hospital({ campusName: "Downtown" }), rates)).toEqual({
    kind: "failed",
    message:
      "No outpatient interim rate is published for PEACHTREE (Downtown) on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    serviceCategory: "hospital_interim",
    hospital: {},
  });
  expect(price(hospital(), []).message).toBe("No outpatient interim rate is published for PEACHTREE.");
});

it("Critical Access and exempt hospitals get no add-on", () => {
  const effective = (of: Partial<Provider>) => {
    const found = price(hospital(of), [rate(null, "0.25")]).hospital;
    return [found?.addOn?.text, found?.effectivePercent?.text];
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
  expect(price(hospital(), [rate(null, "0.33333")], "100.00").payment?.text).toBe("37.29"); // 37.2929604
  expect(price(hospital({ addonExempt: true }), [rate(null, "0.00005")], "100.00").payment?.text).toBe("0.01");
  expect(price(hospital(), [rate(null, "0.3")], "0").payment?.text).toBe("0.00");
});

it("E13: without the add-on's figure the interim rate is still shown", () => {
  const interim = rate(null, "0.3");
  const missing = { ...ENDED, name: "hospital_addon_multiplier", value: factor("1.1") };
  const data = dataOf([hospitalOutpatientRates, [interim]], [parameters, [missing]]);
  expect(hospitalPercentPrice(outpatientRequest(), hospital(), data)).toEqual({
    kind: "failed",
    message:
      "Parameter hospital_addon_multiplier has no value on 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    serviceCategory: "hospital_interim",
    hospital: { interimRate: interim.outpatientInterimRate },
  });
  expect(hospitalPercentPrice(outpatientRequest(), hospital({ addonExempt: true }), data).kind).toBe("priced");
});

it("a code on the laboratory schedule at any date is laboratory, except at a Critical Access Hospital", () => {
  const data = dataOf([hospitalOutpatientRates, [rate(null, "0.3")]], [labRates, [labRow(ENDED)]]);
  const result = (of: Provider) =>
    priceOutpatient(outpatientRequest({ billed_charges: "10" }), of, data, null)[0]?.result;
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
