import { describe, expect, test } from "vitest";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { lookUpAddress } from "../../../web/src/changes/change-list.tsx";
import type { ReleaseChange } from "../../../web/src/changes/diff.ts";

const { states: catalogue } = catalogueOf(states);

function change(table: string, key: ReleaseChange["key"], from: string | null = "2026-01-01"): ReleaseChange {
  const amounts = { before: "1", after: "2", difference: "1", percent: "100.00" };
  return { table, kind: "raised", key, from, to: null, before_until: null, figure: "rate", ...amounts, cells: [] };
}

describe("a change leads to the lookup of its code", () => {
  test("in the setting that prices it, on its first day, with what else the key says of the claim", () => {
    const key = { procedure_code: "58611", procedure_type: "Assistant Surgeon" };
    expect(lookUpAddress(change("ca/outpatient_rates", key), catalogue)).toBe(
      "/?state=ca&setting=outpatient&procedure_type=Assistant+Surgeon&billing_code=58611&date_of_service=2026-01-01",
    );
    expect(lookUpAddress(change("ny/fee_schedule", { code: "99213", modifier: null }), catalogue)).toBe(
      "/?state=ny&setting=outpatient&billing_code=99213&date_of_service=2026-01-01",
    );
  });

  test("and nowhere without a code, without days, without a state of the key, or with values that nobody could ask", () => {
    expect(lookUpAddress(change("ca/hospital_rates", { state_provider_id: "106019915" }), catalogue)).toBeNull();
    expect(lookUpAddress(change("fl/codes", { kind: "specialty", code: "35" }, null), catalogue)).toBeNull();
    expect(lookUpAddress(change("common/hcpcs", { code: "A4261" }, "2026-01-01"), catalogue)).toBeNull();
    const key = { procedure_code: "58611", procedure_type: "None of the choices" };
    expect(lookUpAddress(change("ca/outpatient_rates", key), catalogue)).toBe(
      "/?state=ca&setting=outpatient&billing_code=58611&date_of_service=2026-01-01",
    );
  });
});
