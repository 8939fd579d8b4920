import { describe, expect, it } from "vitest";
import { amountOf } from "../../../src/reprice/x12/amounts.ts";
import type { SubmittedClaim } from "../../../src/reprice/x12/claims.ts";
import { ClaimsByNumber } from "../../../src/reprice/x12/joining.ts";
import type { RemittedClaim } from "../../../src/reprice/x12/remittance.ts";
import { RepeatedPayments } from "../../../src/reprice/x12/remittance-facts.ts";
import { Reversals } from "../../../src/reprice/x12/reversals.ts";
import { SegmentSplitter } from "../../../src/reprice/x12/syntax.ts";
import { outpatient } from "../../../src/states/ny/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

/* Each limit of docs/x12.md: what is within it is read, and one more is not. */

const remit = (...segments: readonly string[]) =>
  interchange("835", "005010X221A1", ["BPR*I*0", "TRN*1*T1", "LX*1", ...segments]);
const times = <Made>(count: number, make: (at: number) => Made) => Array.from({ length: count }, (_, at) => make(at));

describe("A claim", () => {
  it("of a remittance has 9,999 lines at most", async () => {
    const lines = times(9_999, () => "SVC*HC:99213*1*1");
    expect((await rowsOfX12(remit("CLP*A1*1*1*1", ...lines), outpatient)).rows).toHaveLength(9_999);
    await expect(rowsOfX12(remit("CLP*A1*1*1*1", ...lines, "SVC*HC:99213*1*1"), outpatient)).rejects.toThrow(
      /^segment [0-9]+ \(SVC\): the claim has more than 9999 lines/,
    );
  });

  it("and a line have 999 adjustments at most", async () => {
    const six = times(6, () => "*45*1*").join("");
    const adjustments = (count: number) => [...times(166, () => `CAS*CO${six}`), ...times(count, () => "CAS*PR*3*1")];
    for (const line of [[], ["SVC*HC:99213*999*0"]]) {
      const text = (count: number) => remit("CLP*A1*1*999*0", ...line, ...adjustments(count));
      expect((await rowsOfX12(text(3), outpatient)).remittance?.adjustments).toMatchObject([
        { times: 996 },
        { times: 3 },
      ]);
      await expect(rowsOfX12(text(4), outpatient)).rejects.toThrow(
        /\(CAS\): the claim or line has more than 999 adjust/,
      );
    }
  });

  it("that is submitted has as many", async () => {
    const lines = times(9_999, () => "SV1*HC:99213*1*UN*1");
    const batch = (...more: readonly string[]) =>
      interchange("837", "005010X222A1", ["HL*1**20*1", "CLM*A1*1***11:B:1", ...lines, ...more]);
    expect((await rowsOfX12(batch(), outpatient)).rows).toHaveLength(9_999);
    await expect(rowsOfX12(batch("SV1*HC:99213*1*UN*1"), outpatient)).rejects.toThrow("more than 9999 lines");
  });
});

describe("A segment", () => {
  it("has 64 KB at most", async () => {
    const long = (length: number) => remit("CLP*A1*1*1*1", `NTE*${"x".repeat(length)}`);
    expect((await rowsOfX12(long(60_000), outpatient)).rows).toHaveLength(1);
    await expect(rowsOfX12(long(70_000), outpatient)).rejects.toThrow(
      "has more than 65536 characters: its end is missing",
    );
  });

  it("has 64 KB at most, however many bytes arrive at once", () => {
    const read = (length: number) => {
      const segments: string[] = [];
      const text = remit("CLP*A1*1*1*1", `NTE*${"x".repeat(length - 4)}`);
      new SegmentSplitter().add(Buffer.from(text), ({ id }) => segments.push(id));
      return segments;
    };
    // A line end before it counts too.
    expect(read(65_535)).toContain("NTE");
    expect(() => read(65_537)).toThrow(/^segment 8 has more than 65536 characters/);
    expect(() => read(150_000)).toThrow(/^segment 8 has more than 65536 characters/);
  });

  it("has no NUL byte: its place is named, and those between interchanges are read past", async () => {
    const sound = remit("CLP*A1*1*1*1", "SVC*HC:99213*1*1");
    const at = sound.indexOf("99213");
    const damaged = `${sound.slice(0, at)}\0${sound.slice(at)}`;
    await expect(rowsOfX12(damaged, outpatient)).rejects.toThrow(
      `segment 8 has a NUL byte, at byte ${at + 1}, which no text has: the file is damaged; have it sent again`,
    );
    expect((await rowsOfX12(`${sound}\0\0`, outpatient)).rows).toHaveLength(1);
  });

  it("has amounts of 24 characters at most", () => {
    expect(amountOf("1".repeat(24))?.text).toBe("1".repeat(24));
    expect(amountOf("1".repeat(25))).toBeNull();
  });
});

const SUBMITTED = { claim: "A1", charge: "1", frequency: "1", lines: [], from: "", through: "", admitted: "" };
const REMITTED = { claim: "A1", charge: "-1", paid: "-1", payerClaim: "P1", original: "", paidOn: "" };

describe("What is kept in memory", () => {
  it("is so many lines of claims to join, a claim without lines among them", () => {
    const claims = new ClaimsByNumber(3);
    const withLines = (count: number) => ({ ...SUBMITTED, lines: Array(count).fill({}) }) as unknown as SubmittedClaim;
    claims.add(withLines(2));
    claims.add(withLines(0));
    expect(() => claims.add(withLines(1))).toThrow("there are more than 3 lines of claims to join; split them");
  });

  it("is a million lines of them by default", () => {
    const claims = new ClaimsByNumber();
    const many = { ...SUBMITTED, lines: { length: 1_000_000 } } as unknown as SubmittedClaim;
    claims.add(many);
    expect(() => claims.add(many)).toThrow("more than 1,000,000 lines");
  });

  it("is so many reversals and corrections", () => {
    const reversals = new Reversals(2);
    const claim = (place: number, status: string, original = "") =>
      ({ ...REMITTED, place, status, original }) as unknown as RemittedClaim;
    reversals.note(claim(1, "22"));
    reversals.note(claim(2, "1"));
    reversals.note(claim(3, "1"));
    expect(() => reversals.note(claim(4, "22"))).toThrow("more than 2 reversals and corrections; split the file");
  });

  it("is a hundred thousand payments, of which twenty that are repeated are listed", () => {
    const repeated = new RepeatedPayments();
    const payment = (at: number) => ({ trace: `T${at}`, payer: "1", amount: "5", date: "" });
    for (let at = 0; at <= 100_000; at += 1) repeated.note(payment(at));
    for (const at of [100_000, 99_999, ...Array(25).keys()]) repeated.note(payment(at));
    expect(repeated.list).toHaveLength(20);
    expect(repeated.list.slice(0, 2)).toEqual([
      { trace: "T99999", times: 2 },
      { trace: "T0", times: 2 },
    ]);
  });
});

describe("The facts of a remittance", () => {
  it("list 100 payments, and count the others", async () => {
    const one = (at: number) => interchange("835", "005010X221A1", ["BPR*I*0", `TRN*1*T${at}`]);
    const { remittance } = await rowsOfX12(times(102, one).join(""), outpatient);
    expect(remittance?.payments).toHaveLength(100);
    expect(remittance?.paymentsLeft).toBe(2);
  });

  it("list 1,000 reasons, the last for all others", async () => {
    const reasons = times(1_002, (at) => ["CLP*A1*1*1*0", `CAS*CO*${2_000 + at}*1`]);
    const { remittance } = await rowsOfX12(remit(...reasons.flat()), outpatient);
    expect(remittance?.adjustments).toHaveLength(1_000);
    expect(remittance?.adjustments.find(({ reason }) => reason === "other")).toMatchObject({
      times: 3,
      amount: "3.00",
    });
  });

  it("list 50 claims that do not balance, and count all", async () => {
    const { remittance } = await rowsOfX12(remit(...times(52, (at) => `CLP*A${at}*1*5*4`)), outpatient);
    expect(remittance?.unbalanced.claims).toBe(52);
    expect(remittance?.unbalanced.first).toEqual(times(50, (at) => `A${at}`));
  });

  it("list 50 claims that are not joined, and count all", async () => {
    const batch = interchange("837", "005010X222A1", ["HL*1**20*1", ...times(51, (at) => `CLM*B${at}*1***11:B:1`)]);
    const { remittance } = await rowsOfX12(remit(...times(52, (at) => `CLP*A${at}*1*1*1`)), outpatient, batch);
    expect(remittance?.notJoined.map(({ claims, first }) => [claims, first.length])).toEqual([
      [52, 50],
      [51, 50],
    ]);
  });

  it("have five notes of wrong counts at most", async () => {
    const one = remit("CLP*A1*1*1*1").replace("SE*6*", "SE*2*");
    const transaction = one.slice(one.indexOf("ST*"), one.indexOf("GE*"));
    const text = one.replace(transaction, transaction.repeat(7)).replace("GE*1*5", "GE*7*5");
    expect((await rowsOfX12(text, outpatient)).notes.filter((note) => note.includes("counts"))).toHaveLength(5);
  });
});
