import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { explain, namesSent } from "../../../src/answers/explanation/explain.ts";
import { explainNoRate } from "../../../src/answers/explanation/explain-no-rate.ts";
import { shownNoRate } from "../../../src/answers/explanation/result-words.ts";
import type { ExplainedNoRate } from "../../../src/answers/explanation/schema.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { states } from "../../../src/states/index.ts";
import { P1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { serviceOf, type TestService } from "../../support/release.ts";

describe("explain no rate", () => {
  /* Why there is no price, on the rows of California's worked examples. */

  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("ca", workedExampleRows);
  });
  afterAll(() => service.close());

  async function explained(setting: CareSetting, query: Record<string, string>) {
    const { source } = service;
    const lookup = lookupOf(source.state, setting);
    const read = lookup.reader.fromQuery(query, { today: "2026-11-15" as Day });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const { request } = read;
    const results = await lookupResults(lookup, request, source);
    const from = { name: "test", version: "1", contentHash: "0", engineVersion: "1", origins: source.origins, source };
    return explain({ lookup, request, sent: namesSent(query), results, stale: [], empty: [] }, from);
  }

  async function noRateOf(
    query: Record<string, string>,
    setting: CareSetting = "outpatient",
  ): Promise<ExplainedNoRate> {
    const day = setting === "outpatient" ? { date_of_service: "2025-10-01" } : { admit_date: "2025-10-01" };
    const { explanations } = await explained(setting, { npi: P1, ...day, ...query });
    const noRate = explanations[0]?.no_rate;
    if (!noRate) throw new Error("There is a price");
    return noRate;
  }

  it("a price needs no reason", async () => {
    const { explanations } = await explained("outpatient", {
      npi: P1,
      billing_code: "99213",
      date_of_service: "2025-10-01",
    });
    expect(explanations).toMatchObject([{ no_rate: null, payment: "s1" }]);
  });

  it("a code that is not in force names the search, the nearest period and a day of it", async () => {
    expect(await noRateOf({ billing_code: "99213", date_of_service: "2024-01-01" })).toEqual({
      code: "not_in_force",
      message:
        "Procedure code 99213 has no Medi-Cal rate on 2024-01-01; the nearest published period is 2025-07-01 onward.",
      sought: { table: "ca/outpatient_rates", key: { procedure_code: "99213" }, date: "2024-01-01" },
      nearest: { start: "2025-07-01", end: null },
      remedy: [
        { parameter: "date_of_service", value: "2025-07-01", why: "the nearest published period is 2025-07-01 onward" },
      ],
    });
  });

  describe("remedies are tried before they are named", () => {
    it("of the procedure types of a code only those that have a price are left", async () => {
      const { remedy } = await noRateOf({ billing_code: "76499", procedure_type: "Podiatrist" });
      expect(remedy).toEqual([{ parameter: "procedure_type", value: "Radiology", why: "published for the code" }]);
    });

    it("a day on which the code is by report is none", async () => {
      expect((await noRateOf({ billing_code: "99499", date_of_service: "2024-01-01" })).remedy).toEqual([]);
    });

    it("a code that lost its zeros is the one that is listed with them", async () => {
      expect((await noRateOf({ billing_code: "840" })).remedy).toEqual([
        { parameter: "billing_code", value: "00840", why: "00840 is listed: the zeros before it were lost" },
      ]);
      expect((await noRateOf({ billing_code: "841" })).remedy).toEqual([]);
    });
  });

  describe("a provider that does not exist", () => {
    it("was searched for by the identifiers and the name that were sent", async () => {
      const query = { npi: "1234567893", provider_name: "Hill", billing_code: "99213" };
      expect(await noRateOf(query)).toMatchObject({
        code: "no_such_provider",
        sought: { table: "ca/providers", key: { npi: "1234567893", provider_name: "Hill" }, date: "2025-10-01" },
        nearest: null,
        remedy: [],
      });
    });

    it("by a name without a match is no such provider, and by a common one no provider that can be priced", async () => {
      const { explanations } = await explained("outpatient", { provider_name: "zzzz", billing_code: "99213" });
      expect(explanations).toMatchObject([
        { no_rate: { code: "no_such_provider", sought: { key: { provider_name: "zzzz" } } } },
      ]);
      const common = await explained("outpatient", { provider_name: "H1", billing_code: "XXXXX" });
      expect(common.explanations).toMatchObject([{ no_rate: { code: "none_can_be_priced" } }]);
    });

    it("may have an NPI with a wrong check digit, which is said", async () => {
      const why = "the check digit of 1234567890 is wrong, so at least one of its digits is mistaken";
      const { remedy } = await noRateOf({ npi: "1234567890", billing_code: "99213" });
      expect(remedy).toEqual([{ parameter: "npi", value: null, why }]);
      expect((await noRateOf({ billing_code: "XXXXX" })).remedy).toEqual([]);
    });
  });

  it("a code that a type of provider cannot bill names that provider", async () => {
    expect(await noRateOf({ billing_code: "560-1" }, "inpatient")).toMatchObject({
      code: "not_for_provider_type",
      sought: { table: "ca/providers", key: { npi: P1 } },
    });
  });

  it("a formula that lacks a value says which parameter would bring it, and names its figures", async () => {
    const { explanations } = await explained("outpatient", {
      npi: P1,
      billing_code: "00840",
      date_of_service: "2025-10-01",
    });
    expect(explanations).toMatchObject([
      {
        payment: null,
        inputs: [
          { name: "base units", value: "6" },
          { name: "conversion factor", value: "15.19" },
        ],
        no_rate: {
          code: "missing_information",
          message: null,
          remedy: [
            { parameter: "anesthesia_minutes", value: null, why: "time units: anesthesia_minutes not supplied" },
          ],
        },
      },
    ]);
  });
});

describe("not loaded", () => {
  let service: TestService;

  beforeAll(async () => {
    const rates = "procedure_code,procedure_type,unit_value,conversion_indicator,effective_start_date";
    service = await serviceOf("ca", { "ca/outpatient_rates.csv": `${rates}\n99213,Medicine,24,9,2025-01-01\n` });
  });
  afterAll(() => service.close());

  it("a setting that is not loaded has a code of its own; the search names its first table, and no parameter helps", async () => {
    const california = states.find(({ code }) => code === "ca");
    if (california === undefined) throw new Error("California is missing.");
    const lookup = lookupOf(california, "inpatient");
    // The check digit is wrong, which is not why there is no price.
    const query = { npi: "1234567890", billing_code: "560-1", admit_date: "2025-10-01" };
    const read = lookup.reader.fromQuery(query, { today: "2026-11-15" as Day });
    if (!read.ok) throw new Error("The request is sound.");
    const [result] = await lookupResults(lookup, read.request, service.source);
    if (result === undefined) throw new Error("There is one result.");
    const asked = { lookup, request: read.request, source: service.source };
    const noRate = explainNoRate(result, asked, california.providers.table);
    expect(noRate).toMatchObject({
      code: "not_loaded",
      message: expect.stringMatching(/^California inpatient rates are not loaded\. They come from: /),
      sought: { table: "ca/hospital_rates", key: {}, date: "2025-10-01" },
      nearest: null,
      remedy: [],
    });
    expect(noRate === null ? null : shownNoRate(noRate).searched).toBe("ca/hospital_rates: any row, on 2025-10-01");
  });
});
