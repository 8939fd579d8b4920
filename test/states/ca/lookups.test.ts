import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceOf, type TestService } from "../../support/release.ts";
import { D1, H1, H2, P1, workedExampleRows } from "./worked-example-rows.ts";

const OUTPATIENT = { billing_code: "99213", date_of_service: "2025-10-01" };
const INPATIENT = { billing_code: "560-1", admit_date: "2025-10-01" };

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("ca", workedExampleRows);
});
afterAll(() => service.close());

const outpatient = (query: Record<string, string>) => service.lookup("outpatient", { ...OUTPATIENT, ...query });
const inpatient = (query: Record<string, string>) => service.lookup("inpatient", { ...INPATIENT, ...query });

describe("a provider type that is sent", () => {
  it("replaces the provider's own", async () => {
    expect(await outpatient({ npi: P1, provider_type: "hospital" })).toMatchObject([
      { provider_type: "hospital", provider_type_label: "Hospital", payment_rate: "27.60" },
    ]);
    expect(await outpatient({ npi: P1 })).toMatchObject([
      { provider_type: "physician_office", provider_type_label: "Physician Office", payment_rate: "24.05" },
    ]);
  });

  it("also says who is meant in a lookup by name alone", async () => {
    const names = async (query: Record<string, string>) =>
      (await outpatient(query)).map(({ provider_name, provider_matches_total }) => [
        provider_name,
        provider_matches_total,
      ]);
    expect(await names({ provider_name: "D1" })).toEqual([["D1", 1]]);
    expect(await names({ provider_name: "D1", provider_type: "podiatrist" })).toEqual([["D1", 1]]);
    expect(await names({ provider_name: "D1", provider_type: "hospital" })).toEqual([[null, 0]]);
  });
});

describe("nobody", () => {
  it("matches identifiers that nobody has: they are echoed, and everything about a provider is null", async () => {
    const nobody = { npi: "1999999999", state_provider_id: "x9" };
    const message = "No California provider matches npi 1999999999 and state_provider_id x9.";
    const found = { ...nobody, error_message: message, rate_found: false, provider_matches_total: null };
    expect(await outpatient(nobody)).toMatchObject([{ ...found, provider_name: null, provider_type: null }]);
    expect(await outpatient({ ...nobody, provider_type: "podiatrist" })).toMatchObject([
      { ...found, provider_type: "podiatrist", provider_type_label: "Podiatrist", matched_npi: null },
    ]);
    expect(await inpatient(nobody)).toMatchObject([{ ...found, provider_name: null, matched_npi: null }]);
  });

  it("of a name can be priced", async () => {
    expect(await outpatient({ provider_name: "H1", billing_code: "nocode" })).toMatchObject([
      {
        npi: null,
        provider_matches_total: 0,
        error_message: 'No California provider matching provider_name "H1" can be priced for NOCODE on 2025-10-01.',
      },
    ]);
    expect(await inpatient({ provider_name: "P1" })).toMatchObject([
      {
        npi: null,
        provider_matches_total: 0,
        error_message: 'No California provider matching provider_name "P1" can be priced for 560-1 on 2025-10-01.',
      },
    ]);
  });
});

describe("a lookup by name", () => {
  it("says that a code is by report where it is so for all, and leaves out what fails", async () => {
    expect(await outpatient({ provider_name: "D1", billing_code: "99499" })).toMatchObject([
      { provider_name: "D1", is_manually_priced: true, provider_matches_total: 0 },
    ]);
    expect(await outpatient({ provider_name: "D1", service_type: "GYN" })).toMatchObject([
      { provider_name: null, provider_matches_total: 0 },
    ]);
  });

  it("leaves out hospitals that cannot be priced for the APR-DRG", async () => {
    expect(await inpatient({ provider_name: "H" })).toMatchObject([{ npi: H1 }, { npi: H2 }]);
    expect(await inpatient({ provider_name: "H", billing_code: "999-1" })).toMatchObject([
      { provider_name: null, provider_matches_total: 0 },
    ]);
  });
});

it("an NPI of a podiatrist alone is answered as such inpatient too", async () => {
  expect(await inpatient({ npi: D1 })).toMatchObject([{ provider_name: "D1", rate_found: false }]);
});
