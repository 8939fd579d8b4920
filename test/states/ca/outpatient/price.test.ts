import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceOf, type TestService } from "../../../support/release.ts";
import { D1, H1, P1, S1, workedExampleRows } from "../worked-example-rows.ts";

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", workedExampleRows);
});
afterAll(() => service.close());

const optional = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

it("what was priced before never shows in another answer: a fresh release says the same", async () => {
  const query = fc.record({
    npi: fc.constantFrom(D1, H1, P1, S1),
    billing_code: fc.constantFrom("99213", "77280", "00840", "93306", "71045", "99499", "76499"),
    date_of_service: fc.constantFrom("2025-10-01", "2024-01-01"),
    provider_type: optional("hospital", "podiatrist"),
    procedure_type: optional("Medicine", "Podiatrist"),
    service_type: optional("MEDICINE EMERGENCY", "RADIOLOGY"),
    child_patient: optional("true", "false"),
    family_planning_primary_dx: optional("true"),
    emergency_room: optional("true"),
    modifier: optional("26", "TC"),
    anesthesia_minutes: optional("0", "95"),
  });
  const sent = ({ ...fields }: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Record<string, string>;
  await fc.assert(
    fc.asyncProperty(fc.array(query, { minLength: 20, maxLength: 40 }), async (queries) => {
      const fresh = await serviceOf("ca", workedExampleRows);
      for (const each of queries.reverse()) {
        expect(await service.lookup("outpatient", sent(each))).toEqual(await fresh.lookup("outpatient", sent(each)));
      }
      fresh.close();
    }),
    { numRuns: 15 },
  );
});

it("what fails names its own day, also when it failed on another day before", async () => {
  for (const day of ["2025-10-01", "2025-10-02"]) {
    const query = { npi: P1, billing_code: "99213", procedure_type: "Radiology", date_of_service: day };
    expect(await service.lookup("outpatient", query)).toMatchObject([
      {
        error_message: `Procedure code 99213 has no Radiology rate on ${day}; available procedure types: Medicine, Podiatrist.`,
      },
    ]);
  }
});

describe("rows of different periods and provider types", () => {
  let own: TestService;
  beforeAll(async () => {
    own = await serviceOf("ca", {
      ...workedExampleRows,
      "ca/outpatient_rates.csv": [
        "procedure_code,procedure_type,unit_value,conversion_indicator,hopd_addon_eligible,effective_start_date,effective_end_date",
        "10000,Medicine,2,M,false,2025-01-01,2026-06-30",
        "10000,Radiology,3,R,false,2025-01-01,",
        "",
      ].join("\n"),
      "ca/conversion_factors.csv": [
        "procedure_type,conversion_indicator,service_type,emergency,provider_type,age_group,conversion_factor,selection_rank,effective_start_date,effective_end_date",
        "Medicine,M,MEDICINE,false,,any,4.50,1,2025-03-01,",
        "Radiology,R,RADIOLOGY,false,hospital,any,5.00,1,2025-03-01,2025-12-31",
        "",
      ].join("\n"),
    });
  });
  afterAll(() => own.close());

  const priced = (query: Record<string, string>) =>
    own.lookup("outpatient", { billing_code: "10000", date_of_service: "2025-10-01", ...query });

  it("a price holds as long as both the fee row and the conversion factor do", async () => {
    expect(await priced({ npi: P1 })).toMatchObject([
      { payment_rate: "9.00", effective_start_date: "2025-03-01", effective_end_date: "2026-06-30" },
    ]);
    expect(await priced({ npi: H1, procedure_type: "Radiology" })).toMatchObject([
      { payment_rate: "15.00", effective_start_date: "2025-03-01", effective_end_date: "2025-12-31" },
    ]);
  });

  it("a service type narrows the choice for the types of provider that have it, on the days on which they do", async () => {
    const radiology = { service_type: "RADIOLOGY" };
    expect(await priced({ ...radiology, npi: H1 })).toMatchObject([{ procedure_type_used: "Radiology" }]);
    expect(await priced({ ...radiology, npi: P1 })).toMatchObject([
      { procedure_type_used: "Medicine", rate_found: false },
    ]);
    expect(await priced({ ...radiology, npi: H1, date_of_service: "2026-01-01" })).toMatchObject([
      { procedure_type_used: "Medicine", rate_found: false },
    ]);
  });
});
