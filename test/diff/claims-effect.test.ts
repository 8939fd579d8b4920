import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effectJson, effectLines } from "../../src/cli/diff-text.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { factor } from "../../src/core/money/factor.ts";
import { CLAIMS_CSV_HEADER, claimCsvLine, claimsEffect } from "../../src/diff/claims-effect.ts";
import { EffectTally } from "../../src/diff/effect-tally.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { changedSample } from "./changed-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "ratebook-claims-"));
const compiled: CompiledDataset[] = [];
let before: StateInRelease;
let after: StateInRelease;

beforeAll(async () => {
  const dataset = changedSample(join(folder, "changed"), (rates) =>
    rates
      // 3.0 x 10.00 x 0.8 x 1.4344 = 34.4256 instead of 27.54.
      .replace("99213,Medicine,2.4,1,1,,true,,,2023-03-15,", "99213,Medicine,3.0,1,1,,true,,,2023-03-15,")
      .replaceAll(/\n99214,.*/g, ""),
  );
  for (const each of [SAMPLE, dataset]) compiled.push(await compiledDataset(each));
  [before, after] = compiled.map((each) => each.open().states.get("ca") as StateInRelease) as [
    StateInRelease,
    StateInRelease,
  ];
});

afterAll(() => {
  for (const each of compiled) each.discard();
  rmSync(folder, { recursive: true });
});

function effectOf(lines: readonly string[], notices: string[] = [], csv: string[] = []): Promise<EffectTally> {
  const input = join(folder, "claims.csv");
  writeFileSync(input, [...lines, ""].join("\n"));
  return claimsEffect({
    input,
    state: before.state,
    setting: "outpatient",
    before,
    after,
    decided: new Map(),
    onColumns: () => undefined,
    passThrough: [],
    today: "2026-11-15" as Day,
    movesMax: 5,
    onClaim: (claim) => csv.push(claimCsvLine(claim)),
    notify: (text) => notices.push(text),
    onProgress: () => undefined,
  });
}

const HEADER = "npi,billing_code,date_of_service,reference_id";

describe("claims priced with two releases", () => {
  it("come to totals before and after, by code and by provider, with the largest moves", async () => {
    const effect = await effectOf([
      HEADER,
      "1000100010,99213,2026-03-01,r1",
      "1000100010,99213,2026-03-02,r2",
      // Before the row that changed.
      "1000100010,99213,2022-08-01,r3",
      "1000100010,99214,2026-03-01,r4",
    ]);
    expect(effect.outcomes).toMatchObject({ raised: 2, unchanged: 1, lost: 1, cut: 0, gained: 0 });
    const [raise, loss] = [...effect.byCode].sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(raise).toMatchObject({ name: "99213", claims: 3 });
    // 2 x (34.43 - 27.54)
    expect(raise?.difference.text).toBe("13.78");
    expect(loss).toMatchObject({ name: "99214", claims: 1 });
    expect(loss?.after.text).toBe("0");
    expect(effect.byProvider.map(({ name, claims }) => [name, claims])).toEqual([
      ["1000100010 Golden Poppy Medical Center", 4],
    ]);
    expect(effect.largest.map(({ line, before: was, after: is }) => [line, was?.text, is?.text])).toEqual([
      // A price that is lost moves by all of it.
      [5, "43.03", undefined],
      [2, "27.54", "34.43"],
      [3, "27.54", "34.43"],
    ]);
    expect(effect.reasons.lost).toHaveLength(1);
  });

  it("are not asked what was paid, and need units that can be read", async () => {
    const effect = await effectOf([
      "npi,billing_code,date_of_service,Units,Paid",
      "1000100010,99213,2026-03-01,1,n.a.",
      "1000100010,99213,2026-03-01,1,1.82E+09",
      "1000100010,99213,2026-03-01,$4.00,1",
    ]);
    expect(effect.outcomes).toMatchObject({ raised: 2 });
    expect(effect.reasons.faulty).toEqual([["Units: invalid_units", 1]]);
  });

  it("are left out of the totals and counted where they take money back, by payment or by units", async () => {
    const csv: string[] = [];
    const paid = await effectOf(
      [
        "npi,billing_code,date_of_service,Units,Paid",
        "1000100010,99213,2026-03-01,1,27.54",
        "1000100010,99213,2026-03-01,1,-27.54",
        "1000100010,99213,2026-03-01,-1,(27.54)",
        "12,99213,2026-03-01,-1,(27.54)",
      ],
      [],
      csv,
    );
    expect(paid.outcomes).toMatchObject({ raised: 1, takenBack: 2 });
    expect(paid.totals).toMatchObject({ claims: 1, before: { text: "27.54" }, after: { text: "34.43" } });
    expect(paid.byCode).toMatchObject([{ claims: 1 }]);
    expect(paid.faulty).toBe(1);
    expect(csv[1]).toMatch(/^3,99213,[^,]*,taken_back,,,,,The line takes money back/);
    const unpaid = await effectOf([
      "npi,billing_code,date_of_service,Units",
      "1000100010,99213,2026-03-01,1",
      "1000100010,99213,2026-03-01,-1",
    ]);
    expect(unpaid.outcomes).toMatchObject({ raised: 1, takenBack: 1 });
    expect(unpaid.faulty).toBe(0);
    expect(effectLines("c.csv", unpaid, 5).join("\n")).toContain("1 line takes money back");
    expect(effectJson("c.csv", paid)).toMatchObject({ claims: 1, taken_back: 2 });
  });

  it("are left out where a column says that they undo a line or are undone; claims of another setting are faults", async () => {
    const effect = await effectOf([
      "npi,billing_code,date_of_service,not_owed",
      "1000100010,99213,2026-03-01,",
      "1000100010,99213,2026-03-01,denied (CO-29)",
      "1000100010,99213,2026-03-01,reversal",
      "1000100010,99213,2026-03-01,reversed",
      "1000100010,99213,2026-03-01,corrected",
      ",,,other_setting",
    ]);
    expect(effect.outcomes).toMatchObject({ raised: 2, takenBack: 3 });
    expect(effect.reasons.faulty).toEqual([
      ["The claim belongs to another setting than the one that was repriced.", 1],
    ]);
  });

  it("have a line each in a CSV: the amounts, the percentage, what became of them and why there is no amount", async () => {
    const csv: string[] = [];
    const effect = await effectOf(
      [
        HEADER,
        "1000100010,99213,2026-03-01,r1",
        "1000100010,99214,2026-03-01,r2",
        "1000100010,00000,2026-03-01,r3",
        "12,99213,2026-03-01,secret",
      ],
      [],
      csv,
    );
    const provider = "1000100010 Golden Poppy Medical Center";
    const columns = CLAIMS_CSV_HEADER.trimEnd().split(",");
    expect(columns.slice(0, 8)).toEqual(
      "input_line billing_code provider outcome before after difference percent".split(" "),
    );
    // 34.43 - 27.54 = 6.89, of 27.54 25.02 percent.
    expect(csv[0]).toBe(`2,99213,${provider},raised,27.54,34.43,6.89,25.02,,\n`);
    expect(csv[1]).toMatch(new RegExp(`^3,99214,${provider},lost,[0-9.]+,,,,,\\S.*\n$`));
    expect(csv[2]).toContain(`4,00000,${provider},not_priced_in_either,,,,,`);
    expect(csv[3]).toBe("5,,,faulty,,,,,npi: invalid_parameter,npi: invalid_parameter\n");
    expect(effect.reasons.unpriced).toHaveLength(1);
    expect(csv.join("")).not.toContain("secret");
  });

  it("are counted with their reasons where a line cannot be read, without quoting it", async () => {
    const effect = await effectOf([HEADER, "12,99213,2026-03-01,secret", "1000100010,99213", ""]);
    expect(effect.faulty).toBe(2);
    expect(effect.reasons.faulty).toEqual([
      ["npi: invalid_parameter", 1],
      ["The line has 2 cells, the header 4. Put cells that contain commas in quotes.", 1],
    ]);
    expect(effect.totals.claims).toBe(0);
    expect(JSON.stringify(effect.reasons)).not.toContain("secret");
  });

  it("say which day they are priced as of when no column does, and refuse a misspelt column", async () => {
    const notices: string[] = [];
    await effectOf(["npi,billing_code", "1000100010,99213"], notices);
    expect(notices).toEqual([
      expect.stringMatching(/claims\.csv: commas, UTF-8, 2 columns\.$/),
      "Columns: npi, billing_code.",
      "There is no column date_of_service: every claim is priced as of 2026-11-15.",
    ]);
    await expect(effectOf(["npi,biling_code", "1000100010,99213"])).rejects.toThrow("looks like billing_code");
  });
});

it("an amount on one side alone counts on that side, and several amounts in no total", () => {
  const tally = new EffectTally(1);
  const priced = (amount: string) => ({ kind: "priced", amount: factor(amount) }) as const;
  const unpriced = { kind: "unpriced", reason: "No rate was found." } as const;
  const claim = { line: 2, code: "A", provider: "P" };
  tally.add({ ...claim, before: priced("10.50"), after: unpriced });
  tally.add({ ...claim, before: unpriced, after: priced("0.004") });
  tally.add({ ...claim, before: priced("5"), after: { kind: "several" } });
  tally.add({ ...claim, before: unpriced, after: unpriced });
  tally.add({ ...claim, line: 3, before: priced("2"), after: priced("3") });
  tally.add({ ...claim, line: 4, before: priced("9"), after: priced("7") });
  expect(tally.outcomes).toEqual({
    unchanged: 0,
    raised: 1,
    cut: 1,
    gained: 1,
    lost: 1,
    unpriced: 1,
    several: 1,
    takenBack: 0,
  });
  expect([tally.totals.before.text, tally.totals.after.text, tally.totals.difference.text]).toEqual([
    "21.5",
    "10.004",
    "-11.496",
  ]);
  // 10.50 that is lost is more than 2 that is cut.
  expect(tally.largest.map(({ line, before, after }) => [line, before?.text, after])).toEqual([[2, "10.50", null]]);
});
