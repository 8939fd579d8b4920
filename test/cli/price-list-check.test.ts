import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PriceLine } from "../../src/answers/price-list/schema.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const at = (name: string) => join(folder.path, name);

beforeAll(() => releaseAt(release, SAMPLE));
afterAll(() => folder.remove());

const ON = "2026-10-01";

async function check(file: string, ...args: readonly string[]) {
  const ended = await ratebook(["price-list", "check", file, "--release", release, ...args]);
  expect(ended.code, ended.stderr).toBe(ended.stderr.includes("error: No payer") ? 1 : 0);
  return ended;
}

describe("the day of a check", () => {
  const EARLIER = "2025-08-15";

  it.each(["csv", "json"])("is that of the list, in a %s of Ratebook", async (form) => {
    const file = at(`own.${form}`);
    const list = ["ca", "--release", release, "--npi", "1000100010", "--on", EARLIER, "text=10060", "--out", file];
    expect((await ratebook(["price-list", ...list])).code).toBe(0);
    const { stdout, stderr } = await check(file, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ date: EARLIER, verdicts: { neither: 0, not_listed: 0 } });
    expect(stderr).toContain(`priced it on the rates of ${EARLIER}`);
    expect(JSON.parse((await check(file, "--json", "--on", ON)).stdout).date).toBe(ON);
  });
});

/** A tall file with the rows `code,type,setting,payer,plan,dollars,percentage,algorithm`. */
async function checkRows(hospital: readonly string[], rows: readonly string[], ...args: readonly string[]) {
  const file = at("rows.csv");
  const headings =
    "code|1,code|1|type,setting,payer_name,plan_name,standard_charge|negotiated_dollar,standard_charge|negotiated_percentage,standard_charge|negotiated_algorithm";
  writeFileSync(file, [headings, ...rows].join("\n"));
  return await check(file, ...hospital, "--on", ON, ...args);
}

/** A hospital whose state pays 33.765384 % and other shares of the charges by campus; and one with dollars and modifiers. */
const GEORGIA = ["--state", "ga", "--npi", "1200020018"];
const CALIFORNIA = ["--state", "ca", "--npi", "1000100010"];

async function verdictsOf(hospital: readonly string[], rows: readonly string[]) {
  return JSON.parse((await checkRows(hospital, rows, "--json")).stdout).verdicts;
}

describe("a percentage of a file", () => {
  /** Each of a plan of its own: lines of a plan are looked at together. */
  const share = (written: string, number: number) => `99284,CPT,outpatient,Medicaid,plan ${number},,${written},`;

  it("is the state's to the decimals that it prints", async () => {
    const rows = ["33.765384", "33.77", "33.8", "34", "33.77%", "33.77 %"].map(share);
    expect(await verdictsOf(GEORGIA, rows)).toMatchObject({ state_price: 6, neither: 0 });
  });

  it("is another one where a decimal that it prints differs", async () => {
    const rows = ["33.76", "33.7", "31"].map(share);
    expect(await verdictsOf(GEORGIA, rows)).toMatchObject({ state_price: 0, neither: 3 });
  });
});

describe("a line without an amount", () => {
  const none = (code: string) => `${code},CPT,outpatient,Medicaid,A,,,see the state's methodology`;

  it("has no amount only where the state has a price", async () => {
    expect(await verdictsOf(CALIFORNIA, [none("10060")])).toMatchObject({ no_amount: 1, state_needs_more: 0 });
    expect(await verdictsOf(GEORGIA, [none("99284")])).toMatchObject({ no_amount: 1, state_needs_more: 0 });
  });

  it("needs more where the state pays by report, or needs minutes of anesthesia", async () => {
    const rows = [none("01999"), none("00142")];
    expect(await verdictsOf(CALIFORNIA, rows)).toMatchObject({ no_amount: 0, state_needs_more: 2 });
    const { stdout } = await checkRows(CALIFORNIA, rows);
    expect(stdout).toContain("anesthesia_minutes not supplied");
  });
});

describe("the report of a check", () => {
  it("ranks differences in dollars and in percentage points apart", async () => {
    const rows = ["99284,CPT,outpatient,Medicaid,A,,90,", "045-1,APR-DRG,inpatient,Medicaid,A,1.00,,"];
    const { stdout } = await checkRows(GEORGIA, rows);
    const [dollars = "", points = ""] = stdout.split("in percentage points:");
    expect(dollars).toContain("neither, in dollars:");
    expect(dollars).toContain("line 3  045-1");
    expect(points).toContain("line 2  99284  90");
    expect(points).not.toContain("045-1");
  });

  it("shows how far a line is from the constant of its plan", async () => {
    const list = ["ca", "--release", release, "--npi", "1000100010", "--on", ON, "limit=4", "--factor", "A=1.05"];
    const { lines } = JSON.parse((await ratebook(["price-list", ...list, "--json"])).stdout);
    const rows = lines.map(
      ({ code, plans }: PriceLine, place: number) =>
        `${code},APR-DRG,inpatient,Medicaid,A,${place === 0 ? "65168.02" : plans[0]?.payment_rate},,`,
    );
    const out = at("factor.csv");
    const { stdout } = await checkRows(CALIFORNIA, rows, "--out", out);
    // 62055.26 x 1.05 = 65158.02; the file has 10 dollars more.
    expect(stdout).toMatch(/line 2 +001-1 +65168\.02 +62055\.26 +3112\.76 +1\.0502 +65158\.02 +10\.00/);
    expect(readFileSync(out, "utf8")).toContain(",neither,,65158.02,10.00,");
  });

  it("calls the prices of a table no Medicaid lines", async () => {
    writeFileSync(at("table.csv"), "code,modifier,price\n10060,26,14.13\n");
    const { stdout } = await check(at("table.csv"), ...CALIFORNIA, "--on", ON);
    expect(stdout).toContain("1 prices of a table without payers, each column held against the state's price");
    expect(stdout).toContain("COLUMN");
    expect(stdout).not.toContain("Medicaid lines");
    const row = "10060,CPT,outpatient,Sun Health,A,14.13,,";
    const named = await checkRows(CALIFORNIA, [row], "--payer", "sun");
    expect(named.stdout).toContain('1 lines of payers and plans with "sun" in their name:');
  });
});

describe("what a file lacks", () => {
  it("has no amount where it says N/A, n/a or NA", async () => {
    const rows = ["N/A", "n/a", "NA"].map((text) => `10060,CPT,outpatient,Medicaid,A,${text},${text},`);
    expect(await verdictsOf(CALIFORNIA, rows)).toMatchObject({ no_amount: 3, not_comparable: 0 });
  });

  it("counts rows that end too early", async () => {
    const whole = "10060,CPT,outpatient,Medicaid,A,14.13,,";
    const { stderr } = await checkRows(CALIFORNIA, [whole, "10060,CPT", "10060,CPT,outpatient,Medicaid,A"]);
    expect(stderr).toContain("2 rows end before the last column that is read, first line 3.");
    expect((await checkRows(CALIFORNIA, [whole])).stderr).not.toContain("rows end before");
  });

  it("names payers of the file when none of them is Medicaid", async () => {
    const row = "10060,CPT,outpatient,Sun Health,HMO,14.13,,";
    const { stderr } = await checkRows(CALIFORNIA, [row]);
    expect(stderr).toContain('No payer or plan of the file has "Medicaid" or "Medi-Cal" in its name.');
    expect(stderr).toContain('It has "Sun Health, HMO". Name the one to check with --payer.');
  });

  it("fails when no line is meant, and names the payers that are there", async () => {
    const row = "10060,CPT,outpatient,Medicaid,A,14.13,,";
    const { code, stdout, stderr } = await checkRows(CALIFORNIA, [row], "--payer", "zzz");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('error: No payer or plan of the file has "zzz" in its name. It has "Medicaid, A".');
  });

  it("says that a file is empty", async () => {
    const file = at("empty.csv");
    writeFileSync(file, "\n");
    const { code, stderr } = await ratebook(["price-list", "check", file, "--release", release]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} is empty.`)]);
  });

  it("counts the lines of the reasons that are left out", async () => {
    const types = ["MS-DRG", "RC", "NDC", "ICD", "LOCAL", "HIPPS", "CMG"];
    const rows = types.map((type) => `470,${type},inpatient,Medicaid,A,14.13,,`);
    const { stdout } = await checkRows(CALIFORNIA, rows);
    expect(stdout).toMatch(/^ {8}2 {2}and 2 other reasons: --out writes each line with its own$/m);
  });

  it("says that workbooks are not read", async () => {
    const file = at("own.xlsx");
    const list = ["ca", "--release", release, "--npi", "1000100010", "--on", ON, "text=10060", "--out", file];
    expect((await ratebook(["price-list", ...list])).code).toBe(0);
    const { code, stderr } = await ratebook(["price-list", "check", file, "--release", release]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("Workbooks (.xlsx, .xls) and zip archives are not read"),
    ]);
  });
});
