import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerFrom } from "../../src/answers/index.ts";
import type { PriceLine, PriceList } from "../../src/answers/price-list/schema.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { lookupResults } from "../../src/pricing/answer.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");
const TODAY = "2026-11-15" as Day;

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(SAMPLE);
  release = compiled.open();
});
afterAll(() => compiled.discard());

type Query = Readonly<Record<string, string>>;

async function asked(state: string, fields: Query, admits = async (_: number) => true) {
  const terms = { answer: "price-list", states: [state], setting: null, today: TODAY, staleAfterMonths: 18 };
  return await answerFrom(release, { ...terms, fields }, admits);
}

async function listed(state: string, fields: Query): Promise<PriceList> {
  const answered = await asked(state, fields);
  if (answered === null || !answered.ok) throw new Error(JSON.stringify(answered));
  return JSON.parse(await answered.as("json"));
}

async function faultsOf(state: string, fields: Query): Promise<readonly string[]> {
  const answered = await asked(state, fields);
  if (answered === null || answered.ok) throw new Error("The request was not refused.");
  return answered.faults.map(({ message }) => message);
}

/** A hospital of each state, with campuses, children's add-ons and rates of several kinds. */
const HOSPITALS: Readonly<Record<string, readonly string[]>> = {
  ca: ["1000100010"],
  fl: ["1000800056"],
  ny: ["1100010002"],
  ga: ["1200020018", "1200010142"],
};

/** The results of the single lookup that a line says it is. */
function single(state: string, npi: string, line: PriceLine, day: Day) {
  const source = release.states.get(state) as StateInRelease;
  const lookup = lookupOf(source.state, line.setting);
  const fields = { npi, billing_code: line.code, [lookup.dayParameter]: day, ...line.parameters };
  const read = lookup.reader.fromQuery(fields, { today: TODAY });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const results = lookupResults(lookup, read.request, source);
  if (results instanceof Promise) throw new Error("A lookup by NPI is answered at once.");
  return results.map(({ result }) => result);
}

describe.each(states.map(({ code }) => code))("the list of a hospital in %s", (state) => {
  it.each(HOSPITALS[state] ?? [])("is what single lookups pay, line by line: %s", async (npi) => {
    const list = await listed(state, { npi, limit: "1000" });
    expect(list.next_offset).toBeNull();
    for (const setting of ["inpatient", "outpatient"]) {
      expect(list.lines.filter((line) => line.setting === setting).length, setting).toBeGreaterThan(50);
    }
    const seen = new Map<string, number>();
    for (const line of list.lines) {
      const key = JSON.stringify([line.setting, line.code, line.parameters]);
      const results = single(state, npi, line, TODAY).filter(isLine(line));
      const place = seen.get(key) ?? 0;
      seen.set(key, place + 1);
      const {
        payment_rate,
        payment_rate_type,
        calculation_method,
        effective_start_date,
        effective_end_date,
        modifier,
      } = results[place] ?? {};
      expect({ key, ...valuesOf(line) }).toEqual({
        key,
        payment_rate,
        payment_rate_type,
        calculation_method,
        effective_start_date,
        effective_end_date,
        modifier: modifier ?? null,
      });
    }
  });

  it("has a line or a reason for every code of the tables, and no code in both", async () => {
    const npi = HOSPITALS[state]?.[0] ?? "";
    const { lines, not_listed, total_codes, priced_codes } = await listed(state, { npi, limit: "1000" });
    const withLine = new Set(lines.map(({ setting, code }) => `${setting} ${code}`)).size;
    const without = not_listed.reduce((sum, { codes }) => sum + codes, 0);
    expect(withLine + without).toBe(total_codes);
    expect(priced_codes).toBe(total_codes);
  });

  it("is the same in pages as in one", async () => {
    const npi = HOSPITALS[state]?.[0] ?? "";
    const whole = await listed(state, { npi, setting: "outpatient", limit: "1000" });
    const lines: PriceLine[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page: PriceList = await listed(state, { npi, setting: "outpatient", limit: "83", offset: String(offset) });
      expect(page.priced_codes).toBeLessThanOrEqual(83);
      lines.push(...page.lines);
      offset = page.next_offset;
    }
    expect(lines).toEqual(whole.lines);
  });
});

/** The results that a line can be: modifiers that were sent show in the result, and what has no rate is no line. */
function isLine({ modifier }: PriceLine) {
  return (result: Readonly<Record<string, unknown>>) =>
    (result.rate_found === true ||
      result.payment_rate_type === "manually_priced" ||
      result.calculation_method !== null) &&
    (result.modifier ?? null) === modifier;
}

function valuesOf(line: PriceLine) {
  const { payment_rate, payment_rate_type, calculation_method, effective_start_date, effective_end_date, modifier } =
    line;
  return { payment_rate, payment_rate_type, calculation_method, effective_start_date, effective_end_date, modifier };
}

describe("a line", () => {
  const lineOf = async (state: string, npi: string, text: string, more: Query = {}) =>
    (await listed(state, { npi, text, ...more })).lines;

  it("in dollars has its price, what it pays for, and what was assumed", async () => {
    // 8912.40 x 6.9628 = 62055.26
    expect(await lineOf("ca", "1000100010", "001-1")).toMatchObject([
      { code: "001-1", code_type: "APR-DRG", kind: "amount", payment_rate: "62055.26", per: "stay", algorithm: null },
    ]);
    const [line] = await lineOf("ca", "1000100010", "001-1");
    expect(line?.notes).toContain(
      "assumed length_of_stay = 7 (not sent: the national average of the APR-DRG in whole days)",
    );
  });

  it("of a share of charges is a percentage", async () => {
    // 0.3018 x 1.1188 = 0.33765384
    const [line] = await lineOf("ga", "1200020018", "99284");
    expect(line).toMatchObject({ kind: "percent_of_charges", payment_rate: null, percent_of_charges: "33.765384" });
    expect(line?.which).toBe("campus_name: Airport");
  });

  it("by report says how it is paid", async () => {
    const [line] = await lineOf("ca", "1000100010", "01999");
    expect(line).toMatchObject({ kind: "by_report", payment_rate: null, percent_of_charges: null });
    expect(line?.algorithm).toContain("payment is determined per claim");
  });

  it("that needs what a list cannot know says so, and has no price", async () => {
    const [anesthesia] = await lineOf("ca", "1000100010", "00142");
    expect(anesthesia).toMatchObject({ kind: "incomplete", payment_rate: null, per: "line" });
    expect(anesthesia?.algorithm).toContain("anesthesia_minutes not supplied");
    const [psychiatric] = await lineOf("ny", "1100010002", "740-1");
    expect(psychiatric).toMatchObject({ kind: "incomplete", payment_rate: null });
    expect(psychiatric?.algorithm).toContain("length_of_stay is required");
  });

  it("with a modifier stands beside the one without, where the modifier has its own price", async () => {
    const lines = await lineOf("ca", "1000100010", "10060");
    expect(lines.map(({ modifier, payment_rate }) => [modifier, payment_rate])).toEqual([
      [null, "48.70"],
      ["26", "14.13"],
      ["TC", "34.57"],
    ]);
  });

  it("with a modifier says where its price is no published rate: one factor of the program, the same for every code", async () => {
    const factorsOf = async (state: string, npi: string, text: string, more: Query = {}) =>
      (await lineOf(state, npi, text, { setting: "outpatient", ...more })).map(
        ({ modifier, payment_rate, modifier_factor }) => [modifier, payment_rate, modifier_factor],
      );
    // California has 0.29 and 0.71 for every code.
    expect(await factorsOf("ca", "1000100010", "10060")).toEqual([
      [null, "48.70", null],
      ["26", "14.13", "0.29"],
      ["TC", "34.57", "0.71"],
    ]);
    const [plain, professional] = await lineOf("ca", "1000100010", "10060");
    const note = "no published rate: the program's factor for modifier 26 (0.29) is the same for every code";
    expect(professional?.notes).toContain(note);
    expect(plain?.notes.join()).not.toContain("no published rate");
    // So on every day, also for a code with a published share of its own.
    const head = await factorsOf("ca", "1000100010", "70450", { on: "2022-06-30" });
    expect(head.map(([modifier, , factor]) => [modifier, factor])).toEqual([
      [null, null],
      ["26", "0.29"],
      ["TC", "0.71"],
    ]);
    // Florida publishes the components of a code. Shares of the fee, such as 80, are figures of the program.
    const florida = await factorsOf("fl", "1000810014", "27447");
    expect(florida).toContainEqual(["80", expect.any(String), "0.16"]);
    const components = await factorsOf("fl", "1000810014", "46924");
    expect(components.filter(([modifier]) => modifier === "26" || modifier === "TC").map((each) => each[2])).toEqual([
      null,
      null,
    ]);
  });

  it.each([
    ["ga", "1200020018"],
    ["ny", "1100010002"],
  ])("with a modifier has a published rate in %s", async (state, npi) => {
    const { lines } = await listed(state, { npi, setting: "outpatient", limit: "1000" });
    expect(lines.filter((line) => line.modifier_factor !== null)).toEqual([]);
  });

  it("of a group of procedures is sent with its code system", async () => {
    const lines = await lineOf("fl", "1000800056", "13", { setting: "outpatient" });
    expect(lines.find(({ code }) => code === "13")).toMatchObject({
      code_type: "EAPG",
      parameters: { billing_code_type: "EAPG" },
      kind: "amount",
    });
    expect((await lineOf("ny", "1100010002", "271"))[0]).toMatchObject({ code_type: "APG", kind: "amount" });
  });

  it("of newborns is priced as that of a child, unless the list says otherwise", async () => {
    const newborn = await lineOf("fl", "1000800056", "593-4");
    expect(newborn.map(({ parameters }) => parameters)).toEqual([{ child_patient: "true" }]);
    const adult = await lineOf("fl", "1000800056", "593-4", { with: "child_patient=false" });
    expect(adult.map(({ parameters }) => parameters)).toEqual([{ child_patient: "false" }]);
  });

  const NEWBORNS = /^(?:5[89][0-9]|6[0-3][0-9]|640)-/;

  it.each([
    ["ca", "1000100010", 44],
    ["fl", "1000800015", 36],
  ])("of every newborn equals the lookup with the flag for children: %s", async (state, npi, count) => {
    const { lines } = await listed(state, { npi, setting: "inpatient", on: "2026-10-01", limit: "1000" });
    const newborns = lines.filter(({ code }) => NEWBORNS.test(code));
    expect(newborns).toHaveLength(count);
    for (const line of newborns) {
      const asChild = { ...line, parameters: { child_patient: "true" } };
      const [result] = single(state, npi, asChild, "2026-10-01" as Day);
      expect(line, line.code).toMatchObject({ ...asChild, payment_rate: result?.payment_rate });
    }
    const others = lines.filter(({ code }) => !NEWBORNS.test(code));
    expect(others.filter(({ parameters }) => "child_patient" in parameters)).toEqual([]);
  });

  it("of a newborn has the amount of a child", async () => {
    const amounts = async (...[state, npi, code]: [string, string, string]) =>
      (await lineOf(state, npi, code, { on: "2026-10-01" })).map(({ payment_rate }) => payment_rate);
    expect(await amounts("ca", "1000100010", "580-1")).toEqual(["3752.57"]);
    expect(await amounts("fl", "1000800015", "640-1")).toEqual(["635.01"]);
  });

  it("is priced with what the list was sent", async () => {
    const [ffs] = await lineOf("ny", "1100010002", "139-2");
    const [mmc] = await lineOf("ny", "1100010002", "139-2", { with: "payer_class=MMC" });
    expect(mmc?.parameters).toEqual({ payer_class: "MMC" });
    expect(mmc?.payment_rate).not.toBe(ffs?.payment_rate);
    expect(ffs?.notes.join()).toContain("assumed payer_class = FFS");
    expect(mmc?.notes.join()).not.toContain("payer_class");
  });

  it("has the price of each plan, rounded half up to the cent", async () => {
    // 62055.26 x 1.05 = 65158.023; x 0.5 = 31027.63
    const [line] = await lineOf("ca", "1000100010", "001-1", { factors: "Plan A=1.05,Half=0.5" });
    expect(line?.plans).toEqual([
      { plan: "Plan A", factor: "1.05", payment_rate: "65158.02", percent_of_charges: null },
      { plan: "Half", factor: "0.5", payment_rate: "31027.63", percent_of_charges: null },
    ]);
    // 33.765384 x 1.05 = 35.4536532
    const [share] = await lineOf("ga", "1200020018", "99284", { factors: "Plan A=1.05" });
    expect(share?.plans).toMatchObject([{ payment_rate: null, percent_of_charges: "35.4536532" }]);
  });
});

describe("a list", () => {
  it("of an NPI that no provider has is empty, and says so", async () => {
    const list = await listed("ca", { npi: "1999999992" });
    expect(list).toMatchObject({ provider: null, lines: [], priced_codes: 0, next_offset: null });
    const answered = await asked("ca", { npi: "1999999992" });
    if (answered === null || !answered.ok) throw new Error("refused");
    expect(answered.text().remarks).toEqual(["No provider of the state has this NPI."]);
  });

  it("marks prices with the program's factor for a modifier in its text, behind the modifier", async () => {
    const answered = await asked("ca", { npi: "1000100010", text: "71046" });
    if (answered === null || !answered.ok) throw new Error("refused");
    const { text, remarks } = answered.text();
    expect(text).toContain(" modifier=26 (x 0.29) ");
    expect(text).toContain(" modifier=TC (x 0.71) ");
    expect(remarks).toContainEqual(expect.stringContaining("no rate is published for the code with it"));
    const visit = await asked("ca", { npi: "1000100010", text: "001-1" });
    if (visit === null || !visit.ok) throw new Error("refused");
    expect(visit.text().remarks.join()).not.toContain("no rate is published");
  });

  it("has the address of the provider, the release and its warnings", async () => {
    const list = await listed("fl", { npi: "1000800056", limit: "1" });
    expect(list.provider).toEqual({
      npi: "1000800056",
      name: "Cormorant Children's Medical Center",
      address: "1348 Sawgrass Walk, Tallahassee, FL 32308",
    });
    expect(list.program).toBe("Florida Medicaid");
    expect(list.release.content_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(list.warnings).toContain("TEST DATA: this dataset has made-up figures.");
  });

  it("is paid for by its codes, before the first of them is priced", async () => {
    const wanted: number[] = [];
    const refusing = async (lookups: number) => {
      wanted.push(lookups);
      return false;
    };
    expect(await asked("ca", { npi: "1000100010", limit: "7" }, refusing)).toBeNull();
    expect(wanted).toEqual([7]);
  });

  it("refuses what it cannot mean, with the remedy", async () => {
    expect(await faultsOf("ca", {})).toEqual([expect.stringContaining("npi is required")]);
    expect(await faultsOf("ca", { npi: "1000100010", limit: "1001" })).toEqual([
      expect.stringContaining("a whole number from 1 to 1000"),
    ]);
    expect(await faultsOf("ca", { npi: "1000100010", factors: "Plan A" })).toEqual([
      expect.stringContaining("NAME=FACTOR, such as Plan A=1.05"),
    ]);
    for (const factor of ["0", "-1", "101", "1.0000001", "a lot"]) {
      expect(await faultsOf("ca", { npi: "1000100010", factors: `Plan A=${factor}` }), factor).toHaveLength(1);
    }
    expect(await faultsOf("ca", { npi: "1000100010", factors: "Plan A=1.05,plan a=1.1" })).toEqual([
      expect.stringContaining("each plan once"),
    ]);
    expect(await faultsOf("ca", { npi: "1000100010", with: "payer_class=MMC" })).toEqual([
      expect.stringContaining("NAME is one of provider_type"),
    ]);
    expect(await faultsOf("ny", { npi: "1100010002", with: "payer_class=HMO" })).toEqual([
      expect.stringContaining("payer_class: one of FFS, MMC"),
    ]);
    for (const own of ["npi=1100010002", "billing_code=139-2", "date_of_service=2026-01-01", "opcert=9914001"]) {
      expect(await faultsOf("ny", { npi: "1100010002", with: own }), own).toHaveLength(1);
    }
  });

  it("is a table with a column for each plan", async () => {
    const answered = await asked("ca", { npi: "1000100010", text: "001-1", factors: "Plan A=1.05" });
    if (answered === null || !answered.ok) throw new Error("refused");
    const [headings, row] = String(await answered.as("csv")).split("\r\n");
    expect(headings).toContain("plan_1: Plan A");
    expect(row).toContain(",65158.02,");
  });
});
