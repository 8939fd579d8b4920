import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile } from "../../src/release/open.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { ratebook, SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* Lines of claims in Georgia beside Medicare's price. 99213 in Atlanta: Medicaid 92.47, Medicare 89.24. */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
let contentHash = "";

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  ({ contentHash } = describedFile(file));
});
afterAll(() => folder.remove());

const HEADINGS = "NPI,HCPCS,DOS,Modifier,Units,Paid";

async function work(lines: readonly string[], more: Partial<Repricing> = {}) {
  const state = states.find(({ code }) => code === "ga") as State;
  const { results } = await repriced(folder.path, `${[HEADINGS, ...lines].join("\n")}\n`, {
    ...{ state, setting: "outpatient", release: { file, contentHash }, isBesideMedicare: true },
    ...more,
  });
  return results;
}

describe("a line of a claim", () => {
  it("has Medicare's price for one unit, the ratio of the rate to it, and the locality", async () => {
    const [visit, reading] = await work(["1200050015,99213,2025-10-15,,3,80", "1200050122,71046,2025-10-15,26,2,20"]);
    expect(visit).toMatchObject({
      payment_rate: "92.47",
      expected_amount: "277.41",
      medicare_payment_rate: "89.24",
      medicare_ratio: "1.0362",
      medicare_locality: "10212-01",
      medicare_not_compared: "",
    });
    // 7.91 / 10.06 = 0.78628.
    expect(reading).toMatchObject({ medicare_payment_rate: "10.06", medicare_ratio: "0.7863" });
  });

  it("is compared with a modifier that informs, and not with one that changes the payment", async () => {
    const [informs, changes, both] = await work([
      "1200050015,99213,2025-10-15,25,1,80",
      "1200050015,99213,2025-10-15,50,1,80",
      "1200050122,71046,2025-10-15,26 50 80,1,20",
    ]);
    expect(informs).toMatchObject({ medicare_ratio: "1.0362" });
    expect(changes).toMatchObject({
      medicare_payment_rate: "",
      medicare_ratio: "",
      medicare_not_compared: "Modifier 50 changes the payment, and Medicare's price here would be without it.",
    });
    expect(both?.medicare_not_compared).toMatch(/^Modifiers 50, 80 change the payment/);
  });

  it("says why there is no ratio", async () => {
    const [drug, unknown] = await work(["1200050015,J1642,2025-10-15,,1,1", "1999999984,99213,2025-10-15,,1,1"]);
    expect(drug?.medicare_not_compared).toContain("status E");
    expect(unknown).toMatchObject({ medicare_ratio: "", medicare_not_compared: expect.stringContaining("ZIP code") });
  });

  it("has no such columns unless they are requested", async () => {
    const [line] = await work(["1200050015,99213,2025-10-15,,1,80"], { isBesideMedicare: false });
    expect(Object.keys(line ?? {}).filter((name) => name.startsWith("medicare"))).toEqual([]);
  });
});

it("the command refuses it for stays", async () => {
  const { code, stderr } = await ratebook([
    "reprice",
    "ga",
    "inpatient",
    "x.csv",
    "--release",
    file,
    "--out",
    "y.csv",
    "--medicare",
  ]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("Leave --medicare out. Medicare pays hospital stays by MS-DRG"),
  ]);
});
