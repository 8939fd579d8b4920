import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PriceLine } from "../../src/answers/price-list/schema.ts";
import { cellsOf } from "../../src/core/text/csv.ts";
import { ATTESTATION, TALL_HEADINGS } from "../../src/price-list/template.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { sheetsOf } from "../support/sheets-of.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const at = (name: string) => join(folder.path, name);

beforeAll(() => releaseAt(release, SAMPLE));
afterAll(() => folder.remove());

const ON = "2026-10-01";
/** A hospital with anesthesia, codes by report and modifiers; and one with campuses and shares of charges. */
const CALIFORNIA = ["ca", "--release", release, "--npi", "1000100010", "--on", ON];
const GEORGIA = ["ga", "--release", release, "--npi", "1200020018", "--on", ON];
const PLANS = ["--factor", "Plan A=1.05", "--factor", "Plan B=0.9"];

async function run(...args: readonly string[]) {
  const ended = await ratebook(["price-list", ...args]);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

type Row = Readonly<Record<string, string>>;

function rowsOf(file: string): { readonly first: Row; readonly rows: readonly Row[] } {
  const [names, values, headings, ...lines] = readFileSync(file, "utf8")
    .trimEnd()
    .split("\r\n")
    .map((line) => cellsOf(line) as readonly string[]);
  const asRow = (keys: readonly string[] = [], cells: readonly string[] = []): Row =>
    Object.fromEntries(keys.map((key, place) => [key, cells[place] ?? ""]));
  return { first: asRow(names, values), rows: lines.map((cells) => asRow(headings, cells)) };
}

/** Lists that several tests read are written once: the whole list of a hospital takes half a second. */
const written = new Map<string, Promise<{ readonly stderr: string }>>();

function listOnce(file: string, ...args: readonly string[]) {
  const list = written.get(file) ?? run(...args, "--out", file);
  written.set(file, list);
  return list;
}

describe("ratebook price-list", () => {
  it("prints a page of the list in words, and as the API does", async () => {
    const { stdout, stderr } = await run(...CALIFORNIA, "limit=3");
    expect(stdout).toContain(`Golden Poppy Medical Center, NPI 1000100010: Medi-Cal on ${ON}`);
    expect(stdout).toContain("inpatient  001-1        $62055.26  stay");
    expect(stderr).toContain("ask again with offset=3");
    const { stdout: json } = await run(...CALIFORNIA, "limit=3", "--json");
    expect(JSON.parse(json)).toMatchObject({ state: "ca", date: ON, next_offset: 3 });
  });

  it("writes the template's tall CSV, version 3.0.0, with what only the hospital knows left empty", async () => {
    const file = at("ca.csv");
    const { stderr } = await run(...CALIFORNIA, ...PLANS, "--out", file);
    expect(stderr).toMatch(/Golden Poppy Medical Center: \d+ lines for \d+ codes of the state/);
    const { first, rows } = rowsOf(file);
    expect(first).toMatchObject({
      hospital_name: "Golden Poppy Medical Center",
      version: "3.0.0",
      type_2_npi: "1000100010",
      [ATTESTATION]: "false",
      attester_name: "",
      "license_number|CA": "",
    });
    expect(Object.keys(rows[0] ?? {})).toEqual([...TALL_HEADINGS]);
    const plansOf = (code: string, modifiers = "") =>
      rows.filter((row) => row["code|1"] === code && row.modifiers === modifiers);
    expect(plansOf("001-1")).toMatchObject([
      { payer_name: "Medi-Cal", plan_name: "State rate", "standard_charge|negotiated_dollar": "62055.26" },
      { payer_name: "Plan A", plan_name: "Medi-Cal", "standard_charge|negotiated_dollar": "65158.02" },
      { payer_name: "Plan B", plan_name: "Medi-Cal", "standard_charge|negotiated_dollar": "55849.73" },
    ]);
    expect(plansOf("001-1")[0]).toMatchObject({
      "code|1|type": "APR-DRG",
      setting: "inpatient",
      "standard_charge|methodology": "case rate",
      "standard_charge|min": "55849.73",
      "standard_charge|max": "65158.02",
      count: "",
    });
    expect(plansOf("10060", "26")[0]).toMatchObject({
      "code|1|type": "CPT",
      "standard_charge|negotiated_dollar": "14.13",
    });
    const [byReport] = plansOf("01999");
    expect(byReport).toMatchObject({ "standard_charge|negotiated_dollar": "", "standard_charge|methodology": "other" });
    expect(byReport?.["standard_charge|negotiated_algorithm"]).toContain("payment is determined per claim");
    expect(plansOf("00142")[0]?.["standard_charge|negotiated_algorithm"]).toContain("anesthesia minutes not entered");
    expect(plansOf("01999")[1]?.["standard_charge|negotiated_algorithm"]).toMatch(/^1\.05 times what the state pays\./);
  });

  it("meets the conditions of the template that it can meet", async () => {
    const file = at("own.csv");
    await listOnce(file, ...GEORGIA, ...PLANS);
    const { rows } = rowsOf(file);
    expect(rows.length).toBeGreaterThan(100);
    const charges = (row: Row) =>
      ["dollar", "percentage", "algorithm"].map((kind) => row[`standard_charge|negotiated_${kind}`]);
    const isDollars = (row: Row) => charges(row)[0] !== "";
    const conditions: Readonly<Record<string, (row: Row) => boolean>> = {
      "one charge": (row) => charges(row).filter((cell) => cell !== "").length === 1,
      "a least and a most where it has dollars": (row) =>
        ["min", "max"].every((end) => (row[`standard_charge|${end}`] !== "") === isDollars(row)),
      "a description": (row) => row.description !== "",
      "the notice of test data": (row) => row.additional_generic_notes?.includes("TEST DATA") === true,
      "words of readers in its notes": (row) =>
        !/[a-z]_[a-z]|[a-z]=|not (?:sent|supplied)/.test(
          `${row.additional_generic_notes} ${row["standard_charge|negotiated_algorithm"]}`,
        ),
      "dollars with cents": (row) =>
        !isDollars(row) || /^[0-9]+\.[0-9]{2,}$/.test(row["standard_charge|negotiated_dollar"] ?? ""),
    };
    for (const [name, isMet] of Object.entries(conditions)) {
      expect(
        rows.filter((row) => !isMet(row)),
        name,
      ).toEqual([]);
    }
  });

  it("writes the template's JSON, in which amounts are numbers", async () => {
    const file = at("own.json");
    await listOnce(file, ...GEORGIA, ...PLANS);
    const list = JSON.parse(readFileSync(file, "utf8"));
    expect(list).toMatchObject({
      version: "3.0.0",
      hospital_name: "Magnolia Lantern Hospital System",
      license_information: { state: "GA" },
      attestation: { attestation: ATTESTATION, confirm_attestation: false },
      type_2_npi: ["1200020018"],
    });
    const item = list.standard_charge_information.find(
      (each: { code_information: { code: string }[] }) => each.code_information[0]?.code === "99284",
    );
    expect(item.standard_charges).toHaveLength(3);
    expect(item.standard_charges[0]).toMatchObject({
      setting: "outpatient",
      payers_information: [
        {
          payer_name: "Georgia Medicaid",
          standard_charge_percentage: 33.765384,
          methodology: "percent of total billed charges",
        },
        { payer_name: "Plan A", standard_charge_percentage: 35.4536532 },
        { payer_name: "Plan B", standard_charge_percentage: 30.3888456 },
      ],
    });
  });

  it("writes a workbook with a column for each plan", async () => {
    const file = at("ny.xlsx");
    const hospital = ["ny", "--release", release, "--npi", "1100010002", "--on", ON];
    await run(...hospital, ...PLANS, "--with", "payer_class=MMC", "--format", "xlsx", "--out", file);
    const [prices, about] = await sheetsOf(file);
    const headings = prices?.[2] ?? [];
    expect(headings).toEqual(expect.arrayContaining(["Code", "Price", "Plan A", "Plan B, percent", "Calculation"]));
    const row = prices?.find((cells) => cells[headings.indexOf("Code")] === "139-2") ?? [];
    const cell = (heading: string) => row[headings.indexOf(heading)];
    expect(cell("With")).toBe("Payer class: MMC");
    expect(Number(cell("Price"))).toBeGreaterThan(0);
    expect(about?.flat()).toContain("TEST DATA: this dataset has made-up figures.");
  });

  it("prints a template to standard output, and refuses what makes no sense", async () => {
    const { stdout } = await run(...CALIFORNIA, "--format", "mrf-csv");
    expect(stdout.startsWith("hospital_name,last_updated_on,version,")).toBe(true);
    const file = at("printed.csv");
    await listOnce(file, ...CALIFORNIA);
    expect(stdout).toBe(readFileSync(file, "utf8"));
    const wrong = async (...args: readonly string[]) => await ratebook(["price-list", ...args]);
    expect(await wrong(...CALIFORNIA, "--format", "xlsx")).toMatchObject({ code: 2 });
    expect(await wrong(...CALIFORNIA, "--out", at("list.txt"))).toMatchObject({ code: 2 });
    expect(await wrong(...CALIFORNIA, "--out", release, "--format", "mrf-csv")).toMatchObject({ code: 1 });
    expect(await wrong(...CALIFORNIA, "--factor", "Plan A", "--out", at("x.csv"))).toMatchObject({ code: 1 });
    const unknown = await wrong("ca", "--release", release, "--npi", "1999999992", "--out", at("x.csv"));
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("No provider of California")]);
  });
});

describe("ratebook price-list check", () => {
  async function checked(file: string, ...args: readonly string[]) {
    const { stdout } = await run("check", file, "--release", release, "--json", "--on", ON, ...args);
    return JSON.parse(stdout);
  }

  it.each(["csv", "json"])(
    "finds every line of our own %s to be the state's price or the plan's multiple of it",
    async (form) => {
      const file = at(`own.${form}`);
      await listOnce(file, ...GEORGIA, ...PLANS);
      const { state, npi, verdicts, plans } = await checked(file);
      expect({ state, npi }).toEqual({ state: "ga", npi: "1200020018" });
      expect(verdicts).toMatchObject({ neither: 0, not_comparable: 0, not_listed: 0 });
      for (const { payer, factor, difference } of plans) {
        if (payer === "Georgia Medicaid") expect([factor, difference]).toEqual([null, "0.00"]);
        else expect(factor).toBe(payer === "Plan A" ? "1.05" : "0.9");
      }
    },
  );

  it("says by how much a line is neither, and that a line has no amount", async () => {
    const file = at("changed.csv");
    await listOnce(at("printed.csv"), ...CALIFORNIA);
    const text = readFileSync(at("printed.csv"), "utf8");
    writeFileSync(
      file,
      text
        .replace(",Medi-Cal,State rate,62055.26,", ",Medi-Cal,State rate,62155.26,")
        .replace(
          ",Medi-Cal,State rate,71526.47,,,",
          ",Medi-Cal,State rate,,,state specific Medicaid payment methodology,",
        ),
    );
    const out = at("checked.csv");
    const { stdout, stderr } = await run("check", file, "--release", release, "--on", ON, "--out", out);
    expect(stderr).toContain("Golden Poppy Medical Center (tall CSV): NPI 1000100010, Medi-Cal on 2026-10-01.");
    expect(stderr).toContain("note: TEST DATA: this dataset has made-up figures.");
    expect(stdout).toContain("        1  neither");
    expect(stdout).toContain("line 4  001-1  62155.26   62055.26  100.00      1.0016");
    const lines = readFileSync(out, "utf8").split("\r\n");
    expect(lines[2]).toContain(",,71526.47,dollars,,,no_amount,,,,$71526.47,");
  });

  it("reads the wide form, of other spaces and letters, and leaves other payers alone", async () => {
    const file = at("wide.csv");
    const plan = (payer: string) =>
      ["negotiated_dollar", "negotiated_percentage", "negotiated_algorithm"].map(
        (kind) => `standard_charge | ${payer} | ${kind}`,
      );
    writeFileSync(
      file,
      [
        "Hospital_Name,last_updated_on,version,license_number | CA,type_2_npi",
        "Golden Poppy Medical Center,10/1/2026,3.0.0,,1999999992 | 1000100010",
        [
          "description",
          "code | 1",
          "code | 1 | type",
          "code | 2",
          "code | 2 | type",
          "modifiers",
          "setting",
          ...plan("Sun Medicaid | HMO"),
          ...plan("Commercial | PPO"),
        ].join(","),
        'Liver,0100,RC,001-1,APR-DRG,,inpatient,"62,055.26",,,99999.00,,',
        "Drain,10060,CPT,,,26,outpatient,14.13,,,20.00,,",
        "Drain,10060,CPT,,,26|LT,outpatient,14.13,,,20.00,,",
        "Hip,470,MS-DRG,,,,inpatient,10000,,,20.00,,",
        "Other,99999,CPT,,,,outpatient,10,,,20.00,,",
        "Text,10060,CPT,,,,outpatient,see note,,,20.00,,",
      ].join("\n"),
    );
    const { form, npi, date, lines, verdicts } = JSON.parse(
      (await run("check", file, "--release", release, "--json")).stdout,
    );
    expect({ form, npi, date, lines }).toEqual({ form: "wide CSV", npi: "1000100010", date: "2026-10-01", lines: 6 });
    expect(verdicts).toEqual({
      state_price: 2,
      multiple: 0,
      neither: 0,
      no_amount: 0,
      state_needs_more: 0,
      not_comparable: 3,
      not_listed: 1,
    });
    expect((await checked(file, "--payer", "commercial")).lines).toBe(6);
  });

  it("reads a table of DRGs, severities and columns of prices", async () => {
    // Invented rows in the layout that hospitals' prices are collected in: the second hospital has 1.1 times the first one's.
    const priced = JSON.parse(
      (
        await run(
          "ny",
          "--release",
          release,
          "--npi",
          "1100010002",
          "--on",
          ON,
          "setting=inpatient",
          "limit=40",
          "--factor",
          "B=1.1",
          "--json",
        )
      ).stdout,
    );
    const amounts = priced.lines.filter(({ kind }: { kind: string }) => kind === "amount");
    const rows = amounts.map(({ code, payment_rate, plans }: PriceLine) => {
      const [drg, soi] = code.split("-");
      return `${drg},${soi},1.2345,${payment_rate},${plans[0]?.payment_rate}`;
    });
    const file = at("table.csv");
    writeFileSync(
      file,
      ["apr_drg,soi,siw_derived,hospital_a_lowest_negotiated,hospital_b_lowest_negotiated", ...rows].join("\n"),
    );
    const { form, lines, plans } = await checked(file, "--state", "ny", "--npi", "1100010002");
    expect([form, lines]).toEqual(["table", 2 * rows.length]);
    expect(plans).toMatchObject([
      { payer: "hospital_a_lowest_negotiated", verdicts: { state_price: rows.length }, difference: "0.00" },
      { payer: "hospital_b_lowest_negotiated", verdicts: { multiple: rows.length }, factor: "1.1" },
    ]);
    const one = await checked(file, "--state", "ny", "--npi", "1100010002", "--column", "siw_derived");
    expect(one.verdicts).toMatchObject({ neither: rows.length, multiple: 0 });
  });

  it("refuses files that it cannot read, and says what helps", async () => {
    const refused = async (name: string, text: string, ...args: readonly string[]) => {
      writeFileSync(at(name), text);
      const { code, stderr } = await ratebook(["price-list", "check", at(name), "--release", release, ...args]);
      return [code, stderr];
    };
    expect(await refused("a.csv", "one,two\n1,2\n")).toEqual([
      1,
      expect.stringContaining("headings are not recognised"),
    ]);
    expect(await refused("b.json", "{")).toEqual([1, expect.stringContaining("is no JSON")]);
    expect(await refused("c.json", "{}")).toEqual([1, expect.stringContaining("standard_charge_information")]);
    const table = "code,price\n99213,1.00\n";
    expect(await refused("d.csv", table)).toEqual([1, expect.stringContaining("add --state")]);
    expect(await refused("d.csv", table, "--state", "ca")).toEqual([1, expect.stringContaining("add --npi")]);
    expect(await refused("d.csv", table, "--state", "ca", "--npi", "1999999992")).toEqual([
      1,
      expect.stringContaining("No provider of California"),
    ]);
    expect(await refused("d.csv", table, "--state", "ca", "--npi", "1000100010", "--on", "soon")).toEqual([
      2,
      expect.stringContaining("a calendar day"),
    ]);
    expect(await refused("d.csv", table, "--state", "ca", "--format", "xlsx")).toEqual([
      2,
      expect.stringContaining("--format"),
    ]);
    const undated = [
      "hospital_name,last_updated_on",
      "H,spring",
      "code|1,code|1|type,payer_name",
      "1,CPT,Medicaid",
    ].join("\n");
    const hospital = ["--state", "ca", "--npi", "1000100010"];
    expect(await refused("e.csv", undated, ...hospital)).toEqual([
      1,
      expect.stringContaining('"spring", cannot be read'),
    ]);
    const today = await refused("d.csv", table, ...hospital);
    expect(today).toEqual([0, expect.stringContaining("held against those of today")]);
    const missing = await ratebook(["price-list", "check", at("none.csv"), "--release", release]);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("There is no file")]);
  });
});
