import { expect, it } from "vitest";
import { foldCounty } from "../../../../src/states/ga/county.ts";
import { ascPrice } from "../../../../src/states/ga/outpatient/asc.ts";
import { ascLocalities, ascProcedures, ascRates } from "../../../../src/states/ga/tables.ts";
import { dataOf, dollars, ENDED, IN_FORCE, outpatientRequest, period, provider } from "../rows.ts";

const procedure = { ...IN_FORCE, code: "66984", paymentGroup: "08" };
const locality = { ...IN_FORCE, county: "BEN HILL", locality: "03" };
const rate = { ...IN_FORCE, paymentGroup: "08", locality: "03", rate: dollars("973") };

function price(
  { procedures = [procedure], localities = [locality], rates = [rate] } = {},
  county: string | null = "Ben Hill",
  query: Record<string, string> = {},
) {
  const data = dataOf([ascProcedures, procedures], [ascLocalities, localities], [ascRates, rates]);
  const center = provider({ providerType: "ASC", county });
  return ascPrice(outpatientRequest({ billing_code: "66984", ...query }), center, data);
}

it("counties are compared as names are, without the word County at the end", () => {
  expect(["Ben Hill", "ben-hill county", "BEN HILL  COUNTY."].map(foldCounty)).toEqual(Array(3).fill("BEN HILL"));
  expect(foldCounty("County Line")).toBe("COUNTY LINE");
  expect(foldCounty("County")).toBe("COUNTY");
  expect(foldCounty("Échols")).toBe("ECHOLS");
  expect(price({}, "ben-hill COUNTY")).toMatchObject({ kind: "priced", payment: { text: "973.00" } });
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
  expect(price(nothing, null, { modifier: "50" })).toMatchObject({
    message: "Code 66984 is not on the Georgia ASC procedure list.",
    serviceCategory: "asc",
    asc: { paymentGroup: null, locality: null },
  });
  const ended = { procedures: [{ ...procedure, ...ENDED }], rates: [] };
  expect(price(ended, "Ben Hill", { modifier: "50" })).toMatchObject({
    message:
      "No rate for code 66984 is published for 2025-09-15; the nearest published period is 2024-07-01 to 2025-06-30.",
    asc: { paymentGroup: null, locality: "03" },
  });
  expect(price({ localities: [] }, "Ware", { modifier: "50" })).toMatchObject({
    message: "Georgia publishes ASC payment groups without modifiers; no rate row matches modifier 50.",
    asc: { paymentGroup: "08", locality: null },
  });
  expect(price({ rates: [] }, "Ware County").message).toBe(
    "Provider county Ware County is not assigned to a Georgia ASC locality on 2025-09-15.",
  );
  expect(price({ rates: [] }, null).message).toBe(
    "Provider county (none) is not assigned to a Georgia ASC locality on 2025-09-15.",
  );
  expect(price({ localities: [{ ...locality, ...ENDED }] })).toMatchObject({ asc: { locality: null } });
  expect(price({ rates: [{ ...rate, ...ENDED }] })).toMatchObject({
    message: "No Georgia ASC rate is published for payment group 08 in locality 03 on 2025-09-15.",
    asc: { paymentGroup: "08", locality: "03" },
  });
});
