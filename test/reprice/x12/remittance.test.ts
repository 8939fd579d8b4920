import { describe, expect, it } from "vitest";
import { outpatient as california } from "../../../src/states/ca/outpatient/lookup.ts";
import { inpatient } from "../../../src/states/ny/inpatient/lookup.ts";
import { outpatient } from "../../../src/states/ny/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

const PAYEE = "N1*PE*CLINIC*XX*1100020100";

function remit(...segments: readonly string[]): string {
  return interchange("835", "005010X221A1", ["BPR*I*0*C*NON", "TRN*1*T1", PAYEE, "LX*1", ...segments]);
}

async function notOwed(...segments: readonly string[]): Promise<readonly (string | undefined)[]> {
  const { rows } = await rowsOfX12(remit(...segments), outpatient);
  return rows.map((row) => row.not_owed);
}

const CLP = "CLP*A1*1*100*0**MC*P1*11";
const LINE = ["SVC*HC:99213*100*0**1", "DTM*472*20260901"];

describe("A line of a remittance", () => {
  it("has its numbers, provider, code, amounts, adjustments and remarks", async () => {
    const { rows } = await rowsOfX12(
      remit(
        "CLP*A1*1*180*91.5*6*MC*P1*24",
        "NM1*82*1*DOE*ANN****XX*1100030307",
        "DTM*232*20260901",
        "SVC*HC:99213:25:59*100*71.5**2**3",
        "DTM*472*20260902",
        "CAS*CO*45*22.5**59*2",
        "CAS*PR*3*4",
        "REF*6R*L1",
        "REF*HPI*1100031109",
        "LQ*HE*N206",
        "LQ*HE*M15",
        "SVC*HC:71046*80*20",
        "AMT*B6*25",
        "CAS*CO*45*55",
        "CAS*PR*2*5",
      ),
      outpatient,
    );
    const whole = {
      claim: "A1",
      payer_claim: "P1",
      claim_status: "1",
      place_of_service: "24",
      rate_code: "",
      not_owed: "",
    };
    const noModifiers = {
      revenue_code: "",
      paid_code: "",
      modifier_1: "",
      modifier_2: "",
      modifier_3: "",
      modifier_4: "",
    };
    expect(rows).toEqual([
      {
        ...whole,
        ...noModifiers,
        line_control: "L1",
        npi: "1100031109",
        billing_code: "99213",
        date_of_service: "2026-09-02",
        modifier_1: "25",
        modifier_2: "59",
        units: "3",
        billed_amount: "100.00",
        allowed_amount: "75.50",
        paid_amount: "71.50",
        patient_share: "4.00",
        adjustments: "CO-45 22.50; CO-59 2.00; PR-3 4.00",
        remarks_of_payer: "N206 M15",
      },
      {
        ...whole,
        ...noModifiers,
        line_control: "",
        npi: "1100030307",
        billing_code: "71046",
        date_of_service: "2026-09-01",
        units: "",
        billed_amount: "80.00",
        allowed_amount: "25.00",
        paid_amount: "20.00",
        patient_share: "5.00",
        adjustments: "CO-45 55.00; PR-2 5.00",
        remarks_of_payer: "",
      },
    ]);
  });

  it("is of the payee, of the provider of its group (TS3), of the claim or of the line, whichever is nearest", async () => {
    const line = ["SVC*HC:99213*1*1"];
    const { rows } = await rowsOfX12(
      remit(
        ...["CLP*A1*1*1*1", ...line],
        ...["LX*2", "TS3*1100030307*11*20261231*1*1", "CLP*A2*1*1*1", ...line],
        ...["CLP*A3*1*1*1", "NM1*82*1*DOE*****XX*1100031109", ...line, "SVC*HC:99213*1*1", "REF*HPI*1100032222"],
        ...["LX*3", "CLP*A4*1*1*1", "NM1*82*1*DOE*****MC*0123456", ...line],
      ),
      california,
    );
    expect(rows.map(({ npi }) => npi)).toEqual(["1100020100", "1100030307", "1100031109", "1100032222", "1100020100"]);
  });

  it.each([
    ["an organisation that the payer names", "2", "1100031109"],
    ["the payee, where the payer names a person", "1", "1100020100"],
  ])("of an institutional claim is of %s", async (_, entityType, npi) => {
    const name = `NM1*82*${entityType}*X*****XX*1100031109`;
    const visit = remit("CLP*A1*1*100*50**MC*P1*13", name, "SVC*HC:99283*100*50*0450");
    expect((await rowsOfX12(visit, outpatient)).rows).toMatchObject([{ npi }]);
    const stay = remit("CLP*A1*1*100*50**MC*P1*11***139", name);
    expect((await rowsOfX12(stay, inpatient)).rows).toMatchObject([{ npi }]);
  });

  it("has no allowed amount where an adjustment of the whole claim belongs to no line", async () => {
    const { rows } = await rowsOfX12(
      remit(
        "CLP*A1*1*200*90",
        "CAS*CO*45*10",
        "SVC*HC:99213*100*50",
        "CAS*CO*45*50",
        "SVC*HC:99213*100*50",
        "AMT*B6*50",
      ),
      outpatient,
    );
    expect(rows.map((row) => row.allowed_amount)).toEqual(["", "50.00"]);
  });

  it.each([
    ["not beside a denial of the claim, also one for the patient to pay", "PR*96*30", ""],
    ["beside a copayment of the claim, which the line is paid before", "PR*3*30", "80.00"],
  ])("has an allowed amount %s", async (_, cas, allowed) => {
    const { rows } = await rowsOfX12(
      remit("CLP*A1*1*100*50", `CAS*${cas}`, "SVC*HC:99213*100*80", "CAS*CO*45*20"),
      outpatient,
    );
    expect(rows.map((row) => row.allowed_amount)).toEqual([allowed]);
  });

  it.each([
    ["of a code that is no type of bill", "24", "24"],
    ["11, an office beside procedures", "11", "11"],
    ["not of a code that may be a hospital's type of bill", "13", ""],
    ["not of one that may be a nursing home's", "22", ""],
  ])("alone has a place of service %s", async (_, facility, place) => {
    const { rows } = await rowsOfX12(remit(`CLP*A1*1*100*50**MC*P1*${facility}`, "SVC*HC:99213*100*50"), outpatient);
    expect(rows).toMatchObject([{ place_of_service: place }]);
  });

  it.each([
    ["0450", "true"],
    ["0459", "true"],
    ["0456", "false"],
    ["0300", "false"],
  ])("of a hospital with revenue code %s has emergency_room %s in California", async (revenueCode, flag) => {
    const { rows } = await rowsOfX12(
      remit("CLP*A1*1*100*50**MC*P1*13", `SVC*HC:99283*100*50*${revenueCode}`),
      california,
    );
    expect(rows).toMatchObject([{ emergency_room: flag }]);
  });

  it("keeps the reason of an adjustment whose amount is missing or unreadable, and names what cannot be read", async () => {
    const judged = async (...segments: readonly string[]) => {
      const { rows } = await rowsOfX12(remit(...segments), outpatient);
      return rows.map((row) => [row.not_owed, row.allowed_amount]);
    };
    expect(await judged(CLP, ...LINE, "CAS*CO*29")).toEqual([["denied (CO-29)", "0.00"]]);
    expect(await judged(CLP, ...LINE, "CAS*CO*29*0")).toEqual([["", "0.00"]]);
    expect(await judged(CLP, ...LINE, "CAS*CO*29*100,00")).toEqual([["denied (CO-29)", "CO-29 100,00"]]);
    expect(await judged(CLP, ...LINE, "CAS*CO*24*$100.00")).toEqual([["covered_by_plan (CO-24)", "CO-24 $100.00"]]);
    expect(await judged(CLP, ...LINE, "CAS*CO*45*1OO")).toEqual([["", "CO-45 1OO"]]);
    expect(await judged(CLP, "CAS*CO*45*1OO", ...LINE)).toEqual([["", "CO-45 1OO"]]);
    expect(await judged(CLP, "CAS*CO*45", ...LINE)).toEqual([["", ""]]);
    const PAID = ["CLP*A1*1*100*40**MC*P1*11", "SVC*HC:99213*100*40**1", "DTM*472*20260901"];
    expect(await judged(...PAID, "CAS*PR*3")).toEqual([["", ""]]);
    expect(await judged(...PAID, "CAS*PR*3*x", "AMT*B6*45")).toEqual([["", "45.00"]]);
    // A payment that cannot be read is neither zero nor a denial.
    const UNREADABLE = ["CLP*A1*1*100*40**MC*P1*11", "SVC*HC:99213*100*50,00**1", "DTM*472*20260901"];
    expect(await judged(...UNREADABLE, "CAS*CO*29*50")).toEqual([["", "paid 50,00"]]);
    expect(await judged(...UNREADABLE, "AMT*B6*45")).toEqual([["", "paid 50,00"]]);
  });

  it("without procedure has no code: a revenue code is none", async () => {
    const { rows } = await rowsOfX12(remit("CLP*A1*1*100*50**MC*P1*13", "SVC*NU:0450*100*50"), outpatient);
    expect(rows).toMatchObject([{ billing_code: "", place_of_service: "" }]);
  });

  it("is priced by the code that was billed, beside the one that was paid", async () => {
    const { rows } = await rowsOfX12(
      remit(
        "CLP*A1*1*300*90",
        "SVC*HC:99212*100*30**1*HC:99214:25",
        "SVC*HC:99213*100*30**1*HC:99213",
        "SVC*HC:99213*100*30**1*NU:0510",
      ),
      outpatient,
    );
    expect(rows.map((row) => [row.billing_code, row.modifier_1, row.paid_code])).toEqual([
      ["99214", "25", "99212"],
      ["99213", "", ""],
      ["99213", "", ""],
    ]);
  });

  it("that the payer took apart is priced by what the payer made of it", async () => {
    const part = (code: string) => [`SVC*HC:${code}*50*30**1*HC:80053`, "REF*6R*L1"];
    const { rows } = await rowsOfX12(remit("CLP*A1*1*100*60", ...part("80047"), ...part("80048")), outpatient);
    expect(rows.map((row) => row.billing_code)).toEqual(["80047", "80048"]);
  });

  it("stands for a claim that was paid as a whole", async () => {
    const { rows } = await rowsOfX12(remit("CLP*A1*1*100*50", "CAS*CO*45*50", "DTM*232*20260901"), outpatient);
    expect(rows).toMatchObject([
      {
        billing_code: "",
        date_of_service: "2026-09-01",
        paid_amount: "50.00",
        allowed_amount: "50.00",
        adjustments: "CO-45 50.00",
      },
    ]);
  });
});

describe("What is not owed", () => {
  it.each([
    ["denied", "CAS*CO*29*100", "denied (CO-29)"],
    ["denied for the patient to pay", "CAS*PR*96*100", "denied (PR-96)"],
    ["denied beside a contract's reduction", "CAS*CO*45*60**16*40", "denied (CO-16)"],
    ["covered by a plan", "CAS*CO*24*100", "covered_by_plan (CO-24)"],
    ["covered by a plan beside a denial", "CAS*CO*16*1**24*99", "covered_by_plan (CO-24)"],
    ["another payer's", "CAS*CO*22*100", "other_payer (CO-22)"],
    ["paid by another payer", "CAS*OA*23*100", "other_payer (OA-23)"],
    ["denied by an earlier payer as well", "CAS*CO*276*100", "denied (CO-276)"],
    ["paid within another line", "CAS*CO*97*100", "packaged (CO-97)"],
    ["for reporting alone", "CAS*CO*45*10**246*90", "packaged (CO-246)"],
    ["denied beside what is packaged", "CAS*CO*97*10**16*90", "denied (CO-16)"],
    ["a predetermination beside an earlier payer", "CAS*OA*23*10**101*90", "predetermination (OA-101)"],
    ["a predetermination", "CAS*OA*101*100", "predetermination (OA-101)"],
    ["the patient's share", "CAS*PR*1*100", "patient_share (PR-1)"],
    ["a spend-down", "CAS*PR*178*100", "patient_share (PR-178)"],
  ])("is %s", async (_, cas, expected) => {
    expect(await notOwed(CLP, ...LINE, cas)).toEqual([expected]);
  });

  it.each([
    ["a line that the contract pays with nothing", [CLP, ...LINE, "CAS*CO*45*100"]],
    ["a line that the contract cuts to the copayment", [CLP, ...LINE, "CAS*CO*45*98", "CAS*PR*3*2"]],
    ["a line beside a copayment of the claim", [CLP, "CAS*PR*3*5", ...LINE, "CAS*CO*45*100"]],
    ["a line that was paid in part", ["CLP*A1*1*100*40", "SVC*HC:99213*100*40", "CAS*CO*16*60"]],
    ["an adjustment of no dollars", ["CLP*A1*1*100*100", "SVC*HC:99213*100*100", "CAS*OA*23*0"]],
    ["a line without adjustments", [CLP, ...LINE]],
  ])("is not %s", async (_, segments) => {
    expect(await notOwed(...segments)).toEqual([""]);
  });

  it("leaves the share of a line that was paid with nothing as its allowed amount", async () => {
    const { rows } = await rowsOfX12(remit(CLP, ...LINE, "CAS*CO*45*98", "CAS*PR*3*2"), outpatient);
    expect(rows).toMatchObject([{ allowed_amount: "2.00", paid_amount: "0.00", patient_share: "2.00" }]);
  });

  it("is a line that an earlier payer paid in part", async () => {
    expect(await notOwed("CLP*A1*2*100*40", "SVC*HC:99213*100*40", "CAS*OA*23*60")).toEqual(["other_payer (OA-23)"]);
  });

  it("is a predetermination by the status of its claim", async () => {
    expect(await notOwed("CLP*A1*25*100*0", ...LINE, "CAS*OA*101*100")).toEqual(["predetermination"]);
  });

  it("is a denied claim by its own adjustment, or by its status", async () => {
    expect(await notOwed("CLP*A1*4*100*0", "CAS*CO*27*100", ...LINE)).toEqual(["denied (CO-27)"]);
    expect(await notOwed("CLP*A1*4*100*0", ...LINE)).toEqual(["denied"]);
  });

  it("is a stay in a file of visits, and a visit in a file of stays", async () => {
    const stay = ["CLP*S1*1*9000*5000**MC*P1*11*1**139", "SVC*NU:0120*9000*5000"];
    const visit = ["CLP*V1*1*100*40**MC*P2*11", "SVC*HC:99213*100*40"];
    const perDiem = ["CLP*S2*1*100*40**MC*P3*11*1", "SVC*NU:0118*100*40"];
    const text = remit(...stay, ...visit, ...perDiem);
    expect((await rowsOfX12(text, outpatient)).rows.map((row) => row.not_owed)).toEqual([
      "other_setting",
      "",
      "other_setting",
    ]);
    expect((await rowsOfX12(text, inpatient)).rows.map((row) => row.not_owed)).toEqual(["", "other_setting", ""]);
  });
});

describe("A claim without lines", () => {
  it.each([
    ["a denied stay by its type of bill", "CLP*S1*4*9000*0**MC*P1*11", "denied (CO-29)", "other_setting"],
    ["a visit of another type", "CLP*V1*4*9000*0**MC*P1*13", "other_setting", "denied (CO-29)"],
  ])("is %s, in both settings", async (_, claim, ofStays, ofVisits) => {
    const text = remit(claim, "CAS*CO*29*9000");
    expect((await rowsOfX12(text, inpatient)).rows.map((row) => row.not_owed)).toEqual([ofStays]);
    expect((await rowsOfX12(text, outpatient)).rows.map((row) => row.not_owed)).toEqual([ofVisits]);
  });
});

describe("Reversals and corrections", () => {
  const paid = ["CLP*A1*1*100*40**MC*P1*11", "SVC*HC:99213*100*40", "CAS*CO*45*60"];
  const reversal = ["CLP*A1*22*-100*-40**MC*P1*11", "SVC*HC:99213*-100*-40", "CAS*CO*45*-60"];
  const correction = ["CLP*A1*1*100*55**MC*P9*11", "REF*F8*P1", "SVC*HC:99213*100*55", "CAS*CO*45*45"];
  const same = ["CLP*A1*1*100*40**MC*P1*11", "SVC*HC:99213*100*40", "CAS*CO*45*60"];

  it("mark what was paid and taken back in the same file", async () => {
    expect(await notOwed(...paid, ...reversal)).toEqual(["reversed", "reversal"]);
  });

  it("mark what was paid, taken back and corrected, and leave the correction", async () => {
    expect(await notOwed(...paid, ...reversal, ...correction)).toEqual(["corrected", "reversal", ""]);
    expect(await notOwed(...reversal, ...correction)).toEqual(["reversal", ""]);
  });

  it("never take a correction with the same numbers for what it corrects", async () => {
    expect(await notOwed(...reversal, ...same)).toEqual(["reversal", ""]);
  });

  it("leave other claims of the same number", async () => {
    const other = ["CLP*A1*1*100*40**MC*P2*11", "SVC*HC:99213*100*40", "CAS*CO*45*60"];
    expect(await notOwed(...other, ...reversal)).toEqual(["", "reversal"]);
  });

  it("name what they reverse by its own number (REF*F8)", async () => {
    const named = ["CLP*A1*22*-100*-40**MC*P7*11", "REF*F8*P1", ...reversal.slice(1)];
    expect(await notOwed(...paid, ...named)).toEqual(["reversed", "reversal"]);
    expect(await notOwed(...paid, ...named, ...correction)).toEqual(["corrected", "reversal", ""]);
  });

  it("do not take another visit with the same claim number for a correction", async () => {
    const visit = ["CLP*A1*1*100*55**MC*P9*11", "SVC*HC:99213*100*55", "CAS*CO*45*45"];
    expect(await notOwed(...paid, ...reversal, ...visit)).toEqual(["reversed", "reversal", ""]);
  });

  it("take back one payment each", async () => {
    expect(await notOwed(...paid, ...paid, ...reversal)).toEqual(["reversed", "", "reversal"]);
    expect(await notOwed(...paid, ...paid, ...reversal, ...reversal, ...paid)).toEqual([
      "corrected",
      "corrected",
      "reversal",
      "reversal",
      "",
    ]);
    expect(await notOwed(...paid, ...reversal, ...same, ...reversal)).toEqual([
      "corrected",
      "reversal",
      "reversed",
      "reversal",
    ]);
  });

  it("are later by the day of their payment, whatever the order of the files", async () => {
    const on = (day: string, segments: readonly string[]) =>
      remit(...segments).replace("BPR*I*0*C*NON", `BPR*I*0*C*NON************${day}`);
    const first = on("20260105", paid);
    const fates = async (...texts: readonly string[]) =>
      (await rowsOfX12(texts, outpatient)).rows.map((row) => row.not_owed);
    expect(await fates(on("20260112", reversal), first)).toEqual(["reversal", "reversed"]);
    expect(await fates(first, on("20260101", reversal))).toEqual(["", "reversal"]);
    expect(await fates(on("20260119", correction), on("20260112", reversal), first)).toEqual([
      "",
      "reversal",
      "corrected",
    ]);
  });

  it("of one number are matched however many there are", async () => {
    const times = 3_000;
    const many = (segments: readonly string[]) => Array.from({ length: times }, () => segments).flat();
    const fates = await notOwed(...many(paid), ...many(reversal), ...paid);
    expect(fates.filter((each) => each === "corrected")).toHaveLength(times);
    expect(fates.at(-1)).toBe("");
  });

  it("are found in a later file of the same input", async () => {
    const { rows } = await rowsOfX12([remit(...paid), remit(...reversal)], outpatient);
    expect(rows.map((row) => row.not_owed)).toEqual(["reversed", "reversal"]);
  });
});

describe("The facts of a remittance", () => {
  const claims = ["CLP*A1*1*100*40", "SVC*HC:99213*100*45", "CAS*CO*45*55", "CLP*A2*1*10*10"];
  const balances = async (...segments: readonly string[]) => (await facts("BPR*I*40", ...segments))?.isReconciled;
  const facts = async (bpr: string, ...rest: readonly string[]) =>
    (await rowsOfX12(interchange("835", "005010X221A1", [bpr, "TRN*1*T1", PAYEE, "LX*1", ...rest]), outpatient))
      .remittance;

  it("add up payments, claims, lines and adjustments", async () => {
    const withShare = claims.toSpliced(1, 0, "CAS*PR*3*5");
    expect(
      await facts("BPR*I*47.5*C*ACH************20260131", ...withShare, "PLB*1100020100*20261231*WO:X*3*L6*-.5"),
    ).toEqual({
      payments: [{ trace: "T1", date: "2026-01-31", amount: "47.50" }],
      paymentsLeft: 0,
      repeated: [],
      payment: "47.50",
      claims: 2,
      lines: 2,
      claimsPaid: "50.00",
      linesPaid: "55.00",
      providerAdjustments: [
        { reason: "WO", meaning: "overpayment recovery", times: 1, amount: "3.00" },
        { reason: "L6", meaning: "interest owed", times: 1, amount: "-0.50" },
      ],
      adjustments: [
        { group: "CO", reason: "45", meaning: "charge above the fee schedule or contract", times: 1, amount: "55.00" },
        { group: "PR", reason: "3", meaning: "copayment", times: 1, amount: "5.00" },
      ],
      notJoined: [],
      unbalanced: { claims: 0, first: [] },
      isReconciled: true,
    });
  });

  it("say where claims and lines, or claims and payment, do not add up", async () => {
    expect((await facts("BPR*I*50", ...claims))?.isReconciled).toBe(false);
    const balanced = claims.with(0, "CLP*A1*1*100*45");
    expect((await facts("BPR*I*55", ...balanced))?.isReconciled).toBe(true);
    expect((await facts("BPR*I*54.99", ...balanced))?.isReconciled).toBe(false);
  });

  it("balance each line and claim as the guide does", async () => {
    const line = ["SVC*HC:99213*100*40", "CAS*CO*45*60"];
    expect(await balances("CLP*A1*1*100*40", ...line)).toBe(true);
    expect(await balances("CLP*A1*1*100*40", "CAS*CO*45*60")).toBe(true);
    // 40.00 of the lines less 5.00 of the claim, and 5.00 of the other: the charge of 100.00 less 60.00 and 5.00.
    expect(await balances("CLP*A1*1*100*35", "CAS*PR*3*5", ...line, "CLP*A2*1*5*5")).toBe(true);
  });

  it.each([
    [
      "a line whose charge less its adjustments is not its payment",
      "CLP*A1*1*100*40",
      "SVC*HC:99213*100*40",
      "CAS*CO*45*10",
    ],
    ["a claim whose lines have another charge", "CLP*A1*1*900*40", "SVC*HC:99213*100*40", "CAS*CO*45*60"],
    // 900.00 less 800.00 and 60.00 is 40.00, and so is the line; yet 800.00 was billed on no line.
    ["a charge that is on no line", "CLP*A1*1*900*40", "CAS*CO*45*800", "SVC*HC:99213*100*40", "CAS*CO*45*60"],
    ["a claim without lines whose charge less its adjustments is not its payment", "CLP*A1*1*900*40", "CAS*CO*45*1"],
    ["a damaged payment of a claim", "CLP*A1*1*100*4O", "CLP*A2*1*40*40"],
    ["a damaged adjustment", "CLP*A1*1*40*40", "CAS*CO*45*O"],
    ["a missing payment of a line", "CLP*A1*1*40*40", "SVC*HC:99213*40*40", "SVC*HC:99213*0"],
  ])("do not add up with %s", async (_, ...segments) => {
    expect(await facts("BPR*I*40", ...segments)).toMatchObject({
      isReconciled: false,
      unbalanced: { claims: 1, first: ["A1"] },
    });
  });

  it("do not add up without a payment, which leaves the next one alone", async () => {
    const whole = ["CLP*A1*1*40*40"];
    expect((await facts("NTE*X", ...whole))?.isReconciled).toBe(false);
    const none = interchange("835", "005010X221A1", ["TRN*1*T0", ...whole]);
    const { remittance } = await rowsOfX12([none, remit(...whole).replace("BPR*I*0", "BPR*I*40")], outpatient);
    expect(remittance).toMatchObject({ isReconciled: false, payment: "40.00", claimsPaid: "80.00" });
    expect(await balances(...whole, "PLB*1100020100*20261231*WO:X*O")).toBe(false);
  });
});

describe("A file of X12", () => {
  it("of something else is refused by its name, and passed over beside remittances", async () => {
    const other = interchange("999", "005010X231A1", ["AK1*HC*1"]);
    await expect(rowsOfX12(other, outpatient)).rejects.toThrow(
      "this is X12 with 999 (an acknowledgment), and neither a remittance (835) nor claims (837)",
    );
    const { notes } = await rowsOfX12([other, remit(CLP, ...LINE)], outpatient);
    expect(notes).toEqual(["1 transaction 999 (an acknowledgment) passed over."]);
  });

  it("is one kind, remittances or claims", async () => {
    const claims = interchange("837", "005010X222A1", ["HL*1**20*1"]);
    await expect(rowsOfX12([remit(CLP), claims], outpatient)).rejects.toThrow(
      "it has remittances (835) and claims (837)",
    );
  });

  it("names the file of several in which an envelope is broken", async () => {
    const cut = remit(CLP).slice(0, -40);
    await expect(rowsOfX12([remit(CLP), cut], outpatient)).rejects.toThrow('"file 2": the file is cut off');
  });
});

describe("A payment that is in an input twice", () => {
  const payment = (trace: string, payer: string, amount: string) =>
    interchange("835", "005010X221A1", [`BPR*I*${amount}*C*ACH`, `TRN*1*${trace}*${payer}`, PAYEE, "LX*1"]);
  const repeated = async (...texts: readonly string[]) => {
    const { remittance, notes } = await rowsOfX12(texts, outpatient);
    return { repeated: remittance?.repeated, notes };
  };

  it("is a warning, whichever files of the input have it", async () => {
    const one = payment("T1", "1999999999", "0");
    const once = payment("T2", "1999999999", "0");
    expect(await repeated(one, once, payment("T1", "1999999999", "0.00"))).toEqual({
      repeated: [{ trace: "T1", times: 2 }],
      notes: ["Payment T1 is in this file twice: its lines count twice. Send the remittance once."],
    });
    expect((await repeated(one + once + one, one)).notes).toEqual([
      "Payment T1 is in this file 3 times: its lines count 3 times. Send the remittance once.",
    ]);
  });

  it("has the same number, payer and amount", async () => {
    const others = [
      payment("T1", "1888888888", "0"),
      payment("T1", "1999999999", "5"),
      payment("T2", "1999999999", "0"),
    ];
    expect((await repeated(payment("T1", "1999999999", "0"), ...others)).notes).toEqual([]);
    expect((await repeated(payment("", "", "0"), payment("", "", "0"))).notes).toEqual([]);
  });
});
