import { afterAll, beforeAll, expect, it } from "vitest";
import { serviceOf, type TestService } from "../../support/release.ts";
import { C1, G1, H1, H2, workedExampleRows } from "./worked-example-rows.ts";

/* How lookups find providers, on the rows of the page's worked examples (ny 3, 5.1). */

let service: TestService;
beforeAll(async () => {
  service = await serviceOf("ny", workedExampleRows);
});
afterAll(() => service.close());

it("a certificate matches by its digits, and only hospitals", async () => {
  for (const opcert of ["7000101", "7000101h", "7000101A"]) {
    expect(
      await service.lookup("inpatient", { opcert, billing_code: "139-2", discharge_date: "2025-03-01" }),
    ).toMatchObject([{ npi: H1, opcert: "7000101H", payment_rate: "7834.83" }]);
  }
});

it("a certificate that nobody has is echoed as it was sent", async () => {
  expect(await service.lookup("outpatient", { opcert: "1234567z", npi: H1, billing_code: "271" })).toMatchObject([
    {
      opcert: "1234567z",
      npi: H1,
      provider_type: null,
      provider_matches_total: null,
      error_message: `No New York provider matches npi=${H1}, opcert=1234567z.`,
    },
  ]);
});

it("a provider type leaves the other rows of an identifier out", async () => {
  const query = { npi: G1, billing_code: "36415" };
  expect(await service.lookup("outpatient", { ...query, provider_type: "laboratory" })).toMatchObject([
    { provider_type: "LABORATORY", payment_rate: "3.00" },
  ]);
  expect(await service.lookup("outpatient", { ...query, provider_type: "HOSPITAL" })).toMatchObject([
    { provider_type: null, error_message: `No New York provider matches npi=${G1}, provider_type=HOSPITAL.` },
  ]);
});

it("a name that no row of the type has matches nobody, one that a row has cannot be priced", async () => {
  const query = { provider_name: " Group ", billing_code: "00840" };
  expect(await service.lookup("outpatient", { ...query, provider_type: "HOSPITAL" })).toMatchObject([
    {
      provider_matches_total: 0,
      error_message: "No New York provider matches provider_name=Group, provider_type=HOSPITAL.",
    },
  ]);
  expect(await service.lookup("outpatient", { ...query, provider_type: "PHYSICIAN" })).toMatchObject([
    {
      provider_matches_total: 0,
      error_message:
        "No New York provider that matches provider_name=Group, provider_type=PHYSICIAN can be priced for this request.",
    },
  ]);
});

it("an inpatient lookup by name looks at hospitals only", async () => {
  expect(await service.lookup("inpatient", { provider_name: "clinic", billing_code: "139-2" })).toMatchObject([
    { provider_matches_total: 0, error_message: "No New York provider matches provider_name=clinic." },
  ]);
  const rehabilitation = { provider_name: "rehabilitation", length_of_stay: "2" };
  expect(await service.lookup("inpatient", rehabilitation)).toMatchObject([
    { npi: H2, provider_matches_total: 1, payment_rate: "2776.54" },
  ]);
});

it("an identifier without a hospital among its rows gets one inpatient answer", async () => {
  expect(await service.lookup("inpatient", { npi: G1, billing_code: "139-2" })).toMatchObject([
    {
      npi: G1,
      error_message: "EXAMPLE GROUP PRACTICE is not enrolled as a hospital, so it has no inpatient rates.",
      provider_matches_total: null,
    },
  ]);
});

it("clinics of one name qualify by their regions", async () => {
  const clinics = async (query: Record<string, string>) => {
    const results = await service.lookup("outpatient", { billing_code: "271", provider_name: "c", ...query });
    return results.map(({ npi, payment_rate }) => [npi, payment_rate]);
  };
  const dated = { date_of_service: "2025-03-01", provider_type: "OUTPATIENT_CLINIC_ASC" };
  expect(await clinics(dated)).toEqual([
    [C1, "158.08"],
    ["1100000006", "109.56"],
  ]);
  expect(await clinics({ ...dated, service_region: "Upstate" })).toEqual([
    [C1, "136.91"],
    ["1100000006", "109.56"],
    ["1100000007", "109.56"],
  ]);
  expect(await clinics({ ...dated, rate_code: "1408" })).toEqual([[C1, "501.90"]]); // 0.7658 x 117.40 = 89.90, + 412.00
});

it("what the service type requires is a result, however the type was found", async () => {
  const dated = { npi: H1, discharge_date: "2025-03-01" };
  const sent = { ...dated, service_type: "psychiatric" };
  const inferred = { ...dated, rate_code: "2852" };
  for (const query of [sent, inferred]) {
    expect(service.faults("inpatient", query)).toEqual([]);
    expect(await service.lookup("inpatient", query)).toMatchObject([
      {
        rate_found: false,
        service_type: "psychiatric",
        error_message:
          "billing_code is required for service_type psychiatric; send an APR-DRG code as <drg> or <drg>-<soi>.",
        calculation_method: null,
      },
    ]);
  }
  expect(await service.lookup("inpatient", { ...dated, service_type: "cah", length_of_stay: "0" })).toMatchObject([
    { error_message: "length_of_stay must be at least 1 for service_type cah.", calculation_method: null },
  ]);
});

it("a hospital that the request does not suit is left out of a lookup by name", async () => {
  const query = { provider_name: "example", discharge_date: "2025-03-01", length_of_stay: "2" };
  expect(await service.lookup("inpatient", query)).toMatchObject([
    { npi: H2, payment_rate: "2776.54", provider_matches_total: 1 },
  ]);
  expect(await service.lookup("inpatient", { ...query, alc_days: "3" })).toMatchObject([
    {
      npi: null,
      provider_matches_total: 0,
      error_message: "No New York provider that matches provider_name=example can be priced for this request.",
    },
  ]);
});

it("only what is malformed, unknown or without an identifier is a fault", () => {
  const codes = (query: Record<string, string>) => service.faults("inpatient", query).map(({ code }) => code);
  expect(codes({ npi: H1, service_type: "surgery" })).toEqual(["invalid_parameter"]);
  expect(codes({ npi: H1, lengthofstay: "2" })).toEqual(["unknown_parameter"]);
  expect(codes({ service_type: "acute" })).toEqual(["missing_provider_identifier"]);
});
