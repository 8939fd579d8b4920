import { afterAll, beforeAll, expect, it } from "vitest";
import { explainNoRate } from "../../../src/answers/explanation/explain-no-rate.ts";
import { shownNoRate } from "../../../src/answers/explanation/result-words.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { states } from "../../../src/states/index.ts";
import { serviceOf, type TestService } from "../../support/release.ts";

let service: TestService;

beforeAll(async () => {
  const rates = "procedure_code,procedure_type,unit_value,conversion_indicator,effective_start_date";
  service = await serviceOf("ca", { "ca/outpatient_rates.csv": `${rates}\n99213,Medicine,24,9,2025-01-01\n` });
});
afterAll(() => service.close());

it("a setting that is not loaded has a code of its own; any row of its first table was sought, and no parameter helps", async () => {
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
  expect(noRate === null ? null : shownNoRate(noRate).sought).toBe("ca/hospital_rates: any row, on 2025-10-01");
});
