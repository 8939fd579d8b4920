import { describe, expect, it } from "vitest";
import { outpatient } from "../../../src/states/ny/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

/* Every claim status and every reason that decides whether a line is owed. */

const DAY = "DTM*472*20260901";

async function rowsOf(...segments: readonly string[]) {
  const payee = "N1*PE*CLINIC*XX*1100020100";
  const text = interchange("835", "005010X221A1", ["BPR*I*0*C*NON", "TRN*1*T1", payee, "LX*1", ...segments]);
  return (await rowsOfX12(text, outpatient)).rows;
}

/** The verdict on a line of 100.00 by the status of its claim, what was paid and the adjustments. */
async function verdict(status: string, paid: string, ...adjustments: readonly string[]): Promise<string | undefined> {
  const line = [`SVC*HC:99213*100*${paid}**1`, DAY, ...adjustments.map((each) => `CAS*${each}`)];
  return (await rowsOf(`CLP*A1*${status}*100*${paid}**MC*P1*11`, ...line))[0]?.not_owed;
}

describe("A claim status", () => {
  it.each(["1", "19"])("%s is of the first payer, whose lines are owed", async (status) => {
    expect(await verdict(status, "20", "CO*45*80")).toBe("");
    expect(await verdict(status, "0", "CO*45*100")).toBe("");
    expect(await verdict(status, "0", "CO*29*100")).toBe("denied (CO-29)");
  });

  it.each(["2", "3", "20", "21"])("%s is of a later payer, whose lines are what another one left", async (status) => {
    const paidByOther = `other_payer (status ${status})`;
    expect(await verdict(status, "4", "CO*45*96")).toBe(paidByOther);
    expect(await verdict(status, "0", "CO*45*100")).toBe(paidByOther);
    expect(await verdict(status, "0")).toBe(paidByOther);
    expect(await verdict(status, "99")).toBe(paidByOther);
    expect(await verdict(status, "100", "CO*45*0")).toBe("");
    expect(await verdict(status, "100", "PR*3*1")).toBe(paidByOther);
    expect(await verdict(status, "4", "OA*23*90", "CO*45*6")).toBe("other_payer (OA-23)");
    expect(await verdict(status, "0", "CO*29*100")).toBe("denied (CO-29)");
    expect(await verdict(status, "0", "CO*97*100")).toBe("packaged (CO-97)");
    expect(await verdict(status, "0", "PR*1*100")).toBe("patient_share (PR-1)");
  });

  it.each([
    ["4", "0", "CO*45*100", "denied"],
    ["22", "-20", "CO*45*-80", "reversal"],
    ["23", "0", "OA*133*100", "other_payer"],
    ["25", "0", "CO*29*100", "predetermination"],
    ["5", "0", "OA*133*100", "undecided (status 5)"],
    ["13", "20", "CO*45*80", "undecided (status 13)"],
    ["", "0", "CO*45*100", "undecided (no status)"],
    ["DOE, JOHN", "0", "CO*45*100", "undecided (no status)"],
  ])("%j decides: paid %s with %s is %s", async (status, paid, adjustment, expected) => {
    expect(await verdict(status, paid, adjustment)).toBe(expected);
  });

  it("of a later payer decides over a stay and a claim without lines, too", async () => {
    const rows = await rowsOf("CLP*A1*2*100*4**MC*P1*13", "CAS*CO*45*96");
    expect(rows.map((row) => row.not_owed)).toEqual(["other_payer (status 2)"]);
  });
});

describe("An adjustment of a line that was paid with nothing", () => {
  it.each(["42", "45", "131", "253", "A2"])(
    "for reason %s is the fee schedule's, and the line is owed",
    async (reason) => {
      expect(await verdict("1", "0", `CO*${reason}*100`)).toBe("");
    },
  );

  it.each(["1", "2", "3", "66", "142", "178", "241", "247", "248"])(
    "for reason %s is a share of the patient where the patient pays it, and counts as allowed",
    async (reason) => {
      expect(await verdict("1", "0", `PR*${reason}*100`)).toBe(`patient_share (PR-${reason})`);
      expect(await verdict("1", "0", `CO*${reason}*100`)).toBe(`denied (CO-${reason})`);
      const rows = await rowsOf("CLP*A1*1*100*60", "SVC*HC:99213*100*60", DAY, `CAS*PR*${reason}*40`);
      expect(rows).toMatchObject([{ allowed_amount: "100.00", not_owed: "" }]);
    },
  );

  it.each(["19", "20", "21", "22", "109", "B11"])("for reason %s is another payer's", async (reason) => {
    expect(await verdict("1", "0", `CO*${reason}*100`)).toBe(`other_payer (CO-${reason})`);
    expect(await verdict("1", "40", `CO*${reason}*60`)).toBe("");
  });

  it.each(["23", "71"])("for reason %s is an earlier payer's, also beside a payment", async (reason) => {
    expect(await verdict("1", "0", `CO*${reason}*100`)).toBe(`other_payer (CO-${reason})`);
    expect(await verdict("1", "40", `OA*${reason}*60`)).toBe(`other_payer (OA-${reason})`);
  });

  it.each(["97", "234", "246"])("for reason %s is paid within another line", async (reason) => {
    expect(await verdict("1", "0", `CO*${reason}*100`)).toBe(`packaged (CO-${reason})`);
    expect(await verdict("1", "40", `CO*${reason}*60`)).toBe("");
  });

  it("below zero adds to the charge and denies nothing", async () => {
    expect(await verdict("1", "0", "OA*94*-10", "CO*45*110")).toBe("");
    expect(await verdict("1", "0", "OA*94*10", "CO*45*90")).toBe("denied (OA-94)");
  });
});

describe("Lines that the payer put together or took apart", () => {
  const cells = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
    rows.map((row) => [row.billing_code, row.units, row.billed_amount, row.not_owed]);

  it("are a bundle, priced by the payer's code with the charge of all its lines", async () => {
    const rows = await rowsOf(
      ...["CLP*A1*1*300*80", "SVC*HC:80053*100*80**1*HC:82040**3", DAY, "CAS*OA*94*-100", "CAS*CO*45*120"],
      ...["SVC*HC:80053*100*0**1*HC:82247", DAY, "CAS*CO*97*100"],
      ...["SVC*HC:99213*100*0**1", DAY, "CAS*CO*97*100"],
    );
    expect(cells(rows)).toEqual([
      ["80053", "1", "200.00", ""],
      ["82247", "1", "100.00", "packaged (CO-97)"],
      ["99213", "1", "100.00", "packaged (CO-97)"],
    ]);
  });

  it("are a bundle under a code that was billed itself", async () => {
    const rows = await rowsOf(
      ...["CLP*A1*1*200*80", "SVC*HC:80053*100*80**1", DAY, "CAS*OA*94*-100", "CAS*CO*45*120"],
      ...["SVC*HC:80053*100*0**1*HC:82247", DAY, "CAS*CO*97*100"],
    );
    expect(cells(rows)[0]).toEqual(["80053", "1", "200.00", ""]);
  });

  it.each([
    ["a line of another day", "SVC*HC:99212*100*0**1*HC:99215", "DTM*472*20260902", "CAS*CO*97*100"],
    ["a line that was paid by itself", "SVC*HC:99212*100*20**1*HC:99215", DAY, "CAS*CO*45*80"],
    ["a line of its own code, paid within another", "SVC*HC:99212*100*0**1", DAY, "CAS*CO*97*100"],
    ["a line of another code", "SVC*HC:99211*100*0**1*HC:99215", DAY, "CAS*CO*97*100"],
  ])("are no bundle beside %s: what was billed is priced", async (_, ...other) => {
    const rows = await rowsOf("CLP*A1*1*200*20", "SVC*HC:99212*100*20**1*HC:99214", DAY, "CAS*CO*45*80", ...other);
    expect(cells(rows)[0]).toEqual(["99214", "1", "100.00", ""]);
  });

  it("are parts of one line, each with the charge that the guide puts on the first", async () => {
    const part = (code: string, charge: number, ...cas: readonly string[]) => [
      `SVC*HC:${code}*${charge}*40**1*HC:80053`,
      DAY,
      ...cas,
      "REF*6R*L1",
    ];
    const rows = await rowsOf(
      "CLP*A1*1*100*80",
      ...part("80047", 100, "CAS*CO*45*60"),
      ...part("80048", 0, "CAS*OA*94*-40"),
    );
    expect(cells(rows)).toEqual([
      ["80047", "1", "100.00", ""],
      ["80048", "1", "100.00", ""],
    ]);
  });

  it("keep a charge that cannot be read", async () => {
    const part = (charge: string) => [`SVC*HC:80047*${charge}*40**1*HC:80053`, "REF*6R*L1"];
    expect(cells(await rowsOf("CLP*A1*1*100*80", ...part("1OO"), ...part("0"))).map((each) => each[2])).toEqual([
      "1OO",
      "1OO",
    ]);
  });
});

describe("The allowed amount", () => {
  it.each([
    ["above what was paid", "30", "30.00"],
    ["equal to it", "20", "20.00"],
    ["below it, which contradicts it", "19.99", "24.00"],
  ])("is the payer's own where it is %s", async (_, said, allowed) => {
    const line = ["SVC*HC:99213*100*20", DAY, "CAS*CO*45*76", "CAS*PR*3*4", `AMT*B6*${said}`];
    expect(await rowsOf("CLP*A1*1*100*20", ...line)).toMatchObject([{ allowed_amount: allowed }]);
  });
});
