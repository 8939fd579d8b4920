import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedFile } from "../../src/release/open.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { changesPayment, modifierMeaning } from "../../src/reprice/values/modifiers.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* A modifier that changes what is paid is priced where the state prices it, and otherwise leaves its line without a comparison. */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
let contentHash = "";

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  ({ contentHash } = describedFile(file));
});
afterAll(() => folder.remove());

async function outpatient(code: string, lines: readonly string[], more: Partial<Repricing> = {}) {
  const state = states.find((each) => each.code === code);
  if (state === undefined) throw new Error(code);
  const { results, outcome } = await repriced(
    mkdtempSync(join(folder.path, "run-")),
    `${lines.join("\n")}\n`,
    {
      state,
      setting: "outpatient",
      release: { file, contentHash },
      ...more,
    },
    {},
  );
  if (outcome.kind !== "complete") throw new Error(outcome.kind);
  return { results, tally: outcome.tally };
}

const HEADER = "npi,CPT,Modifiers,DOS,Paid";
const NOT_COMPARED = { expected_amount: "", difference: "", remark_codes: "modifier_not_priced" };

describe("In California", () => {
  it("80 asks for the Assistant Surgeon rate and AG for the Primary Surgeon's, where they are published", async () => {
    const { results, tally } = await outpatient(
      "ca",
      [HEADER, "1000700140,11004,80,2026-10-01,67.82", "1000700140,11004,AG,2026-10-01,339.12"],
      { fields: ["payment_rate", "procedure_type_used"] },
    );
    expect(results).toMatchObject([
      {
        payment_rate: "67.82",
        procedure_type_used: "Assistant Surgeon",
        difference: "0.00",
        remarks: "Modifier 80 is priced as procedure_type Assistant Surgeon.",
        remark_codes: "modifier_as_parameter",
      },
      {
        payment_rate: "339.12",
        procedure_type_used: "Primary Surgeon",
        difference: "0.00",
        remarks: "Modifier AG is priced as procedure_type Primary Surgeon.",
        remark_codes: "modifier_as_parameter",
      },
    ]);
    expect(tally).toMatchObject({ verdicts: { asExpected: { lines: 2 } }, modifierNotPriced: { lines: 0 } });
  });

  it("80 of a code without such a rate shows the published rate and is not compared", async () => {
    const { results, tally } = await outpatient("ca", [HEADER, "1000700140,11045,80,2026-10-01,2.92"]);
    expect(results).toMatchObject([
      {
        ...NOT_COMPARED,
        payment_rate: "14.60",
        amount_at_rate: "14.60",
        remarks: "Modifier 80 (assistant surgeon) changes what is paid, and the rate is without it: not compared.",
      },
    ]);
    expect(tally).toMatchObject({ modifierNotPriced: { lines: 1, amount: "14.60" }, compared: 0, total: "0.00" });
  });

  it("a procedure type of the line counts before its modifier, which then is not in the price", async () => {
    const { results } = await outpatient("ca", [
      "npi,CPT,Modifiers,DOS,Paid,procedure_type",
      "1000700140,11004,80,2026-10-01,67.82,primary surgeon",
      "1000700140,11004,80,2026-10-01,67.82,assistant surgeon",
    ]);
    expect(results).toMatchObject([
      { payment_rate: "339.12", difference: "" },
      { payment_rate: "67.82", difference: "0.00", remarks: "" },
    ]);
  });

  it.each([
    "22",
    "23",
    "50",
    "51",
    "62",
    "66",
    "73",
    "78",
    "81",
    "82",
    "AS",
    "CO",
    "CQ",
    "CT",
    "FX",
    "FY",
    "P3",
    "QK",
    "UN",
    "US",
  ])("%s is not compared", async (modifier) => {
    const { results } = await outpatient("ca", [HEADER, `1000700140,11045,${modifier},2026-10-01,5`]);
    expect(results).toMatchObject([{ ...NOT_COMPARED, payment_rate: "14.60" }]);
    expect(results[0]?.remarks).toContain(`Modifier ${modifier} (`);
  });

  it.each(["25", "59", "LT", "RT", "XU", "95"])("%s informs and is compared", async (modifier) => {
    const { results, tally } = await outpatient("ca", [HEADER, `1000700140,99213,${modifier},2026-10-01,24`]);
    expect(results).toMatchObject([{ difference: "0.00", remarks: "" }]);
    expect(tally.noted).toEqual([["idleModifiers", 1]]);
  });

  it("a modifier of no list is compared with a remark", async () => {
    const { results, tally } = await outpatient("ca", [HEADER, "1000700140,99213,U7,2026-10-01,24"]);
    expect(results).toMatchObject([{ difference: "0.00", remark_codes: "modifier_not_known" }]);
    expect(results[0]?.remarks).toBe("No rate is published with U7: priced without.");
    expect(tally.noted).toEqual([["unknownModifiers", 1]]);
  });

  it("lines with a modifier of no list are added up by themselves, and the underpaid among them", async () => {
    const line = (modifier: string, paid: string) => `1000700140,99213,${modifier},2026-10-01,${paid}`;
    const { tally } = await outpatient("ca", [HEADER, line("U7", "24"), line("HQ", "20"), line("25", "20")]);
    expect(tally).toMatchObject({
      modifierNotKnown: { lines: 2, amount: "48.00" },
      underpaidModifierNotKnown: { lines: 1, amount: "4.00" },
      verdicts: { underpaid: { lines: 2, amount: "8.00" } },
      totalLines: 3,
      total: "72.00",
    });
  });
});

describe("In Florida", () => {
  it("the state's shares of a fee are priced; of two the line has one, and is not compared", async () => {
    const { results } = await outpatient("fl", [
      HEADER,
      "1000810063,27447,80,2026-10-01,1",
      "1000810063,27447,82,2026-10-01,1",
      "1000810063,27447,80 50,2026-10-01,1",
    ]);
    expect(results[0]?.difference).not.toBe("");
    expect(results[1]).toMatchObject({ difference: "", remark_codes: "modifier_not_priced" });
    expect(results[2]).toMatchObject({ difference: "", remark_codes: "modifiers_not_applied|modifier_not_priced" });
  });

  it("a grouped line has no price for a modifier, unless a flag of the grouper says the same", async () => {
    const { results } = await outpatient("fl", [
      "npi,EAPG,Modifiers,DOS,Paid,paf_bilateral",
      "1000800056,13,50,2026-10-01,1,",
      "1000800056,13,50,2026-10-01,1,Y",
    ]);
    expect(results[0]).toMatchObject({ difference: "", remark_codes: "modifier_not_priced" });
    expect(results[1]?.difference).not.toBe("");
  });
});

describe("In Georgia", () => {
  it("who directed the anesthesia has a price, and other modifiers that change a payment have none", async () => {
    const { results } = await outpatient("ga", [
      "npi,CPT,Modifiers,DOS,Minutes,Paid",
      "1200050114,00840,QZ,2026-10-01,61,1",
      "1200050114,00840,AS,2026-10-01,61,1",
      "1200050015,99213,52,2026-10-01,,1",
    ]);
    expect(results[0]?.difference).not.toBe("");
    expect(results.slice(1)).toMatchObject([
      { ...NOT_COMPARED, remark_codes: "several_amounts|modifier_not_priced|modifier_assumed" },
      NOT_COMPARED,
    ]);
  });

  it("who directed an anesthesia that has no modifier is not guessed: each price is named with its modifier", async () => {
    const { results } = await outpatient("ga", ["npi,CPT,DOS,Minutes,Paid", "1200050114,00840,2026-10-01,61,1"]);
    expect(results[0]).toMatchObject({ ...NOT_COMPARED, remark_codes: "several_amounts|modifier_assumed" });
    expect(results[0]?.other_results).toMatch(/; Kestrel, Amos, CRNA \(1200050114, modifier QZ\): \$180\.24$/);
  });

  it("a share of charges is the same with any modifier", async () => {
    const { results } = await outpatient("ga", [
      "npi,CPT,Modifiers,DOS,Charges,Paid",
      "1200010019,99284,,2026-10-01,1000,1",
      "1200010019,99284,50,2026-10-01,1000,1",
    ]);
    const [without, withModifier] = results;
    expect(without?.expected_amount).not.toBe("");
    expect(withModifier).toMatchObject({ expected_amount: without?.expected_amount });
  });
});

describe("A code with rates of modifiers alone", () => {
  const lines = [
    "1200050015,92551,U1,2026-10-01,5",
    "1200050015,92551,,2026-10-01,5",
    "1200050015,99392,25,2026-10-01,5",
    "1200050015,92551,EP,2026-10-01,9.80",
  ];

  it("shows its rate where the line has none of them, and is not compared", async () => {
    const { results, tally } = await outpatient("ga", [HEADER, ...lines], { fields: ["payment_rate", "modifier"] });
    const unknown = { modifier: "EP", expected_amount: "", difference: "" };
    expect(results).toMatchObject([
      { ...unknown, amount_at_rate: "9.80", remark_codes: "modifier_not_known|modifier_assumed" },
      {
        ...unknown,
        amount_at_rate: "9.80",
        remark_codes: "modifier_assumed",
        remarks: "The rate is that of modifier EP, which the line does not have: not compared.",
      },
      { ...unknown, amount_at_rate: "85.37", remark_codes: "modifier_assumed" },
      { modifier: "EP", difference: "0.00", remarks: "" },
    ]);
    expect(tally).toMatchObject({ priced: 4, compared: 1, total: "9.80", modifierNotPriced: { lines: 0 } });
    expect(tally.noted).toContainEqual(["assumedModifiers", 3]);
  });

  it("is not compared in Florida either", async () => {
    const { results, tally } = await outpatient("fl", [HEADER, "1000810063,77065,,2026-10-01,5"], {
      fields: ["payment_rate", "modifier"],
    });
    expect(results[0]).toMatchObject({ expected_amount: "", difference: "", remark_codes: "modifier_assumed" });
    expect(tally).toMatchObject({ compared: 0, total: "0.00" });
  });
});

describe("In New York", () => {
  it("the components of physicians have prices, and a visit at a hospital has none with a modifier", async () => {
    const { results } = await outpatient("ny", [
      HEADER,
      "1100030307,71046,26,2026-10-01,1",
      "1100030307,99213,52,2026-10-01,1",
    ]);
    expect(results[0]?.difference).not.toBe("");
    expect(results[1]).toMatchObject(NOT_COMPARED);
    const hospital = await outpatient("ny", [
      "npi,APG,Modifiers,DOS,Paid",
      "1100010002,271,TC,2026-10-01,1",
      "1100010002,271,25,2026-10-01,1",
    ]);
    expect(hospital.results[0]).toMatchObject(NOT_COMPARED);
    expect(hospital.results[1]?.difference).not.toBe("");
  });
});

describe("The national list", () => {
  it("gives each modifier one meaning", () => {
    const payment = "22 26 50 51 52 53 54 55 56 62 66 73 74 78 80 81 82 AS TC AA AD QK QX QY QZ".split(" ");
    expect(payment.filter((each) => !changesPayment(each))).toEqual([]);
    const informing = "25 59 LT RT XE XP XS XU".split(" ");
    expect(informing.map(modifierMeaning)).toEqual(informing.map(() => "informs"));
    expect(["U1", "HQ", "ZZ", "toString"].map(modifierMeaning)).toEqual([null, null, null, null]);
  });

  it("has every modifier that a state always prices", () => {
    const priced = states.flatMap(({ lookups }) => lookups.flatMap(({ claimLines }) => claimLines?.modifiers ?? []));
    expect([...new Set(priced)].filter((each) => !changesPayment(each))).toEqual([]);
  });
});
