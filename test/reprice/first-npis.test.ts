import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { State } from "../../src/pricing/state/state.ts";
import { describedFile, openRelease } from "../../src/release/open.ts";
import { dryRun } from "../../src/reprice/dry-run.ts";
import type { FirstNpis } from "../../src/reprice/first-npis.ts";
import { npisBeforePricing, npisNotFound } from "../../src/reprice/jobs/other-states.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";

const folder = temporaryFolder();
let file: string;

beforeAll(async () => {
  file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
});
afterAll(() => folder.remove());

async function npisOf(text: string): Promise<FirstNpis | null> {
  const path = mkdtempSync(join(folder.path, "run-"));
  const input = join(path, "in.csv");
  writeFileSync(input, text);
  const seen: FirstNpis[] = [];
  const request: Repricing = {
    ...{ state: states.find(({ code }) => code === "ca") as State, setting: "outpatient" },
    release: { file, contentHash: describedFile(file).contentHash },
    ...{ input, out: join(path, "out.csv"), fields: [], decided: new Map(), compare: null, passThrough: [] },
    ...{ tolerance: NO_TOLERANCE, explains: false, staleAfterMonths: null, resume: false, force: false },
    today: "2026-11-15" as Repricing["today"],
  };
  await dryRun(request, () => {}, { onNpis: (npis) => seen.push(npis) });
  return seen[0] ?? null;
}

describe("The NPIs of the first lines of a file", () => {
  it("are its different NPIs, without what is none and without rows that are no claims", async () => {
    const lines = ["1000700140,99213", "123,99213", "Total,", ",", "1000-700-140,99214", "1000800015,99213"];
    expect(await npisOf(`NPI,CPT\n${lines.join("\n")}\n`)).toEqual({ npis: ["1000700140", "1000800015"], lines: null });
    expect(await npisOf("NPI,CPT\n")).toEqual({ npis: [], lines: null });
    const ofStates = "NPI,CPT,Payer State\n1000700140,99213,CA\n1000800015,99213,FL\n";
    expect(await npisOf(ofStates)).toEqual({ npis: ["1000700140"], lines: null });
  });

  it("are of so many lines where the file has more, and of the whole file where it has not", async () => {
    const rows = (count: number) => `NPI,CPT\n${"1000700140,99213\n".repeat(count - 1)}1000800015,99213\n`;
    expect(await npisOf(rows(5_000))).toEqual({ npis: ["1000700140", "1000800015"], lines: null });
    expect(await npisOf(rows(5_001))).toEqual({ npis: ["1000700140"], lines: 5_000 });
  });

  it("are looked up in the state, and in others where most are not there", () => {
    const release = openRelease(file, states);
    try {
      const of = (npis: readonly string[]) => npisBeforePricing({ npis, lines: 9 }, release, "ca", ["fl", "ny"]);
      expect(of(["1000800015", "1000800023", "1999999999"])).toEqual({
        ...{ total: 3, found: 0, elsewhere: [{ state: "fl", found: 2 }], lines: 9 },
      });
      expect(of(["1000700140", "1000800015"])).toEqual({ total: 2, found: 1, elsewhere: [], lines: 9 });
      expect(of([])).toBeNull();
    } finally {
      release.close();
    }
  });
});

describe("The NPIs that the rates do not have", () => {
  const of = (npis: readonly string[], others: readonly string[]) =>
    npisNotFound({ total: 150, unknown: npis.map((npi) => ({ npi, lines: 1 })) }, file, states, "ca", others);

  it("are those that no provider of the state has, whatever the output says of their lines", async () => {
    const { npis, statesOfNpis } = await of(["1000700017", "1999999999"], []);
    expect([npis, statesOfNpis]).toEqual([{ total: 150, unknown: [{ npi: "1999999999", lines: 1 }] }, null]);
  });

  it("are looked up in other states as far as a summary lists them", async () => {
    const nowhere = Array.from({ length: 99 }, (_, place) => String(1_999_999_000 + place));
    const { npis, statesOfNpis } = await of([...nowhere, "1000800015", "1000800023"], ["fl", "ny"]);
    expect(npis?.unknown).toHaveLength(101);
    expect([...(statesOfNpis ?? [])].map(([npi, having]) => [npi, having.map(({ code }) => code)])).toEqual([
      ["1000800015", ["fl"]],
    ]);
  });
});
