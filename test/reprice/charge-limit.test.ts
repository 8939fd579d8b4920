import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedFile } from "../../src/release/open.ts";
import type { Repricing } from "../../src/reprice/repricing.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { repriced } from "./support/repriced.ts";

/* What expected amounts are limited to and compared with, by the columns of the file. 99213 at 1000700140 pays $24.00. */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
let contentHash = "";

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  ({ contentHash } = describedFile(file));
});
afterAll(() => folder.remove());

async function work(
  lines: readonly string[],
  more: Partial<Repricing> = {},
  code = "ca",
  setting: Repricing["setting"] = "outpatient",
) {
  const state = states.find((each) => each.code === code);
  if (state === undefined) throw new Error(code);
  const done = await repriced(mkdtempSync(join(folder.path, "run-")), `${lines.join("\n")}\n`, {
    state,
    setting,
    release: { file, contentHash },
    ...more,
  });
  if (done.outcome.kind !== "complete") throw new Error(done.outcome.kind);
  return { ...done, tally: done.outcome.tally };
}

const CLAIM = "1000700140,99213,2026-10-01";

describe("What was billed", () => {
  it("is the most that is expected of a line, in all of its units", async () => {
    const { results, tally, notices } = await work([
      "npi,CPT,DOS,Units,Billed Amount,Paid",
      `${CLAIM},2,47.99,47.99`,
      `${CLAIM},2,48.00,48`,
      `${CLAIM},2,"$1,048.00",48`,
      `${CLAIM},2,,48`,
    ]);
    expect(results).toMatchObject([
      { payment_rate: "24.00", amount_at_rate: "48.00", expected_amount: "47.99", difference: "0.00" },
      { amount_at_rate: "48.00", expected_amount: "48.00", remarks: "" },
      { expected_amount: "48.00", remarks: "" },
      { expected_amount: "48.00", difference: "0.00" },
    ]);
    expect(results[0]).toMatchObject({
      remarks: "Billed at $47.99, less than the rate comes to ($48.00).",
      remark_codes: "billed_below_rate",
    });
    expect(tally).toMatchObject({ billedBelowRate: { lines: 1, amount: "0.01" }, total: "191.99" });
    expect(tally.noted).toContainEqual(["noBilledAmount", 1]);
    expect(notices).toContain(
      "Expected is at most what was billed (Billed Amount). Turn that off with --no-charge-limit.",
    );
  });

  it("limits nothing where that is turned off, whatever stands there", async () => {
    const { results, tally, faults, notices } = await work(
      ["npi,CPT,DOS,Billed,Paid", `${CLAIM},10,24`, `${CLAIM},abc,24`],
      { noChargeLimit: true },
    );
    expect(results).toMatchObject([
      { amount_at_rate: "24.00", expected_amount: "24.00", difference: "0.00" },
      { expected_amount: "24.00", difference: "0.00" },
    ]);
    expect([faults, tally.billedBelowRate.lines]).toEqual([[], 0]);
    expect(notices.join()).not.toContain("at most");
  });

  it("of nothing is nothing expected, and a doubt beside a payment", async () => {
    const { results, tally, faults } = await work([
      "npi,CPT,DOS,Charges,Paid",
      `${CLAIM},0,0`,
      `${CLAIM},0.00,24`,
      `${CLAIM},abc,24`,
      `${CLAIM},-10,24`,
      `${CLAIM},-10,-24`,
    ]);
    expect(
      results.map(({ expected_amount, difference, remark_codes }) => [expected_amount, difference, remark_codes]),
    ).toEqual([
      ["0.00", "0.00", "billed_below_rate"],
      ["24.00", "", "takeback_in_file|invalid_billed_amount"],
      ["24.00", "", "takeback_in_file|invalid_billed_amount"],
      ["24.00", "", "takeback_in_file|invalid_billed_amount"],
      ["", "", "money_taken_back|billed_below_rate"],
    ]);
    expect(faults.map(({ fault_line, fault_columns }) => [fault_line, fault_columns])).toEqual([
      ["3", "Charges"],
      ["4", "Charges"],
      ["5", "Charges"],
    ]);
    expect(tally).toMatchObject({ compared: 1, doubtful: 3, takenBack: { lines: 1 } });
    expect(tally.noted).toContainEqual(["billedNothing", 1]);
  });

  it("is the charges that the lookup takes, where it takes them", async () => {
    const { results } = await work(
      ["npi,CPT,DOS,Charges,Paid", "1200050015,99213,2026-10-01,50,50"],
      { fields: ["payment_rate"] },
      "ga",
    );
    expect(results).toMatchObject([{ expected_amount: "50.00", difference: "0.00" }]);
    expect(Number(results[0]?.payment_rate)).toBeGreaterThan(50);
    const stay = await work(
      ["npi,DRG,Admit,Total Charges,LOS,Paid", "1100010002,139-2,2026-10-01,100,3,100"],
      { fields: ["payment_rate"], decided: new Map([["Admit", "discharge_date"]]) },
      "ny",
      "inpatient",
    );
    expect(stay.results[0]).toMatchObject({ expected_amount: "100.00", difference: "0.00" });
  });

  it.each([
    ["ny", "inpatient", "npi,DRG,discharge_date,LOS,Total Charges,Paid", "1100010002,139-2,2026-10-01,3"],
    ["fl", "inpatient", "npi,DRG,discharge_date,LOS,Total Charges,Paid", "1000800015,139-2,2026-10-01,3"],
    ["ca", "inpatient", "npi,DRG,discharge_date,LOS,Total Charges,Paid", "1000100010,139-2,2026-10-01,3"],
    ["ga", "inpatient", "npi,DRG,discharge_date,LOS,Total Charges,Paid", "1200010019,139-2,2026-10-01,3"],
    ["ga", "outpatient", "npi,CPT,DOS,Units,Charges,Paid", "1200050015,99213,2026-10-01,1"],
  ] as const)(
    "of nothing beside a payment is a doubt in %s %s, which takes charges",
    async (state, setting, head, claim) => {
      const lines = [
        head,
        `${claim},0.00,100`,
        `${claim},-500,100`,
        `${claim},abc,100`,
        `${claim},-50,-50`,
        `${claim},0,0`,
      ];
      for (const noChargeLimit of [false, true]) {
        const { results, faults, tally } = await work(lines, { noChargeLimit }, state, setting);
        const [nothing, takenBack] = results;
        const [charges, whole] = [
          head.split(",")[4] as string,
          await work([head, `${claim},,100`], {}, state, setting),
        ];
        expect(nothing).toMatchObject({ difference: "", remark_codes: "invalid_billed_amount" });
        expect(nothing?.payment_rate).toBe(whole.results[0]?.payment_rate);
        expect(Number(nothing?.payment_rate)).toBeGreaterThan(50);
        expect(takenBack).toMatchObject({ input_line: "5", difference: "" });
        expect(takenBack?.remark_codes).toContain("money_taken_back");
        expect(faults.map((each) => [each.fault_line, each.fault_columns])).toEqual([
          ["2", charges],
          ["3", charges],
          ["4", charges],
        ]);
        expect(tally).toMatchObject({ compared: 1, doubtful: 1, faulty: 2, takenBack: { lines: 1, amount: "50.00" } });
      }
    },
  );

  it("of the line counts before the charges of the whole claim", async () => {
    const { results, notices } = await work(["npi,CPT,DOS,Total Charges,Line Charges,Paid", `${CLAIM},500,20,20`]);
    expect(results).toMatchObject([{ expected_amount: "20.00", difference: "0.00" }]);
    expect(notices).toContainEqual(expect.stringContaining('"Total Charges" is passed through'));
  });
});

describe("What is compared", () => {
  const BOTH = ["npi,CPT,DOS,Paid Amount,Allowed Amount", `${CLAIM},20,24`];

  it("is what was allowed, before what was paid", async () => {
    const { results, notices } = await work(BOTH);
    expect(results).toMatchObject([{ difference: "0.00" }]);
    expect(notices).toContain(
      'Compared with Allowed Amount, what was allowed. --compare "Paid Amount" compares with what was paid.',
    );
  });

  it("is nothing where the allowed amount is empty, and a remark says what was paid", async () => {
    const { results, tally } = await work([BOTH[0] as string, `${CLAIM},20,`, `${CLAIM},,`]);
    expect(results).toMatchObject([
      {
        difference: "",
        remarks: "The allowed amount is empty, and $20.00 was paid: not compared.",
        remark_codes: "allowed_amount_empty",
      },
      { difference: "", remarks: "" },
    ]);
    expect(tally.compared).toBe(0);
  });

  it("is what --compare says", async () => {
    const { results, notices } = await work(BOTH, { compare: "Paid Amount" });
    expect(results).toMatchObject([{ difference: "4.00" }]);
    expect(notices.join("\n")).toContain("Passed through: Allowed Amount.");
    const allowed = await work(BOTH, { compare: "Allowed Amount" });
    expect(allowed.results).toMatchObject([{ difference: "0.00" }]);
  });

  it("is nothing of a line whose payment was taken back, whatever was allowed", async () => {
    const { results, tally } = await work([BOTH[0] as string, `${CLAIM},-20,24`, `${CLAIM},(20.00),-24`]);
    expect(results).toMatchObject([{ difference: "" }, { difference: "" }]);
    expect(tally).toMatchObject({ compared: 0, takenBack: { lines: 2, amount: "44.00" } });
  });
});

describe("A DRG and its severity", () => {
  const stay = (heading: string, cell: string, severity = "") =>
    work(
      [`Hospital NPI,${heading},discharge_date,SOI`, `1000800015,${cell},2026-10-01,${severity}`],
      { fields: ["billing_code", "payment_rate"] },
      "fl",
      "inpatient",
    );

  it.each(["1392", "1392.0", "APR139-2", "APR-DRG 139-2", "apr1392", "DRG 139/2", "139/2", "139 - 2"])(
    "are read from %j and counted",
    async (cell) => {
      const { results, tally } = await stay("DRG", cell);
      expect(results).toMatchObject([{ billing_code: "139-2" }]);
      expect(tally.noted).toEqual([["drgForm", 1]]);
    },
  );

  it("have three digits where the form is rewritten", async () => {
    expect((await stay("DRG", "45/4")).results).toMatchObject([{ billing_code: "045-4" }]);
  });

  it("agree with a severity of its own column", async () => {
    expect((await stay("DRG", "1392", "2")).results).toMatchObject([{ billing_code: "139-2" }]);
    expect((await stay("DRG", "1392", "3")).faults).toHaveLength(1);
  });

  it("may be padded to four digits where the severity has its own column", async () => {
    expect((await stay("DRG", "0139", "2")).results).toMatchObject([{ billing_code: "139-2" }]);
    // DRG 132 with severity 2, or DRG 013 with severity 2.
    const { faults } = await stay("DRG", "0132", "2");
    expect(faults.map(({ fault_columns }) => fault_columns)).toEqual(["DRG"]);
    expect((await stay("DRG", "0139", "")).faults).toHaveLength(1);
    // New York's lookup takes four digits as they are.
    const newYork = ["NPI,DRG,SOI,discharge_date", "1100010002,0561,1,2026-10-01"];
    expect((await work(newYork, {}, "ny", "inpatient")).faults).toEqual([]);
  });

  it.each([
    ["DRG", "0392", "Enter a DRG of three digits: this has four. With its severity a DRG is written 392-2"],
    ["DRG", "1395", "Enter a DRG with its severity"],
    ["DRG", "13922", "Enter DRG or DRG-SOI"],
    ["billing_code", "1392", "four digits are read as one where the heading of the column says DRG"],
  ])("under %s are not guessed from %s", async (heading, cell, reason) => {
    const { results, faults } = await stay(heading, cell);
    expect([results.length, faults.length]).toEqual([0, 1]);
    expect(faults[0]?.fault_reasons).toContain(reason);
  });
});

describe("A default", () => {
  it("that a rule reads twice is counted once by line", async () => {
    const { tally } = await work(["npi,CPT,DOS,Paid", "1000810014,99213,2026-10-01,1"], {}, "fl");
    expect(tally.data.assumed.filter(({ parameter }) => parameter === "child_patient")).toMatchObject([{ lines: 1 }]);
  });
});

describe("A newborn's DRG in Florida", () => {
  const stay = (child: string) =>
    work(
      ["npi,DRG,discharge_date,child_patient,Paid", `1000800015,593-4,2026-10-01,${child},1`],
      { fields: ["payment_rate"] },
      "fl",
      "inpatient",
    );

  it("without child_patient has a remark that names it and the payment with it", async () => {
    const asChild = (await stay("Y")).results[0];
    const { results, tally } = await stay("");
    expect(asChild).toMatchObject({ remarks: "" });
    expect(results[0]?.payment_rate).not.toBe(asChild?.payment_rate);
    expect(results).toMatchObject([
      {
        remarks: `593-4 is a DRG of newborns, and child_patient true was not sent: with it the payment is $${asChild?.payment_rate}.`,
        remark_codes: "parameter_overlooked",
      },
    ]);
    expect(tally.noted).toContainEqual(["overlookedParameter", 1]);
    expect((await stay("N")).results[0]?.remarks).toBe(
      `593-4 is a DRG of newborns, and child_patient was sent as false: with true the payment is $${asChild?.payment_rate}.`,
    );
  });
});

describe("A newborn's DRG in California", () => {
  it("without child_patient has the remark too", async () => {
    const { results } = await work(
      ["npi,DRG,admit_date,Paid", "1000100010,580-1,2026-10-01,1", "1000100010,560-1,2026-10-01,1"],
      { fields: ["payment_rate"] },
      "ca",
      "inpatient",
    );
    expect(results.map(({ remarks }) => remarks)).toEqual([
      "580-1 is a DRG of newborns, and child_patient true was not sent: with it the payment is $3752.57.",
      "",
    ]);
    expect(results[0]?.payment_rate).toBe("2144.32");
  });
});
