import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "sample.db");
const codes = join(folder.path, "codes.csv");
beforeAll(async () => {
  await releaseAt(release, SAMPLE);
  writeFileSync(codes, "category,code\nvisits,99213\n");
});
afterAll(() => folder.remove());

const compared = (...more: readonly string[]) =>
  ratebook(["compare-medicare", "ga", "--release", release, "--on", "2025-10-15", "--codes", codes, ...more]);

describe("compare-medicare", () => {
  it("prints the table, and what to know about it on standard error", async () => {
    const { code, stdout, stderr } = await compared();
    expect(code).toBe(0);
    const [header, first] = stdout.split(/\r?\n/);
    expect(header).toBe(
      "category,code,population,provider_type,rate_for,medicaid_rate,medicare_locality,medicare_locality_name,medicare_non_facility_rate,ratio,medicare_average,ratio_to_average,not_compared,note,provider_records,medicaid_calculation,medicaid_paid_claims,beneficiaries",
    );
    expect(first).toMatch(
      /^visits,99213,child and adult,PHYSICIAN,service category: enhanced_rate; enhanced: yes,92\.47,/,
    );
    expect(first).toContain(
      ',92.47,10212-01,ATLANTA,89.24,1.0362,86.75,1.0659,,"TEST DATA: this dataset has made-up figures. ',
    );
    expect(stderr).toBe(
      `4 rows in 2 localities, 4 with a ratio.\nwarning: TEST DATA: this dataset has made-up figures.\nnote: Codes: ${codes}.\nnote: Left out: HOSPITAL where the provider is paid a percentage of its charges, which is no dollar amount.\n`,
    );
  });

  it("writes a CSV and a workbook, and has the list of 2025 without another", async () => {
    const table = join(folder.path, "ga.csv");
    expect((await compared("--out", table)).code).toBe(0);
    expect(readFileSync(table, "utf8")).toContain(",92.47,10212-01,ATLANTA,89.24,1.0362,");
    const again = await compared("--out", table);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("or replace it with --force")]);
    expect((await compared("--out", table, "--force")).code).toBe(0);
    const workbook = join(folder.path, "ga.xlsx");
    const written = await ratebook([
      ...["compare-medicare", "ga", "--release", release, "--on", "2025-10-15", "--out", workbook],
    ]);
    expect([written.code, written.stdout]).toEqual([0, ""]);
    expect(written.stderr).toContain("not verified against CMS's own document");
    expect(readFileSync(workbook).subarray(0, 2).toString()).toBe("PK");
  });

  it("prints the rows as JSON", async () => {
    const { rows } = JSON.parse((await compared("--json")).stdout);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ code: "99213", ratio: "1.0362" });
  });

  it("refuses what it cannot write or read, with the reason", async () => {
    const text = await compared("--out", join(folder.path, "ga.txt"));
    expect([text.code, text.stderr]).toEqual([2, expect.stringContaining(".csv or .xlsx")]);
    expect((await compared("--out", codes)).code).not.toBe(0);
    expect(readFileSync(codes, "utf8")).toContain("category");
    const bad = join(folder.path, "bad.csv");
    writeFileSync(bad, "code\n99213\n");
    const list = await ratebook(["compare-medicare", "ga", "--release", release, "--codes", bad]);
    expect([list.code, list.stderr]).toEqual([2, expect.stringContaining("headings category,code")]);
    const missing = await ratebook(["compare-medicare", "ga", "--release", release, "--codes", `${bad}x`]);
    expect([missing.code, existsSync(`${bad}x`)]).toEqual([1, false]);
  });

  it("says what to load where no locality is there on the day", async () => {
    const { code, stderr } = await ratebook([
      ...["compare-medicare", "ga", "--release", release, "--on", "2019-01-01", "--codes", codes],
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("No Medicare localities of Georgia are loaded for 2019-01-01"),
    ]);
  });
});

describe("Medicare's prices in a text", () => {
  const visit = ["billing_code=99213", "npi=1200050015", "date_of_service=2026-10-15"];
  it.each([
    [["medicare", "code=99213", "zip=94110", "date_of_service=2026-10-15"]],
    [["benchmark", "ga", "outpatient", ...visit]],
    [["history", "ga", "outpatient", "--medicare", ...visit.slice(0, 2)]],
  ])("are marked as test data: %s", async (words) => {
    const warning = "warning: TEST DATA: this dataset has made-up figures.\n";
    const text = await ratebook([...words, "--release", release]);
    expect([text.code, text.stderr]).toEqual([0, expect.stringContaining(warning)]);
    expect((await ratebook([...words, "--release", release, "--json"])).stderr).not.toContain("TEST DATA");
  });
});
