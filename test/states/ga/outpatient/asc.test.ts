import { expect, it } from "vitest";
import { foldCounty } from "../../../../src/core/text/folding.ts";
import { ascPayment } from "../../../../src/states/ga/outpatient/asc.ts";
import { ascLocalities, ascProcedures, ascRates } from "../../../../src/states/ga/tables.ts";
import { rowsOf } from "../../../support/sheet.ts";
import { dollars, ENDED, IN_FORCE, outpatientOutcome, outpatientRequest, period, provider, sheetOf } from "../rows.ts";

const procedure = { ...IN_FORCE, code: "66984", paymentGroup: "08" };
const locality = { ...IN_FORCE, county: "BEN HILL", locality: "03" };
const rate = { ...IN_FORCE, paymentGroup: "08", locality: "03", rate: dollars("973") };

function price(
  { procedures = [procedure], localities = [locality], rates = [rate] } = {},
  county: string | null = "Ben Hill",
  query: Record<string, string> = {},
) {
  const sheet = sheetOf(rowsOf(ascProcedures, procedures), rowsOf(ascLocalities, localities), rowsOf(ascRates, rates));
  const center = provider({ providerType: "ASC", county });
  const request = outpatientRequest({ billing_code: "66984", ...query });
  return outpatientOutcome(sheet, (_, found) => ascPayment(request, center, sheet, found));
}

const failure = (...of: Parameters<typeof price>) => {
  const { noRate, found } = price(...of);
  return { message: noRate?.message, ...found };
};

it("counties are compared as names are, without the word County at the end", () => {
  expect(["Ben Hill", "ben-hill county", "BEN HILL  COUNTY."].map(foldCounty)).toEqual(Array(3).fill("BEN HILL"));
  expect(foldCounty("County Line")).toBe("COUNTY LINE");
  expect(foldCounty("County")).toBe("COUNTY");
  expect(foldCounty("Échols")).toBe("ECHOLS");
  expect(price({}, "ben-hill COUNTY")).toMatchObject({ noRate: null, payment: { value: { text: "973.00" } } });
});

it("holds while procedure, locality and rate do", () => {
  const tables = {
    procedures: [{ ...procedure, period: period("2025-07-01", "2026-06-30") }],
    localities: [{ ...locality, period: period("2025-09-01") }],
    rates: [{ ...rate, period: period("2024-01-01", "2025-12-31") }],
  };
  expect(price(tables).period).toEqual(period("2025-09-01", "2025-12-31"));
  const procedures = [{ ...procedure, period: period("2025-09-15", "2025-09-30") }];
  expect(price({ ...tables, procedures }).period).toEqual(period("2025-09-15", "2025-09-30"));
});

it("fails in the page's order and shows what is known", () => {
  const nothing = { procedures: [], localities: [], rates: [] };
  expect(failure(nothing, null, { modifier: "50" })).toEqual({
    message: "Code 66984 is not on the Georgia ASC procedure list.",
    serviceCategory: "asc",
  });
  const ended = { procedures: [{ ...procedure, ...ENDED }], rates: [] };
  expect(failure(ended, "Ben Hill", { modifier: "50" })).toEqual({
    message:
      "No rate for code 66984 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    serviceCategory: "asc",
    locality: "03",
  });
  expect(failure({ localities: [] }, "Ware", { modifier: "50" })).toEqual({
    message: "Georgia publishes ASC payment groups without modifiers; no rate row matches modifier 50.",
    serviceCategory: "asc",
    paymentGroup: "08",
  });
  expect(failure({ rates: [] }, "Ware County").message).toBe(
    "Provider county Ware County is not assigned to a Georgia ASC locality on 2025-09-15.",
  );
  expect(failure({ rates: [] }, null).message).toBe(
    "Provider county (none) is not assigned to a Georgia ASC locality on 2025-09-15.",
  );
  expect(failure({ localities: [{ ...locality, ...ENDED }] }).locality).toBeUndefined();
  expect(failure({ rates: [{ ...rate, ...ENDED }] })).toEqual({
    message: "No Georgia ASC rate is published for payment group 08 in locality 03 on 2025-09-15.",
    serviceCategory: "asc",
    paymentGroup: "08",
    locality: "03",
  });
});

it("says what was searched for and what would help", () => {
  expect(price({ procedures: [] }).noRate).toMatchObject({
    code: "code_not_listed",
    searched: { table: ascProcedures, key: { code: "66984" } },
  });
  expect(price({}, "Ben Hill", { modifier: "50" }).noRate).toMatchObject({
    code: "not_for_request",
    remedy: [{ parameter: "modifier", value: "", why: "ASC payment groups have no modifiers" }],
  });
  expect(price({}, "Ware", { modifier: "50" }).noRate?.remedy).toEqual([]);
  expect(price({}, "Ware").noRate).toMatchObject({
    code: "no_provider_rate",
    searched: { table: ascLocalities, key: { county: "Ware" } },
  });
  const ended = { localities: [{ ...locality, ...ENDED }] };
  expect(price(ended).noRate).toMatchObject({ code: "not_in_force", nearest: ENDED.period });
  expect(price({ rates: [] }).noRate).toMatchObject({
    code: "missing_information",
    searched: { table: ascRates, key: { paymentGroup: "08", locality: "03" } },
  });
});

it("is one step: the published rate", () => {
  const { sheet, payment, method } = price();
  expect(method).toBe("ASC rate for payment group (08) in locality (03) = $973.00");
  expect(sheet.steps).toMatchObject([{ section: "ga 4.6 step 3", applied: true, unit: "dollars" }]);
  expect(payment?.source).toBe(sheet.steps[0]);
});
