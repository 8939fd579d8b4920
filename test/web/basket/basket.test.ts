import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states as allStates } from "../../../src/states/index.ts";
import type { Answer } from "../../../web/src/api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../../../web/src/api/ready.ts";
import { rowOf } from "../../../web/src/basket/add-to-basket.tsx";
import {
  BASKET_LIMITS,
  type Basket,
  type BasketRow,
  freeName,
  type KeptRelease,
  Refused,
  renamed,
  rowText,
  storedBaskets,
  storedText,
  withAmounts,
  withBasket,
  withFirstAmounts,
  withoutBasket,
  withoutRow,
  withRows,
} from "../../../web/src/basket/baskets.ts";
import { barsOf, isChanged, linesOf, sumsOf } from "../../../web/src/basket/comparison.ts";
import { csvOf, type ExportedBasket, sheetOf } from "../../../web/src/basket/export.ts";
import { addressOfRow } from "../../../web/src/basket/line-words.ts";
import type { PricedResult } from "../../../web/src/basket/outcome.ts";
import { exampleLines, PASTED_CHARACTERS_MAX, readPasted } from "../../../web/src/basket/paste.ts";
import { type BatchAnswer, itemOf, priceRows } from "../../../web/src/basket/pricing.ts";
import { workbookBytes } from "../../../web/src/parts/workbook.ts";

const { states } = catalogueOf(allStates);

function placeOf(code: string, name: string): { readonly state: CatalogueState; readonly setting: CatalogueSetting } {
  const state = states.find((each) => each.code === code);
  const setting = state?.settings.find((each) => each.setting === name);
  if (state === undefined || setting === undefined) throw new Error(`No ${code} ${name}`);
  return { state, setting };
}

const CALIFORNIA = placeOf("ca", "outpatient");
const DAYS = { fallback: "", today: "2026-11-18" as Day };

function read(text: string, place = CALIFORNIA, fallback = "") {
  return readPasted(text, place, { ...DAYS, fallback });
}

/** Code, NPI and day of each row, in one text. */
function rowsRead(text: string, place = CALIFORNIA, fallback = ""): readonly string[] {
  const { rows, rejected } = read(text, place, fallback);
  expect(rejected).toEqual([]);
  return rows.map(({ fields }) => Object.values(fields).join(" "));
}

function reasonOf(line: string, place = CALIFORNIA): string | undefined {
  return read(line, place).rejected[0]?.reason;
}

describe("A pasted line", () => {
  it.each([
    ["tabs", "99213\t1000700140\t10/1/2026"],
    ["commas", "99213,1000700140,2026-10-01"],
    ["quotes", '"99213","1000700140","Oct 1, 2026"'],
    ["semicolons, in another order", "1000700140; 20261001; 99213"],
    ["blanks", "  99213   1000700140   10/1/26 "],
    ["what spreadsheets leave around numbers", "99213.0\t1000700140.0\t10/1/2026 0:00"],
    ["marks of texts", '\'99213\t="1000700140"\t1-Oct-26'],
    ["the word NPI", "99213, NPI: 1000 700 140, October 1, 2026"],
    ["an NPI with dashes", "99213 1000-700-140 2026-10-01"],
    ["an NPI with blanks", "99213-25 1000 700 140 2026-10-01"],
  ])("is read with %s", (_, line) => {
    expect(rowsRead(line)).toEqual(["99213 1000700140 2026-10-01"]);
  });

  it("with several codes, NPIs or days is a row for each combination", () => {
    expect(rowsRead("99213, 99214\t1000700140, 1000100010\t10/1/2026")).toEqual([
      "99213 1000700140 2026-10-01",
      "99213 1000100010 2026-10-01",
      "99214 1000700140 2026-10-01",
      "99214 1000100010 2026-10-01",
    ]);
    // Two codes of five digits are ten digits, and no NPI.
    expect(rowsRead("99213 99214 1000700140 2025-10-01 and 2026-10-01")).toHaveLength(4);
  });

  it("is rejected with more combinations than a basket has rows, before they are made", () => {
    const numbers = (count: number, first: number) =>
      Array.from({ length: count }, (_, place) => first + place).join(" ");
    expect(reasonOf(`${numbers(5_000, 90_000)} ${numbers(5_000, 1_000_700_140)} 2026-10-01`)).toBe(
      "This line has 25,000,000 combinations of codes, NPIs and days. A basket has at most 1,000 rows.",
    );
  });

  it("has a code in capitals, with its modifier or its severity", () => {
    expect(rowsRead("g0480 1000700140 2026-10-01")).toEqual(["G0480 1000700140 2026-10-01"]);
    expect(rowsRead("CPT 99213-25-59, HCPCS: J1100 1000700140 2026-10-01")).toEqual([
      "99213 1000700140 2026-10-01",
      "J1100 1000700140 2026-10-01",
    ]);
    expect(reasonOf("71046-26-TC 1000700140 2026-10-01")).toBe(
      "A rate is looked up with one modifier. Write 71046 with 26 or TC alone.",
    );
    expect(read("71046-26 1000700140 2026-10-01").rows[0]?.fields).toMatchObject({
      billing_code: "71046",
      modifier: "26",
    });
    const inpatient = placeOf("ca", "inpatient");
    expect(read("APR-DRG 560-1, 5602 1000100010 2026-10-01", inpatient).rows.map(({ fields }) => fields)).toEqual([
      { billing_code: "560-1", npi: "1000100010", admit_date: "2026-10-01" },
      { billing_code: "560-2", npi: "1000100010", admit_date: "2026-10-01" },
    ]);
  });

  it("loses a modifier that does not change the payment, with a note", () => {
    const { rows, notes, rejected } = read("99213-25 1000700140 2026-10-01\n99213-25 1000700140 2026-10-02");
    expect(rejected).toEqual([]);
    expect(rows.map(({ fields }) => fields.modifier)).toEqual([undefined, undefined]);
    expect(notes).toEqual(["99213: Modifier 25 does not change the Medi-Cal rate and was left out."]);
  });

  it("may have codes that are numbers of days, beside a day or far from today", () => {
    expect(rowsRead("43239 46296 1000700140 10/1/2026")).toEqual([
      "43239 1000700140 2026-10-01",
      "46296 1000700140 2026-10-01",
    ]);
    expect(rowsRead("99213 43239 1000700140", CALIFORNIA, "2026-10-01")).toHaveLength(2);
    expect(rowsRead("46296 1000700140", CALIFORNIA, "2026-10-01")).toEqual(["46296 1000700140 2026-10-01"]);
  });

  it("without a day has the one that was entered for such lines, and is rejected without that", () => {
    expect(rowsRead("99213 1000700140", CALIFORNIA, "2026-10-01")).toEqual(["99213 1000700140 2026-10-01"]);
    expect(reasonOf("99213 1000700140")).toContain("There is no day.");
  });

  it.each([
    ["99213 10/1/2026", "There is no NPI."],
    ["1000700140 10/1/2026", "There is no code."],
    ["99213 100070014 10/1/2026", "100070014 has 9 digits; an NPI has 10."],
    ["99213 1.0007E+09 10/1/2026", "was rounded by the spreadsheet"],
    ["99213 1000700140 13/1/2026", "13/1/2026 is not a day"],
    ["99213 1000700140 10/1/2070", "more than a year ahead"],
    ["99213 1000700140 2026-10", "2026-10 is a month without a day."],
    ["99213 Office visit 1000700140 10/1/2026", "Office is not a code, an NPI or a day."],
    ["99213 1000700140 10/1/2026 $125.00", "$125.00 is not a code, an NPI or a day."],
    // Whether 25 is a modifier, units or another code decides the price.
    ["99213\t25\t1000700140\t10/1/2026", "25 may be a code, a modifier or units."],
    [
      "99213-50 1000700140 10/1/2026",
      "Modifier 50 (both sides) changes the payment, and California has no rate with it.",
    ],
    ["#N/A 1000700140 10/1/2026", "#N/A is a formula that failed."],
    ["99213 1000700140 100126", "100126 may be the day 2026-10-01."],
    ["010126 1000700140 10/1/2026", "010126 may be the day 2026-01-01."],
    ["99213 1000700140 46296", "46296 may be the day 2026-10-01 as a number."],
    ["99213 1000700140 1000 10/1/2026", "1000 may be an amount, a day or an identifier."],
  ])("is rejected with its reason: %s", (line, reason) => {
    expect(reasonOf(line)).toContain(reason);
  });

  it("of another setting is rejected with the setting that has its codes", () => {
    expect(reasonOf("99213 1000700140 10/1/2026", placeOf("ca", "inpatient"))).toContain(
      "Choose the setting Outpatient",
    );
    expect(reasonOf("560-1 1000700140 10/1/2026")).toContain("Choose the setting Inpatient");
    expect(reasonOf("560-9 1000700140 10/1/2026", placeOf("ca", "inpatient"))).toBe(
      "560-9 is not a code of inpatient claims, such as 560-1.",
    );
  });

  it.each([
    ["0099213", "ca", "outpatient", "99213", "0099213 was read as 99213."],
    ["2852", "fl", "inpatient", "285-2", "2852 was read as DRG 285-2."],
    ["7104626", "ca", "outpatient", "71046", "7104626 was read as 71046 with modifier 26."],
    ["CPT 4 99213", "ca", "outpatient", "99213", undefined],
    ["DRG 2852", "ny", "inpatient", "285-2", undefined],
  ])("reads codes with a note of what was changed: %s in %s %s", (text, state, setting, code, note) => {
    const { rows, rejected, notes } = read(`${text} 1000700140 10/1/2026`, placeOf(state, setting));
    expect(rejected).toEqual([]);
    expect(rows.map(({ fields }) => fields.billing_code)).toEqual([code]);
    expect(notes[0]).toBe(note);
  });

  // A pattern that starts again at each character of a run would need minutes for these.
  it.each([" ", ",", "-", "/", ".", "NPI ", "Jan ", "0"])("of any length is read once: a run of %j", (unit) => {
    const run = unit.repeat(Math.floor((PASTED_CHARACTERS_MAX - 2) / unit.length));
    for (const line of [`+${run}`, `9${run}x`, `A${run}9`]) {
      expect(read(line).rows).toEqual([]);
      expect(read(line, placeOf("fl", "inpatient")).rows).toEqual([]);
    }
  });

  it("is named by its number, beside headings and blank lines", () => {
    const { rows, rejected, headings } = read("Code\tNPI\tDOS\n\n99213\t1000700140\t10/1/2026\r\nnonsense 1\n");
    expect([rows.length, headings?.number]).toEqual([1, 1]);
    expect(rejected).toEqual([{ number: 4, text: "nonsense 1", reason: "nonsense is not a code, an NPI or a day." }]);
  });

  it("under headings may have other columns, a modifier apart and a state of its own", () => {
    const text = [
      "State\tCPT\tMod 1\tUnits\tBilling NPI\tProvider\tDOS\tCharge",
      "CA\t99213\t25\t1\t1000700140\tPeña Family Medicine\t10/1/2026\t$125.00",
      "Florida\t71046\t26\t2\t1000810014\tPediatrics\t1-Oct-2026\t$125.00",
      "TX\t99213\t\t1\t1000700140\t\t10/1/2026\t",
      "\tTotal\t\t4\t\t\t\t$250.00",
      // Not copied with these headings.
      "99214\t1000700140\t10/1/2026",
    ].join("\n");
    const { rows, rejected, notes, headings } = readPasted(text, CALIFORNIA, DAYS, states);
    expect(rows.map(({ state, fields }) => [state, ...Object.values(fields)].join(" "))).toEqual([
      "ca 99213 1000700140 2026-10-01",
      "fl 71046 26 1000810014 2026-10-01",
      "ca 99214 1000700140 2026-10-01",
    ]);
    // They stay in the field with their cells, so that they fit the headings when they are corrected.
    expect(rejected[0]?.text).toBe("TX\t99213\t\t1\t1000700140\t\t10/1/2026\t");
    expect(rejected.map(({ number, reason }) => `${number}: ${reason}`)).toEqual([
      "4: TX is not a state with rates here.",
      "5: Total is not a code, an NPI or a day.",
    ]);
    expect(notes).toEqual(["99213: Modifier 25 does not change the Medi-Cal rate and was left out."]);
    expect(headings?.columns?.unused).toEqual(["Units", "Provider", "Charge"]);
  });

  it("of a stay under headings has its severity apart, and the day that its rates go by", () => {
    const lines = "DRG\tSOI\tNPI\tAdmit date\tDischarge date\n560\t1\t1000100010\t10/1/2026\t10/4/2026";
    expect(rowsRead(lines, placeOf("ca", "inpatient"))).toEqual(["560-1 1000100010 2026-10-01"]);
    expect(rowsRead(lines, placeOf("fl", "inpatient"))).toEqual(["560-1 1000100010 2026-10-04"]);
    // Two columns of days for a visit, or of codes: which is meant is not known.
    for (const headings of ["CPT\tNPI\tDOS\tDischarge date", "CPT\tHCPCS\tNPI\tDOS", "Code\tProvider\tDOS"]) {
      expect(read(`${headings}\n99213\t1000700140\t10/1/2026\t`).headings?.columns).toEqual(null);
    }
  });

  it("of the examples is read in every state and setting", () => {
    for (const state of states) {
      for (const setting of state.settings) {
        const { rows, rejected } = read(exampleLines(setting, "2026-10-01"), { state, setting });
        expect(rejected, `${state.code} ${setting.setting}`).toEqual([]);
        expect(rows.length).toBeGreaterThan(0);
      }
    }
  });
});

const OWNER = { name: "me", last_four: "abcd" };
const THEN: KeptRelease = { id: "2026.10 aaaaaaaaaaaa", name: "Rates", day: "2026-10-01" };
const NOW: KeptRelease = { id: "2026.11 bbbbbbbbbbbb", name: "Rates", day: "2026-11-18" };

function row(code: string, kept?: BasketRow["kept"]): BasketRow {
  const fields = { billing_code: code, npi: "1000700140", date_of_service: "2026-10-01" };
  return { state: "ca", setting: "outpatient", fields, ...(kept === undefined ? {} : { kept }) };
}

function result(code: string, amount: string | null, which = ""): PricedResult {
  const without =
    amount === null ? { outcome: "No rate", reason: "It is not in the fee schedule." } : { outcome: "", reason: "" };
  return { code, provider: "Peña Family Medicine", which, amount, ...without, notes: [], alternatives: [] };
}

function amountsOf(...results: readonly PricedResult[]) {
  return new Map(results.map((each) => [rowText(row(each.code)), [each]]));
}

function listed(changed: readonly Basket[] | Refused): readonly Basket[] {
  if (changed instanceof Refused) throw new Error(changed.reason);
  return changed;
}

describe("Baskets", () => {
  it("have names, each once, and a limit", () => {
    const one = listed(withBasket([], "  Knee   codes "));
    expect(one.map(({ name }) => name)).toEqual(["Knee codes"]);
    expect(withBasket(one, "KNEE CODES")).toEqual(new Refused("There is a basket KNEE CODES already."));
    expect(withBasket(one, " ")).toBeInstanceOf(Refused);
    expect(withBasket(one, "x".repeat(61))).toBeInstanceOf(Refused);
    expect(freeName([...one, { name: "Basket 1", rows: [], release: null }])).toBe("Basket 2");
    const many = Array.from({ length: BASKET_LIMITS.baskets }, (_, at) => ({
      name: `B${at}`,
      rows: [],
      release: null,
    }));
    expect(withBasket(many, "another")).toBeInstanceOf(Refused);
    expect(listed(renamed(one, "Knee codes", "Knees")).map(({ name }) => name)).toEqual(["Knees"]);
    expect(renamed([...one, ...many], "Knee codes", "b1")).toBeInstanceOf(Refused);
    expect(withoutBasket(one, "Knee codes")).toEqual([]);
  });

  it("have each row once, and take all rows or none", () => {
    const baskets = [...listed(withBasket([], "A")), { name: "B", rows: [row("99213")], release: null }];
    const added = withRows(baskets, "B", [row("99213"), row("99214"), row("99214")]);
    expect(added).toMatchObject({ added: 1, there: 2 });
    // What was filled last comes first.
    expect("baskets" in added && added.baskets.map(({ name }) => name)).toEqual(["B", "A"]);
    const full = Array.from({ length: BASKET_LIMITS.rows }, (_, at) => row(`C${at}`));
    expect(withRows(baskets, "B", full)).toBeInstanceOf(Refused);
    expect(withRows(baskets, "gone", [])).toBeInstanceOf(Refused);
  });

  it("keep the first amounts with their release, and others only on request", () => {
    const basket: Basket = { name: "A", rows: [row("99213")], release: null };
    const first = listed(withFirstAmounts([basket], "A", THEN, amountsOf(result("99213", "20.00"))));
    expect(first[0]).toMatchObject({ release: THEN, rows: [{ kept: [{ amount: "20.00" }] }] });
    const later = amountsOf(result("99213", "24.00"));
    expect(listed(withFirstAmounts(first, "A", NOW, later))).toEqual(first);
    expect(listed(withAmounts(first, "A", NOW, later))[0]).toMatchObject({
      release: NOW,
      rows: [{ kept: [{ amount: "24.00" }] }],
    });
    expect(listed(withoutRow(first, "A", rowText(row("99213"))))).toEqual([{ name: "A", rows: [], release: null }]);
  });

  it("are read back by the key that they belong to alone, and only as this page writes them", () => {
    const baskets = [{ name: "A", rows: [row("99213", [keptOf(result("99213", "20.00"))])], release: THEN }];
    const text = String(storedText(OWNER, baskets));
    expect(storedBaskets(text, OWNER)).toEqual(baskets);
    expect(storedBaskets(text, { ...OWNER, last_four: "wxyz" })).toBeNull();
    expect(storedBaskets(text, { ...OWNER, name: "other" })).toBeNull();
    expect(storedBaskets(null, OWNER)).toBeNull();
    expect(storedBaskets("{", OWNER)).toBeNull();
    expect(storedBaskets(text.replace('"20.00"', '"<b>20"'), OWNER)).toEqual([]);
    const large = { name: "x".repeat(BASKET_LIMITS.storedCharacters), rows: [], release: null };
    expect(storedText(OWNER, [large])).toBeInstanceOf(Refused);
  });
});

function keptOf({ notes: _, alternatives: __, ...kept }: PricedResult) {
  return kept;
}

describe("A price that is added from a lookup", () => {
  const setting = CALIFORNIA.setting;
  const request = { billing_code: "99213", date_of_service: "2026-11-18" };

  it("has the day of the answer, so that it stays the same price", () => {
    const fields = { billing_code: "99213", npi: "1000700140", reference_id: "patient 7" };
    const explained = { result: { npi: "1000700140" } };
    const explanation = { explanations: [explained], request } as unknown as Parameters<typeof rowOf>[1];
    expect(rowOf({ ...CALIFORNIA, fields }, explanation, explained)).toEqual({
      row: {
        state: "ca",
        setting: setting.setting,
        fields: { billing_code: "99213", npi: "1000700140", date_of_service: "2026-11-18" },
      },
      results: 1,
    });
  });

  it("of several results is the one that is shown, if no other result has the identifier of its provider", () => {
    const explanations = [{ result: { npi: "1000700140" } }, { result: { npi: "1000100010" } }];
    const explanation = { explanations, request } as unknown as Parameters<typeof rowOf>[1];
    const fields = { billing_code: "99213", provider_name: "medical" };
    const added = (shown: { result: Record<string, string> }) => rowOf({ ...CALIFORNIA, fields }, explanation, shown);
    expect(added({ result: { npi: "1000100010" } }).row.fields).toEqual({
      billing_code: "99213",
      npi: "1000100010",
      date_of_service: "2026-11-18",
    });
    const same = [{ result: { npi: "1000700140" } }, { result: { npi: "1000700140" } }];
    const both = { explanations: same, request } as unknown as Parameters<typeof rowOf>[1];
    expect(rowOf({ ...CALIFORNIA, fields }, both, { result: { npi: "1000700140" } }).results).toBe(2);
  });
});

function answer(release: string, body: BatchAnswer): Answer<BatchAnswer> {
  return { ok: true, body, headers: new Headers({ "ratebook-release": release }) };
}

describe("Pricing a basket", () => {
  const georgia: BasketRow = {
    state: "ga",
    setting: "inpatient",
    fields: { billing_code: "560-1", npi: "1200010142" },
  };
  const responses = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      index,
      results: [{ payment_rate: "24.00", rate_found: true }],
      error: null,
    }));

  it("sends one batch for each state and setting, with flags and counts as JSON", async () => {
    const sent: [string, number][] = [];
    const done: number[] = [];
    const priced = await priceRows(
      [row("99213"), georgia, row("99214")],
      states,
      async (path, items) => {
        sent.push([path, items.length]);
        return answer("2026.11 b", { responses: responses(items.length) });
      },
      (count) => done.push(count),
    );
    expect(sent).toEqual([
      ["/api/v1/ca/outpatient/rate/batch", 2],
      ["/api/v1/ga/inpatient/rate/batch", 1],
    ]);
    expect(done).toEqual([0, 2]);
    expect("results" in priced && [priced.release, priced.results.size]).toEqual(["2026.11 b", 3]);
    const fields = { child_patient: "true", emergency_room: "0", anesthesia_minutes: "95", npi: "1000700140" };
    expect(itemOf({ ...row("00840"), fields }, CALIFORNIA.setting)).toEqual({
      child_patient: true,
      emergency_room: false,
      anesthesia_minutes: 95,
      npi: "1000700140",
    });
  });

  it("leaves a modifier out that informs and has no rate, and says so; one with a rate and one that changes the payment stay", async () => {
    const visit = (state: string, modifier: string): BasketRow => ({
      state,
      setting: "outpatient",
      fields: { billing_code: "99213", npi: "1200050015", modifier },
    });
    const rows = [visit("ga", "25"), visit("ga", "GT"), visit("ga", "50"), visit("ca", "25")];
    const sent: unknown[][] = [];
    const priced = await priceRows(
      rows,
      states,
      async (_, items) => {
        sent.push(items.map(({ modifier }) => modifier));
        // A rate is published with GT, and none with the others.
        const results = items.map(({ modifier }) => ({
          payment_rate: modifier === undefined || modifier === "GT" ? "24.00" : null,
          rate_found: true,
          modifier: modifier === "GT" ? "GT" : null,
        }));
        return answer("r", { responses: results.map((result, index) => ({ index, results: [result], error: null })) });
      },
      () => {},
    );
    expect(sent).toEqual([["25", "GT", "50"], [undefined], [undefined]]);
    const shown = rows.map((each) => ("results" in priced ? priced.results.get(rowText(each))?.[0] : undefined));
    expect(shown.map((each) => [each?.amount, each?.notes])).toEqual([
      ["24.00", ["Modifier 25 does not change the Georgia Medicaid rate and was left out."]],
      ["24.00", []],
      [null, []],
      ["24.00", ["Modifier 25 does not change the Medi-Cal rate and was left out."]],
    ]);
  });

  it("starts again when another release arrives between two batches, and gives up when that goes on", async () => {
    let count = 0;
    const release = (name: (count: number) => string) =>
      priceRows(
        [row("99213"), georgia],
        states,
        async (_, items) => {
          count += 1;
          return answer(name(count), { responses: responses(items.length) });
        },
        () => {},
      );
    expect(await release((at) => (at === 1 ? "old" : "new"))).toMatchObject({ release: "new" });
    expect(count).toBe(4);
    expect(await release((at) => `r${at}`)).toMatchObject({ code: "release_changing" });
  });

  it("gives no amount to the row of another, and says what the key does not have", async () => {
    const swapped = async () => answer("r", { responses: responses(2).reverse() });
    expect(await priceRows([row("99213"), row("99214")], states, swapped, () => {})).toMatchObject({
      code: "unreadable",
    });
    const priced = await priceRows(
      [georgia],
      [CALIFORNIA.state],
      async () => answer("r", { responses: [] }),
      () => {},
    );
    expect("results" in priced && priced.results.get(rowText(georgia))?.[0]).toMatchObject({
      amount: null,
      outcome: "Not priced",
    });
  });
});

describe("Then and now", () => {
  const rows = [
    row("A1", [keptOf(result("A1", "20.00"))]),
    row("B1", [keptOf(result("B1", "0.0042"))]),
    row("C1", [keptOf(result("C1", "100.10"))]),
    row("D1", [keptOf(result("D1", null))]),
    row("E1"),
  ];
  const now = amountsOf(
    result("A1", "24.00"),
    result("B1", "0.0042"),
    result("C1", "0.20"),
    result("D1", "5.00"),
    result("E1", "1.00"),
  );
  const lines = linesOf({ rows }, now);

  it("have an exact difference where both are amounts", () => {
    expect(lines.map(({ change, changePercent }) => [change, changePercent])).toEqual([
      ["4.00", "20.00"],
      ["0.0000", "0.00"],
      ["-99.90", "-99.80"],
      [null, null],
      [null, null],
    ]);
    expect(lines.map(isChanged)).toEqual([true, false, true, true, false]);
    // 0.1 + 0.2 and the like: sums are exact.
    expect(sumsOf(lines)).toMatchObject({
      change: { lines: 3, dollars: "-95.90" },
      before: { lines: 3, dollars: "120.1042" },
      now: { lines: 3, dollars: "24.2042" },
      rises: { lines: 1, dollars: "4.00" },
      cuts: { lines: 1, dollars: "-99.90" },
      unchanged: 1,
      incomparable: 2,
    });
  });

  it("are added once for each row: a row with several different amounts is counted apart", () => {
    const enrolled = (code: string, ...amounts: readonly string[]) =>
      [rowText(row(code)), amounts.map((amount, place) => result(code, amount, `Enrollment ${place}`))] as const;
    const priced = new Map([
      enrolled("A1", "1390.14", "1994.02"),
      enrolled("B1", "24.00", "24.00"),
      enrolled("C1", "1.00"),
    ]);
    const sums = sumsOf(linesOf({ rows: [row("A1"), row("B1"), row("C1")] }, priced));
    expect(sums.amounts).toEqual({ lines: 2, dollars: "25.00" });
    expect(sums.several).toBe(1);
    const kept = ["1.00", "2.00"].map((amount, place) => keptOf(result("A1", amount, `Enrollment ${place}`)));
    expect(sumsOf(linesOf({ rows: [row("A1", kept)] }, priced))).toMatchObject({
      several: 1,
      change: { lines: 0 },
      incomparable: 0,
    });
  });

  it("are paired by what distinguishes the results of a row, never by their place", () => {
    const campus = (which: string, amount: string) => result("A1", amount, which);
    const kept = [campus("Airport", "1.00"), campus("Downtown", "2.00"), campus("3", "9.00")].map(keptOf);
    const priced = new Map([
      [rowText(row("A1")), [campus("Downtown", "2.50"), campus("North", "3.00"), campus("3", "9.50")]],
    ]);
    const found = linesOf({ rows: [row("A1", kept)] }, priced);
    expect(found.map(({ before, now, change }) => [before?.amount, now?.amount, change])).toEqual([
      ["2.00", "2.50", "0.50"],
      [undefined, "3.00", null],
      // A number in place of a name is only the place in the list.
      [undefined, "9.50", null],
      ["1.00", undefined, null],
      ["9.00", undefined, null],
    ]);
  });

  it("have bars to one scale: what stayed, what rose, what was cut", () => {
    const [rise, , cut, fresh] = barsOf(lines, true);
    expect(rise?.map(({ kind }) => kind)).toEqual(["kept", "new"]);
    expect(cut?.map(({ kind }) => kind)).toEqual(["kept", "taken"]);
    expect(cut?.[1]?.end).toBe(100);
    expect(fresh?.map(({ start, kind }) => [start, kind])).toEqual([[0, "new"]]);
    expect(barsOf([], false)).toEqual([]);
  });

  const basket: ExportedBasket = {
    name: "Knee codes",
    lines: linesOf(
      { rows: rows.map((each) => ({ ...each, fields: { ...each.fields, provider_name: "=1+1" } })) },
      null,
    ),
    states,
    now: NOW,
    before: THEN,
    isSample: true,
    origin: "https://rates.example",
    addressOf: ({ row: each }) => addressOfRow(each, states),
  };

  it("are saved as CSV with a byte order mark and cells that run as no formula", () => {
    const csv = csvOf({ ...basket, lines });
    expect(csv.startsWith("\ufeffState,Setting,Code,")).toBe(true);
    const [heading = "", first = ""] = csv.split("\r\n");
    expect(heading).toContain(',"Then, 2026.10","Now, 2026.11",Change,');
    expect(first).toContain(",20.00,24.00,4.00,20.00,");
    expect(first).toContain("https://rates.example/?state=ca&setting=outpatient&billing_code=A1");
    expect(csv.split("\r\n")).toHaveLength(lines.length + 2);
    const hostile = lines.map((line) => ({ ...line, shown: { ...result("A1", "1.00"), provider: "=cmd()" } }));
    expect(csvOf({ ...basket, lines: hostile })).toContain(",'=cmd(),");
  });

  it("are saved as a workbook that other programs open, with totals, notes and amounts as numbers", async () => {
    const bytes = await workbookBytes([sheetOf({ ...basket, lines }, "2026-11-18")]);
    const parts = unzipSync(new Uint8Array(Buffer.concat(bytes)));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(Object.keys(parts)).toContain("xl/workbook.xml");
    expect(sheet).toContain("TEST DATA");
    expect(sheet).toContain("Compared with Rates 2026.10, priced on Oct 1, 2026.");
    expect(sheet).toContain("<v>-99.90</v>");
    expect(sheet).toContain("<v>-95.90</v>");
    expect(sheet).toContain(">Total<");
  });
});
