import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diffLines, shortKeys } from "../../src/cli/diff-text.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { sharedTables } from "../../src/dataset/medicare-tables.ts";
import type { ReleaseChange } from "../../src/diff/release-change.ts";
import { ChangeList } from "../../src/diff/release-comparison.ts";
import { california } from "../../src/states/ca/index.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

/** Those of a release of California alone. */
const TABLES = california.tables.length + sharedTables.length;

describe("diff", () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-diff-"));
  const before = join(folder, "before.db");
  const after = join(folder, "after.db");
  /** Without a price for 99213. */
  const lost = join(folder, "lost.db");

  /** The sample with California alone and other outpatient rates: a release of it has a third of the size. */
  function datasetLike(name: string, change: (rates: string) => string): string {
    const dataset = join(folder, name);
    for (const part of ["dataset.json", "ca", "common"]) {
      cpSync(join(SAMPLE, part), join(dataset, part), { recursive: true });
    }
    const file = join(dataset, "ca", "outpatient_rates.csv");
    writeFileSync(file, change(readFileSync(file, "utf8")));
    return dataset;
  }

  beforeAll(async () => {
    const sample = datasetLike("sample", (rates) => rates);
    const changed = datasetLike("changed", (rates) =>
      rates
        .replace("\n00142,Anesthesia,5.42,", "\n00142,Anesthesia,5.50,")
        .replace("99213,Medicine,2.4,1,1,,true,,,2023-03-15,", "99213,Medicine,3.0,1,1,,true,,,2023-03-15,"),
    );
    const without = datasetLike("without", (rates) => rates.replaceAll(/\n99213,.*/g, ""));
    for (const [dataset, out] of [
      [sample, before],
      [changed, after],
      [without, lost],
    ] as const) {
      await releaseAt(out, dataset);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

  describe("ratebook diff", () => {
    it("lists what changed, the largest first, and how many more there are", async () => {
      const { code, stdout } = await ratebook(["diff", before, after, "--limit", "1"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Nothing differs in ${TABLES - 1} of ${TABLES} tables.`);
      expect(stdout).toContain("ca/outpatient_rates: 2 raised (932 rows before, 932 after)");
      expect(stdout).toContain(
        "  raised   procedure_code 99213, procedure_type Medicine from 2023-03-15: unit_value 2.4 -> 3.0, +0.6 (+25.00 %)\n  and 1 more\n",
      );
    });

    it("finds nothing between a release and itself", async () => {
      const { code, stdout } = await ratebook(["diff", before, before]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Nothing differs in ${TABLES} tables.`);
    });

    it("prints all of it as JSON and writes it to a CSV", async () => {
      const csv = join(folder, "changes.csv");
      const { code, stdout } = await ratebook(["diff", before, after, "--json", "--limit", "0", "--csv", csv]);
      expect(code).toBe(0);
      const { changes, tables, on } = JSON.parse(stdout);
      expect(on).toBeNull();
      expect(changes.map(({ key, percent }: { key: object; percent: string }) => [key, percent])).toEqual([
        [{ procedure_code: "99213", procedure_type: "Medicine" }, "25.00"],
        [{ procedure_code: "00142", procedure_type: "Anesthesia" }, "1.48"],
      ]);
      expect(tables).toContainEqual(expect.objectContaining({ table: "ca/outpatient_rates", raised: 2, listed: 2 }));
      expect(readFileSync(csv, "utf8").trimEnd().split("\n")).toHaveLength(3);
    });

    it("prices claims with both, and exits with 3 where some of their lines are faulty", async () => {
      const claims = join(folder, "claims.csv");
      writeFileSync(claims, "npi,billing_code,date_of_service\n1000100010,99213,2026-03-01\nx,99213,2026-03-01\n");
      const command = ["diff", before, after, "--state", "ca", "--setting", "outpatient", "--claims", claims];
      const text = await ratebook(command);
      expect(text.code).toBe(3);
      expect(text.stdout).toContain("1 claim, $27.54 before, $34.43 after, difference $6.89 (+25.02 %)");
      expect(text.stdout).toContain("    1: npi: invalid_parameter");
      const { claims_effect } = JSON.parse((await ratebook([...command, "--json"])).stdout);
      expect(claims_effect).toMatchObject({
        claims: 1,
        before: "27.54",
        after: "34.43",
        difference: "6.89",
        faulty: 1,
        percent: "25.02",
        by_code: [
          { billing_code: "99213", claims: 1, before: "27.54", after: "34.43", difference: "6.89", percent: "25.02" },
        ],
        largest_moves: [{ input_line: 2, billing_code: "99213" }],
      });
    });

    it("writes what becomes of each claim to a CSV, and names a price that is lost among the largest moves", async () => {
      const claims = join(folder, "losing.csv");
      const csv = join(folder, "effect.csv");
      writeFileSync(claims, "npi,billing_code,date_of_service\n1000100010,99213,2026-03-01\n");
      const command = ["diff", after, lost, "--state", "ca", "--setting", "outpatient", "--claims", claims];
      const { code, stdout } = await ratebook([...command, "--claims-csv", csv]);
      expect(code).toBe(0);
      expect(stdout).toContain(
        "  line 2: 99213, 1000100010 Golden Poppy Medical Center: lost price, $34.43 -> no price, difference $-34.43\n",
      );
      const [header, line] = readFileSync(csv, "utf8").split("\n");
      expect(header).toContain("input_line,billing_code,provider,outcome,before,after");
      expect(line).toContain("2,99213,1000100010 Golden Poppy Medical Center,lost,34.43,,,,,");
    });

    it.each([
      [["--claims-csv", "effect.csv"], 2, "--claims-csv writes what becomes of claims"],
      [
        ["--csv", "./claims.csv", "--claims", "claims.csv", "--state", "ca", "--setting", "outpatient"],
        1,
        "claims.csv",
      ],
      [["--claims", "claims.csv"], 2, "--claims needs to know what the claims are"],
      [["--setting", "outpatient"], 2, "--setting says what the claims are"],
      [["--on", "tomorrow"], 2, "Expected a calendar day as YYYY-MM-DD."],
      [["--state", "zz"], 2, "is not a state of Ratebook"],
    ])("refuses %j", async (options, expected, message) => {
      const { code, stderr, stdout } = await ratebook(["diff", before, after, ...options]);
      expect(code).toBe(expected);
      expect(stderr).toContain(message);
      expect(stdout).toBe("");
    });

    it("refuses what is no release, and writes nothing then", async () => {
      const csv = join(folder, "none.csv");
      const { code, stderr } = await ratebook(["diff", before, join(folder, "missing.db"), "--csv", csv]);
      expect(code).toBe(1);
      expect(stderr).toContain("missing.db");
      expect(existsSync(csv)).toBe(false);
    });

    it("never writes to what it reads, under whatever name", async () => {
      const claims = join(folder, "kept.csv");
      writeFileSync(claims, "npi,billing_code,date_of_service\n1000100010,99213,2026-03-01\n");
      symlinkSync(after, join(folder, "link.db"));
      const asked = ["--state", "ca", "--setting", "outpatient", "--claims", claims];
      for (const [csv, what] of [
        [before, "the earlier release"],
        [after, "the later release"],
        [join(folder, "link.db"), "the later release"],
        [join(folder, ".", "kept.csv"), "the file of claims"],
      ] as const) {
        const kept = [before, after, claims].map(sha256);
        const { code, stderr } = await ratebook(["diff", before, after, ...asked, "--csv", csv]);
        expect(code).toBe(1);
        expect(stderr).toContain(`${csv} is ${what} and would be overwritten. Name another file with --csv.`);
        expect([before, after, claims].map(sha256)).toEqual(kept);
      }
    });
  });
});

const release = { name: "r", version: "1", description: "", sources: [], contentHash: "0".repeat(64), rowCounts: {} };

function lineOf(change: Partial<ReleaseChange>, on: Day | null = null): string {
  const changes = new ChangeList();
  const cell = { column: "fee", before: "760", after: null, difference: null, percent: null };
  changes.add({
    table: "zz/fees",
    kind: "lost",
    key: { code: "A1" },
    from: "2026-01-01" as Day,
    to: null,
    beforeUntil: null,
    figure: cell,
    isDollars: true,
    cells: [cell],
    ...change,
  });
  const counts = { raised: 0, cut: 0, lost: 1, ended: 0, gained: 0, added: 0, extended: 0, changed: 0 };
  const table = { table: "zz/fees", state: "zz", rowsBefore: 1, rowsAfter: 1, counts, changes, largest: [] };
  const comparison = { from: release, to: release, on, statesOnlyBefore: [], statesOnlyAfter: [], tables: [table] };
  return diffLines(comparison, 10).at(-1) as string;
}

describe("a change as a line", () => {
  const day = "2026-03-01" as Day;

  it("names a price that is lost, with the amount", () => {
    expect(lineOf({})).toBe("  lost     code A1 from 2026-01-01: fee 760 -> none");
  });

  it("names the day of a change that lasts one day, unless that day alone is compared", () => {
    expect(lineOf({ from: day, to: day })).toContain("code A1 on 2026-03-01: fee");
    expect(lineOf({ from: day, to: day }, day)).toContain("code A1: fee");
  });
});

describe("keys below each other", () => {
  const key = (service: string) => ({
    procedure_type: "Justice Involved",
    conversion_indicator: "9",
    service_type: service,
    empty: null,
  });

  it("keep the names of their columns where these fit", () => {
    expect(shortKeys([{ code: "A1", level: null }])).toEqual(["code A1"]);
  });

  it("are their values alone where one is too long", () => {
    expect(shortKeys([key("Community Clinic, rural"), { code: "A1" }])).toEqual([
      "Justice Involved, 9, Community Clinic, rural",
      "A1",
    ]);
  });

  it("are cut, but never where two would then be equal", () => {
    const long = "a service with a name that is so long that no line of a terminal holds it";
    const [one, other, third] = shortKeys([key(`${long} 1`), key(`${long} 2`), key(`other ${long}`)]);
    expect(one).toBe(`Justice Involved, 9, ${long} 1`);
    expect(other).toBe(`Justice Involved, 9, ${long} 2`);
    expect(third).toHaveLength(73);
    expect(third).toMatch(/\.\.\.$/);
  });
});
