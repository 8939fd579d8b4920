import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cellsOf } from "../../src/core/text/csv.ts";
import { ATTESTATION, TALL_HEADINGS } from "../../src/price-list/template.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const at = (name: string) => join(folder.path, name);

beforeAll(() => releaseAt(release, SAMPLE));
afterAll(() => folder.remove());

const ON = "on=2026-10-01";
/** A hospital with anesthesia and codes by report, and one with campuses and shares of charges. */
const CALIFORNIA = ["ca", "--release", release, "npi=1000100010", ON];
const GEORGIA = ["ga", "--release", release, "npi=1200020018", ON];
/** A practitioner in a state that publishes the components of codes. */
const FLORIDA = ["fl", "--release", release, "npi=1000810014", ON];

async function run(...args: readonly string[]) {
  const ended = await ratebook(["price-list", ...args]);
  expect(ended.code, ended.stderr).toBe(0);
  return ended;
}

type Row = Readonly<Record<string, string>>;

function asRow(keys: readonly string[] = [], cells: readonly string[] = []): Row {
  return Object.fromEntries(keys.map((key, place) => [key, cells[place] ?? ""]));
}

function rowsOf(text: string): { readonly first: Row; readonly rows: readonly Row[] } {
  const [names, values, headings, ...lines] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => cellsOf(line) as readonly string[]);
  return { first: asRow(names, values), rows: lines.map((cells) => asRow(headings, cells)) };
}

describe("ratebook price-list", () => {
  it("prints a page of the list in words, and as the API does", async () => {
    const { stdout, stderr } = await run(...CALIFORNIA, "limit=3");
    expect(stdout).toContain("Golden Poppy Medical Center, NPI 1000100010: Medi-Cal on 2026-10-01");
    expect(stdout).toContain("inpatient  001-1        $62055.26  stay");
    expect(stderr).toContain("ask again with offset=3");
    const { stdout: json } = await run(...CALIFORNIA, "limit=3", "--json");
    expect(JSON.parse(json)).toMatchObject({ state: "ca", date: "2026-10-01", next_offset: 3 });
  });

  it("writes the template's tall CSV, version 3.0.0, with what only the hospital knows left empty", async () => {
    await run(...CALIFORNIA, "--out", at("ca.csv"));
    const { first, rows } = rowsOf(readFileSync(at("ca.csv"), "utf8"));
    expect(first).toMatchObject({
      hospital_name: "Golden Poppy Medical Center",
      version: "3.0.0",
      type_2_npi: "1000100010",
      [ATTESTATION]: "false",
      attester_name: "",
      "license_number|CA": "",
    });
    expect(Object.keys(rows[0] ?? {})).toEqual([...TALL_HEADINGS]);
    const row = (code: string) => rows.find((each) => each["code|1"] === code);
    expect(row("001-1")).toMatchObject({
      "code|1|type": "APR-DRG",
      setting: "inpatient",
      payer_name: "Medi-Cal",
      plan_name: "State rate",
      "standard_charge|negotiated_dollar": "62055.26",
      "standard_charge|methodology": "case rate",
      "standard_charge|min": "",
      count: "",
    });
    expect(row("01999")).toMatchObject({
      "standard_charge|negotiated_dollar": "",
      "standard_charge|negotiated_algorithm": expect.stringContaining("payment is determined per claim"),
      "standard_charge|methodology": "other",
    });
    expect(row("00142")?.["standard_charge|negotiated_algorithm"]).toContain("anesthesia minutes not entered");
  });

  it("meets the conditions of the template that it can meet", async () => {
    const { stdout } = await run(...GEORGIA, "--format", "mrf-csv");
    const { rows } = rowsOf(stdout);
    expect(rows.length).toBeGreaterThan(100);
    const charges = (row: Row) =>
      ["dollar", "percentage", "algorithm"].map((kind) => row[`standard_charge|negotiated_${kind}`]);
    const conditions: Readonly<Record<string, (row: Row) => boolean>> = {
      "one charge": (row) => charges(row).filter((cell) => cell !== "").length === 1,
      "a description": (row) => row.description !== "",
      "the notice of test data": (row) => row.additional_generic_notes?.includes("TEST DATA") === true,
      "words of readers in its notes": (row) =>
        !/[a-z]_[a-z]|[a-z]=|not (?:sent|supplied)/.test(
          `${row.additional_generic_notes} ${row["standard_charge|negotiated_algorithm"]}`,
        ),
      "dollars with cents": (row) => /^(?:[0-9]+\.[0-9]{2,})?$/.test(charges(row)[0] ?? ""),
    };
    for (const [name, isMet] of Object.entries(conditions)) {
      expect(
        rows.filter((row) => !isMet(row)),
        name,
      ).toEqual([]);
    }
  });

  it("writes the template's JSON, in which a code has its lines together and amounts are numbers", async () => {
    await run(...FLORIDA, "text=46924", "--out", at("fl.json"));
    expect(JSON.parse(readFileSync(at("fl.json"), "utf8"))).toMatchObject({
      version: "3.0.0",
      license_information: { state: "FL" },
      attestation: { attestation: ATTESTATION, confirm_attestation: false },
      type_2_npi: ["1000810014"],
      standard_charge_information: [
        {
          code_information: [{ code: "46924", type: "CPT" }],
          standard_charges: [
            { setting: "outpatient", payers_information: [{ standard_charge_dollar: 465.38 }] },
            { modifier_code: ["26"], payers_information: [{ standard_charge_dollar: 123.4 }] },
            { modifier_code: ["TC"], payers_information: [{ standard_charge_dollar: 341.98 }] },
          ],
        },
      ],
    });
    await run(...GEORGIA, "text=99284", "--out", at("ga.json"));
    const [item] = JSON.parse(readFileSync(at("ga.json"), "utf8")).standard_charge_information;
    expect(item.standard_charges[0].payers_information).toMatchObject([
      {
        payer_name: "Georgia Medicaid",
        standard_charge_percentage: 33.765384,
        methodology: "percent of total billed charges",
      },
    ]);
  });

  it("replaces a file with --force alone", async () => {
    const there = at("there.csv");
    writeFileSync(there, "mine");
    const refused = await ratebook(["price-list", ...CALIFORNIA, "text=10060", "--out", there]);
    expect([refused.code, readFileSync(there, "utf8")]).toEqual([1, "mine"]);
    expect(refused.stderr).toContain(`${there} exists. Choose another --out, or replace it with --force.`);
    await run(...CALIFORNIA, "text=10060", "--out", there, "--force");
  });

  const HOSPITAL = ["ca", "--release", release, "npi=1000100010"];

  it.each([
    [1, "no line", [...HOSPITAL, "on=1999-01-01"], "x.csv"],
    [1, "no code", [...HOSPITAL, "text=zzzz"], "x.csv"],
    [1, "no provider", ["ca", "--release", release, "npi=1999999992"], "x.csv"],
    [1, "no day", [...HOSPITAL, "on=soon"], "x.csv"],
    [2, "a page", [...HOSPITAL, "limit=5"], "x.csv"],
    [2, "no form", HOSPITAL, "x.txt"],
    [1, "the release", [...HOSPITAL, "--format", "mrf-csv"], "rates.db"],
  ])("writes nothing, with exit code %i, for %s", async (code, _, args, name) => {
    const before = existsSync(at(name)) ? readFileSync(at(name)) : null;
    expect((await ratebook(["price-list", ...args, "--out", at(name)])).code).toBe(code);
    expect(existsSync(at(name)) ? readFileSync(at(name)) : null).toEqual(before);
  });
});

describe("ratebook price-list check", () => {
  async function check(file: string, ...args: readonly string[]) {
    return await run("check", file, "--release", release, ...args);
  }

  it.each([
    ["csv", GEORGIA],
    ["json", GEORGIA],
    ["csv", FLORIDA],
  ])("finds every line of our own %s to be the state's price", async (form, list) => {
    const file = at(`own.${form}`);
    await run(...list, "--out", file, "--force");
    const { npi, verdicts, plans } = JSON.parse((await check(file, ON, "--json")).stdout);
    expect(list).toContain(`npi=${npi}`);
    expect(verdicts).toMatchObject({ multiple: 0, neither: 0 });
    expect(plans.map(({ difference }: { difference: string }) => difference)).toEqual(plans.map(() => "0.00"));
    expect(verdicts.state_price).toBeGreaterThan(50);
  });

  /** A tall file with the rows `code,type,modifiers,setting,payer,plan,dollars,percentage`. */
  async function checkRows(rows: readonly string[], ...args: readonly string[]) {
    const headings =
      "code|1,code|1|type,modifiers,setting,payer_name,plan_name,standard_charge|negotiated_dollar,standard_charge|negotiated_percentage";
    writeFileSync(at("rows.csv"), [headings, ...rows].join("\n"));
    return await check(at("rows.csv"), ON, ...args);
  }

  const IN_CALIFORNIA = ["--state", "ca", "npi=1000100010"];
  const IN_GEORGIA = ["--state", "ga", "npi=1200020018"];

  it("finds the constant that a plan multiplies the state's prices with", async () => {
    const prices = rowsOf((await run(...CALIFORNIA, "setting=inpatient", "--format", "mrf-csv")).stdout).rows;
    // 62055.26 x 1.05 = 65158.023; the first line has ten dollars more, and the second what the state pays.
    const rows = prices.slice(0, 20).map((row, place) => {
      const price = row["standard_charge|negotiated_dollar"] ?? "";
      const cents = Math.round(Number(price) * 105);
      const plan = place === 1 ? price : ((place === 0 ? cents + 1000 : cents) / 100).toFixed(2);
      return `${row["code|1"]},APR-DRG,,inpatient,Sun Medicaid,HMO,${plan},`;
    });
    expect(rows[0]).toContain(",65168.02,");
    const out = at("factor.csv");
    const { stdout } = await checkRows(rows, ...IN_CALIFORNIA, "--out", out);
    expect(stdout).toMatch(/Sun Medicaid, HMO +inpatient +20 +1 +18 x 1\.05 +1 +0 /);
    expect(stdout).toContain("line 2  001-1  65168.02   62055.26  3112.76     1.0502");
    const [headings = "", first = "", ...others] = readFileSync(out, "utf8").trimEnd().split("\r\n");
    expect(asRow(headings.split(","), cellsOf(first) as readonly string[])).toMatchObject({
      published: "65168.02",
      state: "62055.26",
      verdict: "neither",
    });
    expect(others).toHaveLength(19);
  });

  it("asks the lookup for a modifier, also for one whose price is not published", async () => {
    const row = (modifier: string, price: string) => `10060,CPT,${modifier},outpatient,Medicaid,A,${price},`;
    const rows = [row("", "48.70"), row("26", "14.13"), row("26", "14.50"), row("LT", "48.70"), row("26|LT", "14.13")];
    const { verdicts } = JSON.parse((await checkRows(rows, ...IN_CALIFORNIA, "--json")).stdout);
    expect(verdicts).toEqual({ state_price: 2, multiple: 0, neither: 1, not_compared: 2 });
  });

  it("compares dollars to the cent: files print unrounded products", async () => {
    const rows = ["48.70", "48.704", "48.71"].map((price) => `10060,CPT,,outpatient,Medicaid,A,${price},`);
    const { verdicts } = JSON.parse((await checkRows(rows, ...IN_CALIFORNIA, "--json")).stdout);
    expect(verdicts).toMatchObject({ state_price: 2, neither: 1 });
  });

  it("compares percentages to the decimals that the file prints, and ranks them apart from dollars", async () => {
    // Each is of a plan by itself: lines of a plan are compared together. The state pays 33.765384 %.
    const rows = ["33.765384", "33.77", "33.8", "34", "33.77%", "33.77 %", "33.76", "33.7", "90"].map(
      (share, plan) => `99284,CPT,,outpatient,Medicaid,${plan},,${share}`,
    );
    const { stdout } = await checkRows([...rows, "045-1,APR-DRG,,inpatient,Medicaid,A,1.00,"], ...IN_GEORGIA);
    expect(stdout).toContain("        6  the state's price");
    const [dollars = "", percent = ""] = stdout.split("neither, in percent:");
    expect(dollars).toContain("line 11  045-1");
    expect(percent).toContain("line 10  99284  90");
    expect(percent).not.toContain("045-1");
  });

  it.each([
    ["10060,CPT,,outpatient,Medicaid,A,n/a,N/A", "The file has no amount."],
    ["10060,CPT,,outpatient,Medicaid,A,see note,", "The amount is not read: expected an amount of zero or more."],
    ["01999,CPT,,outpatient,Medicaid,A,,", "The state's line is by report"],
    ["00142,CPT,,outpatient,Medicaid,A,1.00,", "anesthesia_minutes not supplied"],
    ["470,MS-DRG,,inpatient,Medicaid,A,1.00,", "APR-DRG with its severity, EAPG, CPT or HCPCS"],
    ["021,APR-DRG,,inpatient,Medicaid,A,1.00,", "APR-DRG with its severity"],
    ["99999,CPT,,outpatient,Medicaid,A,1.00,", "do not list the code"],
    ["10060,CPT,,outpatient,Medicaid,A,,50", "The state's line is amount."],
  ])("gives the reason why %s is not compared", async (row, reason) => {
    const out = at("reasons.csv");
    await checkRows([row], ...IN_CALIFORNIA, "--out", out, "--force");
    expect(readFileSync(out, "utf8")).toContain(",not_compared,");
    expect(readFileSync(out, "utf8")).toContain(reason);
  });

  it("reads the wide form, of other spaces and letters, and leaves other payers alone", async () => {
    const plan = (payer: string) =>
      ["negotiated_dollar", "negotiated_percentage", "negotiated_algorithm"].map(
        (kind) => `standard_charge | ${payer} | ${kind}`,
      );
    writeFileSync(
      at("wide.csv"),
      [
        "Hospital_Name,last_updated_on,version,license_number | CA,type_2_npi",
        "Golden Poppy Medical Center,10/1/2026,3.0.0,,1999999992 | 1000100010",
        `description,code | 1,code | 1 | type,code | 2,code | 2 | type,setting,${[...plan("Sun Medicaid | HMO"), ...plan("Commercial | PPO")].join(",")}`,
        'Liver,0100,RC,001-1,APR-DRG,inpatient,"$62,055.26",,,99999.00,,',
        "Drain,10060,CPT,,,outpatient,,,by contract,20.00,,",
        "Drain,10060,CPT,,,outpatient,,,,20.00,,",
      ].join("\n"),
    );
    const { stdout, stderr } = await check(at("wide.csv"), "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      form: "wide CSV",
      npi: "1000100010",
      date: "2026-10-01",
      lines: 2,
      verdicts: { state_price: 1, not_compared: 1 },
    });
    expect(stderr).toContain("3 lines of other payers, or of none, are not checked.");
    expect(JSON.parse((await check(at("wide.csv"), "--json", "--payer", "commercial")).stdout).lines).toBe(3);
  });

  it.each([
    ["one,two\n1,2\n", [], "headings are not recognised"],
    ["{", [], "is no JSON"],
    ["{}", [], "standard_charge_information"],
    ["code|1,code|1|type,payer_name\n1,CPT,Medicaid", [], "add --state"],
    ["code|1,code|1|type,payer_name\n1,CPT,Medicaid", ["--state", "ca"], "add npi="],
    ["code|1,code|1|type,payer_name\n1,CPT,Medicaid", ["--state", "ca", "npi=1999999992"], "No provider of California"],
    ["code|1,code|1|type,payer_name\n1,CPT,Medicaid", IN_CALIFORNIA, "add on=YYYY-MM-DD"],
    ["code|1,code|1|type,payer_name,plan_name\n1,CPT,Sun,HMO", [...IN_CALIFORNIA, ON], 'It has "Sun, HMO"'],
  ])("refuses %j with %j, and says what helps", async (text, args, remedy) => {
    writeFileSync(at("refused"), text);
    const { code, stderr } = await ratebook(["price-list", "check", at("refused"), "--release", release, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(remedy)]);
  });
});
