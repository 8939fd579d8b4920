import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { california } from "../../src/states/ca/index.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { KNOWN_STATES } from "../support/known-states.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const inFolder = (name: string) => join(folder.path, name);

interface Part {
  readonly part: string;
  readonly loaded: boolean;
  readonly row_counts: Readonly<Record<string, number>>;
  readonly publications: readonly {
    readonly publication: string;
    readonly page: string | null;
    readonly editions: readonly { readonly edition: string; readonly file: string; readonly age_days: number }[];
  }[];
}

async function partsOf(dataset: string): Promise<readonly Part[]> {
  const { stdout } = await ratebook(["status", dataset, "--json"]);
  return (JSON.parse(stdout) as { readonly states: readonly { readonly parts: readonly Part[] }[] }).states.flatMap(
    ({ parts }) => parts,
  );
}

describe("init", () => {
  test("makes a dataset that can be checked and built, with a folder per state, and says what comes next", async () => {
    const dataset = inFolder("two states");
    const { code, stdout } = await ratebook(["init", dataset, "--states", "GA, ca"]);
    expect(code).toBe(0);
    expect(stdout).toContain("is an empty dataset of California, Georgia. Next:");
    expect(stdout).toContain(`status '${dataset}'\n`);
    expect(readdirSync(dataset)).toEqual(["ca", "dataset.json", "ga"]);
    expect(JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8"))).toMatchObject({ name: "two states" });

    const checked = await ratebook(["check", dataset]);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      [
        "No faults in 0 rows of 0 tables.",
        "Loaded: nothing.",
        "Not loaded: ca outpatient, ca inpatient, ga outpatient, ga inpatient.",
        "No providers: ca. No lookup of California finds anybody.",
        "No providers: ga. No lookup of Georgia finds anybody.",
        `"ratebook status '${dataset}'" shows which publications bring the rest, and where they are.`,
        "",
      ].join("\n"),
    ]);

    const release = inFolder("empty.db");
    expect((await ratebook(["build", dataset, "--out", release])).code).toBe(0);
    expect((await ratebook(["verify", release])).code).toBe(0);
    const priced = await ratebook([
      "price",
      "ca",
      "inpatient",
      "--release",
      release,
      "npi=1999999992",
      "billing_code=1-1",
    ]);
    expect(priced.stdout).toContain("California inpatient rates are not loaded. They come from: ");
  });

  test("completes what an interrupted run left, and leaves everything else alone", async () => {
    const left = inFolder("left");
    mkdirSync(join(left, "fl"), { recursive: true });
    expect((await ratebook(["init", left, "--states", "fl"])).code).toBe(0);

    const again = await ratebook(["init", left, "--states", "ny"]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("is a dataset already. Import into it")]);
    expect(existsSync(join(left, "ny"))).toBe(false);

    const used = inFolder("used");
    mkdirSync(used);
    writeFileSync(join(used, "letter.txt"), "");
    const refused = await ratebook(["init", used, "--states", "ca"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("is not empty: it holds letter.txt.")]);
    expect(readdirSync(used)).toEqual(["letter.txt"]);

    const file = await ratebook(["init", join(used, "letter.txt"), "--states", "ca"]);
    expect([file.code, file.stderr]).toEqual([1, expect.stringContaining("letter.txt is no folder.")]);
  });

  test.each([
    [["init", inFolder("none")], "required option '--states <codes>' not specified"],
    [["init", inFolder("none"), "--states", "tx"], `expected known states (${KNOWN_STATES}); "tx" is none`],
    [["init", inFolder("none"), "--states", ","], `expected at least one of ${KNOWN_STATES}`],
  ])("%j is not understood", async (command, message) => {
    const { code, stderr } = await ratebook(command);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(inFolder("none"))).toBe(false);
  });
});

describe("status", () => {
  const dataset = inFolder("with an edition");

  test("tells which publications are there, how old they are, and what is loaded with them", async () => {
    await ratebook(["init", dataset, "--states", "ca"]);
    const fees = inFolder("tri.csv");
    writeFileSync(fees, "Procedure Code,Unit Value,Conversion Indicator\n99213,80.10,9\n99214,113.20,9\n");
    const map = inFolder("tri.json");
    const none = { professional_fraction: null, published_basic_rate: null };
    writeFileSync(map, JSON.stringify({ publication: "ca/outpatient_rates", sections: { table: { fields: none } } }));
    for (const asOf of ["2024-01-01", "2025-01-01"]) {
      const list = "ca/outpatient_rates.Targeted-Rate-Increase";
      const imported = ["import", list, fees, "--into", dataset, "--as-of", asOf, "--map", map];
      expect((await ratebook(imported)).code).toBe(0);
    }
    const [providers, outpatient, inpatient] = await partsOf(dataset);
    expect(providers).toMatchObject({ part: "providers", loaded: false, row_counts: { "ca/providers": 0 } });
    expect(outpatient).toMatchObject({
      part: "outpatient",
      loaded: true,
      row_counts: { "ca/outpatient_rates": 2, "ca/conversion_factors": 0 },
    });
    const taken = outpatient?.publications.filter(({ editions }) => editions.length > 0);
    expect(taken).toMatchObject([
      {
        publication: "ca/outpatient_rates.Targeted-Rate-Increase",
        page: expect.stringContaining("https://www.dhcs.ca.gov/"),
        editions: [
          { edition: "2025-01-01", file: "tri.csv", age_days: expect.any(Number) },
          { edition: "2024-01-01", file: "tri.csv" },
        ],
      },
    ]);
    expect(inpatient).toMatchObject({ part: "inpatient", loaded: false });

    const { code, stdout } = await ratebook(["status", dataset]);
    expect(code).toBe(0);
    const rows = lookupOf(california, "outpatient").tables.map(
      ({ name }) => `${name} ${name === "outpatient_rates" ? 2 : 0}`,
    );
    expect(stdout).toContain(`California outpatient: loaded\n  rows: ${rows.join(", ")}\n`);
    expect(stdout).toMatch(
      /^ {2}ca\/outpatient_rates\.Targeted-Rate-Increase +2025-01-01, [0-9]+ (?:months|years) old, 1 before$/m,
    );
    expect(stdout).toMatch(/^ {2}ca\/medi-cal-rates +not imported\n {6}Medi-Cal Rates\n {6}https:/m);
    expect(stdout).toContain("California inpatient: NOT LOADED\n");
    const tooWide = stdout.split("\n").filter((line) => line.length > 100 && !line.includes("https://"));
    expect(tooWide).toEqual([]);
  });

  test("is told of a dataset with faults as well, which check lists", async () => {
    writeFileSync(join(dataset, "ca", "drg_weights.csv"), "drg\n");
    const { code, stdout } = await ratebook(["status", dataset]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`It has faults: "ratebook check '${dataset}'" lists them.`),
    ]);
  });

  test("of what is no dataset is what is wrong with it", async () => {
    const { code, stdout } = await ratebook(["status", inFolder("nowhere")]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("nowhere: there is no such folder")]);
  });
});

describe("import --list", () => {
  interface Listed {
    readonly imported_as: readonly string[];
    readonly page: string | null;
    readonly tables: readonly string[];
  }

  async function listOf(code?: string): Promise<readonly Listed[]> {
    const { stdout } = await ratebook(["import", "--list", ...(code === undefined ? [] : [code]), "--json"]);
    return JSON.parse(stdout) as readonly Listed[];
  }
  const namesIn = (list: readonly Listed[]) => list.flatMap((each) => each.imported_as);

  test("names what brings each table and the page where that is published", async () => {
    const list = await listOf();
    const own = list.filter(({ page }) => page === null);
    expect(namesIn(own)).toEqual(["ny/certificates", "ga/enhanced_enrollments"]);
    for (const { page } of list) if (page !== null) expect(new URL(page).protocol).toBe("https:");
    expect(list.filter(({ tables }) => tables.includes("ga/lab_rates"))).toMatchObject([
      { imported_as: ["ga/lab_rates"], title: "Independent Laboratory Services Fee Schedule" },
    ]);
    const { stdout } = await ratebook(["import", "--list"]);
    expect(stdout).toContain("\n    https://download.cms.gov/nppes/NPI_Files.html\n");
    expect(stdout).toContain("No publication is known of ca/parameters, ");
  });

  test("of a state has what brings its tables and words for codes, with nothing of another state", async () => {
    const georgia = namesIn(await listOf("GA"));
    expect(georgia).toEqual(
      expect.arrayContaining(["ga/fee_schedule.physician_fs", "federal/clfs", "federal/hcpcs", "common/apr_drg"]),
    );
    expect(georgia.filter((name) => !/^(?:ga|federal|common)\//.test(name))).toEqual([]);
    expect(namesIn(await listOf("ca")).filter((name) => !/^(?:ca|federal)\//.test(name))).toEqual([]);
  });

  test("of federal agencies and of Medicare has their publications", async () => {
    const federal = ["federal/nppes", "federal/nucc", "federal/hcpcs", "federal/clfs", "federal/cbsa"];
    expect(namesIn(await listOf("federal"))).toEqual(federal);
    const medicare = namesIn(await listOf("medicare"));
    expect(medicare).toEqual(
      expect.arrayContaining(["federal/clfs", "medicare/physician-values", "medicare/anesthesia_base_units"]),
    );
    expect(medicare.filter((name) => !/^(?:medicare|federal\/clfs)/.test(name))).toEqual([]);
  });

  test("of anything else is an error", async () => {
    const { code, stdout, stderr } = await ratebook(["import", "--list", "tx"]);
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      'error: There is no list of "tx"; expected one of ca, fl, ny, ga, federal, medicare.\n',
    ]);
  });

  test("a list of a table has a template of its own", async () => {
    const template = await ratebook(["import", "--template", "GA/fee_schedule.PADL_drug"]);
    expect(JSON.parse(template.stdout)).toMatchObject({
      publication: "ga/fee_schedule",
      sections: { table: { fields: { service_category: "value padl_drug", code: "code" } } },
    });
    const unknown = await ratebook(["import", "ga/fee_schedule.nothing", "x.csv", "--into", inFolder("none")]);
    expect(unknown.stderr).toContain("is not a publication or table that Ratebook knows");
  });
});

test("check and build tell programs which settings are loaded", async () => {
  const loaded = Object.fromEntries(
    states.map(({ code, lookups }) => [code, Object.fromEntries(lookups.map(({ setting }) => [setting, true]))]),
  );
  const { stdout } = await ratebook(["check", SAMPLE, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ loaded });
  const built = await ratebook(["build", SAMPLE, "--out", inFolder("sample.db"), "--json"]);
  expect(JSON.parse(built.stdout)).toMatchObject({ loaded });
});
