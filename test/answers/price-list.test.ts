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
    const lines = await lineOf("ga", "1200020018", "99284");
    expect(lines[0]).toMatchObject({ kind: "percent_of_charges", payment_rate: null, percent_of_charges: "33.765384" });
    expect(lines.map(({ which }) => which)).toEqual(
      ["Airport", "Downtown", "Northside"].map((campus) => `campus_name: ${campus}`),
    );
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

  it("of a newborn has the amount of a child, unless the list says otherwise", async () => {
    const newborns = async (state: string, npi: string, text: string, more: Query = {}) =>
      (await lineOf(state, npi, text, { on: "2026-10-01", ...more })).map(({ payment_rate, parameters }) => [
        payment_rate,
        parameters,
      ]);
    const asChild = { child_patient: "true" };
    expect(await newborns("ca", "1000100010", "580-1")).toEqual([["3752.57", asChild]]);
    expect(await newborns("fl", "1000800015", "640-1")).toEqual([["635.01", asChild]]);
    const [asAdult] = await newborns("fl", "1000800015", "580-4", { with: "child_patient=false" });
    expect(asAdult).toEqual(["5972.52", { child_patient: "false" }]);
  });

  it("with a modifier stands beside the one without, if a rate is published for it", async () => {
    const modifiersOf = async (state: string, npi: string, text: string) =>
      (await lineOf(state, npi, text, { setting: "outpatient" })).map(({ modifier }) => modifier);
    // Florida publishes the components of a code. Its share for 80, and California's for 26 and TC, are the same for every code.
    expect(await modifiersOf("fl", "1000810014", "46924")).toEqual([null, "26", "TC"]);
    // This code is published with modifiers alone.
    expect(await modifiersOf("fl", "1000810014", "77014")).toEqual(["26", "TC"]);
    expect(await modifiersOf("fl", "1000810014", "27447")).not.toContain("80");
    expect(await modifiersOf("ca", "1000100010", "10060")).toEqual([null]);
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

  it("is priced with what the list was sent", async () => {
    const [ffs] = await lineOf("ny", "1100010002", "139-2");
    const [mmc] = await lineOf("ny", "1100010002", "139-2", { with: "payer_class=MMC" });
    expect(mmc?.parameters).toEqual({ payer_class: "MMC" });
    expect(mmc?.payment_rate).not.toBe(ffs?.payment_rate);
    expect(ffs?.notes.join()).toContain("assumed payer_class = FFS");
    expect(mmc?.notes.join()).not.toContain("payer_class");
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
});
