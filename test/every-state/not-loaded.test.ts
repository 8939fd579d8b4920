import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CareSetting } from "../../src/providers/definition.ts";
import { states } from "../../src/states/index.ts";
import { serviceOf, type TestService } from "../support/release.ts";

const NOBODY = "1999999992";

/** A provider of each state, as its own page writes it. */
const PROVIDERS: Readonly<Record<string, string>> = {
  ca: "npi,provider_name,provider_type\n1000000004,Bay Clinic,physician_office\n",
  fl: "npi,state_provider_id,provider_name,provider_type\n1000000004,000000100,Bay Clinic,PRACTITIONER\n",
  ny: "npi,provider_name,provider_type\n1000000004,Bay Clinic,PHYSICIAN\n",
  ga: "npi,provider_name,provider_type\n1000000004,Bay Clinic,PHYSICIAN\n",
};

const CODES: Readonly<Record<CareSetting, string>> = { outpatient: "99213", inpatient: "560-1" };

describe.each(states)("$name without any rate", ({ code, name, lookups }) => {
  let service: TestService;

  beforeAll(async () => {
    service = await serviceOf(code, { [`${code}/providers.csv`]: PROVIDERS[code] as string });
  });
  afterAll(() => service.close());

  it.each(lookups)("$setting: one result that says so, whatever is asked", async ({ setting }) => {
    const asked = [{ npi: "1000000004" }, { npi: NOBODY }, { provider_name: "Bay" }, { provider_name: "nobody" }];
    for (const identifiers of asked) {
      const results = await service.lookup(setting, { billing_code: CODES[setting], ...identifiers });
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        rate_found: false,
        payment_rate: null,
        calculation_method: null,
        error_message: expect.stringMatching(
          new RegExp(`^${name} ${setting} rates are not loaded\\. They come from: .+\\(${code}/`),
        ),
      });
    }
  });

  it.each(lookups)(
    "$setting: the provider that was found is named, one that was not is echoed",
    async ({ setting }) => {
      const billing_code = CODES[setting];
      const [found] = await service.lookup(setting, { billing_code, npi: "1000000004", reference_id: "r" });
      expect(found).toMatchObject({
        npi: "1000000004",
        provider_name: "Bay Clinic",
        provider_matches_total: null,
        reference_id: "r",
        billing_code,
      });
      const [nobody] = await service.lookup(setting, { billing_code, npi: NOBODY });
      expect(nobody).toMatchObject({ npi: NOBODY, provider_name: null, provider_matches_total: null });
      const [byName] = await service.lookup(setting, { billing_code, provider_name: "Bay" });
      expect(byName).toMatchObject({ npi: null, provider_name: null, provider_matches_total: 0 });
    },
  );

  it.each(lookups)("$setting: a faulty request is refused as ever", ({ setting }) => {
    expect(service.faults(setting, { billing_code: CODES[setting], npi: "12" })).toMatchObject([{ field: "npi" }]);
  });
});

describe("California with its fee schedule alone", () => {
  let service: TestService;

  beforeAll(async () => {
    const rates = "procedure_code,procedure_type,unit_value,conversion_indicator,effective_start_date";
    service = await serviceOf("ca", { "ca/outpatient_rates.csv": `${rates}\n99213,Medicine,24,9,2025-01-01\n` });
  });
  afterAll(() => service.close());

  it("has outpatient rates and no provider to price, as its page says", async () => {
    const results = await service.lookup("outpatient", { billing_code: "99213", npi: NOBODY });
    expect(results).toMatchObject([
      { rate_found: false, error_message: `No California provider matches npi ${NOBODY}.` },
    ]);
    const byName = await service.lookup("outpatient", { billing_code: "99213", provider_name: "Bay" });
    expect(byName).toMatchObject([{ rate_found: false, provider_matches_total: 0 }]);
    expect(await service.search({ provider_name: "Bay" })).toMatchObject({ total_results: 0 });
  });

  it("has no inpatient rates", async () => {
    const [result] = await service.lookup("inpatient", { billing_code: "560-1", npi: NOBODY });
    expect(result?.error_message).toMatch(/^California inpatient rates are not loaded\. /);
  });
});
