import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileOf } from "../../src/dataset/table.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { states } from "../../src/states/index.ts";
import { filesOf } from "../conformance/cases.ts";
import { serviceOf, type TestService } from "../support/release.ts";

const NOBODY = "1999999992";
const NPI = "1000000004";

/** A registry of one provider, who is called Bay Clinic: the first of the state's cases, so that its row is one that the state has. */
function registryOf({ code, providers: { table } }: State): string {
  const csv = readFileSync(join(filesOf(code, "a").dataset, fileOf(table)), "utf8");
  const [first = {}]: Record<string, string>[] = parse(csv, { columns: true, trim: true });
  const row = { ...first, npi: NPI, provider_name: "Bay Clinic" };
  return `${Object.keys(row).join(",")}\n${Object.values(row)
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(",")}\n`;
}

/** The code of a lookup's first example. */
function codeOf({ examples }: RateLookup): string {
  return examples[0]?.query.billing_code ?? "";
}

describe.each(states)("$name without any rate", (state) => {
  const { code, name, lookups } = state;
  let service: TestService;

  beforeAll(async () => {
    service = await serviceOf(code, { [fileOf(state.providers.table)]: registryOf(state) });
  });
  afterAll(() => service.close());

  it.each(lookups)("$setting: one result that says so, whatever is asked", async (lookup) => {
    const { setting } = lookup;
    const asked = [{ npi: NPI }, { npi: NOBODY }, { provider_name: "Bay" }, { provider_name: "nobody" }];
    for (const identifiers of asked) {
      const results = await service.lookup(setting, { billing_code: codeOf(lookup), ...identifiers });
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

  it.each(lookups)("$setting: the provider that was found is named, one that was not is echoed", async (lookup) => {
    const { setting } = lookup;
    const billing_code = codeOf(lookup);
    const [found] = await service.lookup(setting, { billing_code, npi: NPI, reference_id: "r" });
    expect(found).toMatchObject({
      npi: NPI,
      provider_name: "Bay Clinic",
      provider_matches_total: null,
      reference_id: "r",
      billing_code,
    });
    const [nobody] = await service.lookup(setting, { billing_code, npi: NOBODY });
    expect(nobody).toMatchObject({ npi: NOBODY, provider_name: null, provider_matches_total: null });
    const [byName] = await service.lookup(setting, { billing_code, provider_name: "Bay" });
    expect(byName).toMatchObject({ npi: null, provider_name: null, provider_matches_total: 0 });
  });

  it.each(lookups)("$setting: a faulty request is refused as ever", (lookup) => {
    expect(service.faults(lookup.setting, { billing_code: codeOf(lookup), npi: "12" })).toMatchObject([
      { field: "npi" },
    ]);
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
