import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { ask } from "./support/ask.ts";
import { fakeService, get } from "./support/fake-app.ts";

describe("GET .../rate/what-if", () => {
  /** An emergency visit at a hospital system of the sample that is rated per campus: three results. */
  const URL = "/api/v1/ga/outpatient/rate/what-if?billing_code=99284&npi=1200020018&billed_charges=1000";
  const releases = new ReleaseSlot();
  let compiled: CompiledDataset;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../../data/sample"));
    releases.put(compiled.open());
  });
  afterAll(() => compiled.discard());

  const key = {
    id: "id",
    name: "id",
    states: ["ga"],
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 60,
  };
  const keys = { authenticate: () => key, keyWithId: () => null, isLost: false };
  const service = () => fakeService({ states, releases, keys });

  it.each([
    ["as it is", "ga/hospital_outpatient_rates/1200020018/Airport/outpatient_interim_rate=0.5"],
    ["encoded", "ga%2Fhospital_outpatient_rates%2F1200020018%2FAirport%2Foutpatient_interim_rate%3D0.5"],
  ])("takes a figure %s, and counts as two lookups for each result", async (_, set) => {
    const { app, charged, observed } = service();
    const answer = await ask(app, get(`${URL}&set=${set}`));
    expect(answer.statusCode).toBe(200);
    const { results } = answer.json();
    // 1000 x 0.5 x 1.1188, where 0.3018 is published.
    expect(results).toHaveLength(3);
    expect(results[0]).toMatchObject({ what_if: { payment_rate: "559.40" }, difference: "221.75" });
    expect(results[1]).toMatchObject({ difference: "0.00", steps: [] });
    expect(charged).toEqual([1, 5]);
    expect(observed).toMatchObject([{ route: "/api/v1/:state/outpatient/rate/what-if", lookups: 6 }]);
  });

  it("refuses what the price does not read with 400, naming what it reads; nothing more is charged", async () => {
    const { app, charged } = service();
    const answer = await ask(app, get(`${URL}&set=ga/parameters/outlier_share=0.9`));
    expect(answer.statusCode).toBe(400);
    const { code, errors } = answer.json();
    expect({ code, errors }).toMatchObject({ code: "invalid_parameter", errors: [{ field: "set" }] });
    expect(errors[0].message).toContain("it reads ga/hospital_outpatient_rates/1200020018/Airport");
    expect(charged).toEqual([1]);
  });
});
