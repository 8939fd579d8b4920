import fc from "fast-check";
import type { ByteSource } from "../../../../src/imports/sources/bytes.ts";

/*
 * Writes remittances (835) and claims (837P, 837I) as the implementation guides lay them out, from claims that a test makes up. Every
 * name, birth date and member number of a patient is a marker, which must reach no output.
 */

/** Amounts are whole cents here and dollars in the file. */
export interface MadeLine {
  readonly code: string;
  /** What the payer made of the code (SVC01 beside SVC06); none where it paid the code that was billed. */
  readonly paidCode?: string;
  /** Units that the payer counts where it cuts those that were billed (SVC05 beside SVC07). */
  readonly unitsPaid?: number;
  readonly revenueCode?: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly paid: number;
  readonly units: number;
  readonly minutes: number | null;
  readonly day: string;
  readonly control: string;
  readonly npi: string;
  readonly place: string;
  readonly adjustments: readonly MadeAdjustment[];
  readonly allowed: number | null;
  readonly remarks: readonly string[];
}

export interface MadeAdjustment {
  readonly group: string;
  readonly reason: string;
  readonly amount: number;
}

export interface MadeClaim {
  readonly claim: string;
  readonly payerClaim: string;
  /** The payer's number of the claim that is reversed or corrected (REF*F8). */
  readonly original?: string;
  readonly facilityNpi?: string;
  readonly status: string;
  readonly billingNpi: string;
  readonly npi: string;
  /** A place of service, or two digits of the type of bill where it is institutional. */
  readonly facility: string;
  readonly isInstitutional: boolean;
  readonly drg: string;
  readonly admitted: string;
  readonly through: string;
  readonly dischargeStatus: string;
  readonly coveredDays: number | null;
  readonly birth: string;
  readonly adjustments: readonly MadeAdjustment[];
  readonly lines: readonly MadeLine[];
}

export interface Signs {
  readonly element: string;
  readonly component: string;
  readonly terminator: string;
  /** Between segments, for readers: a line end or nothing. */
  readonly lineEnd: string;
}

export const USUAL_SIGNS: Signs = { element: "*", component: ":", terminator: "~", lineEnd: "\n" };

export const anySigns: fc.Arbitrary<Signs> = fc.constantFrom(
  USUAL_SIGNS,
  { element: "*", component: ":", terminator: "~", lineEnd: "" },
  { element: "*", component: ">", terminator: "~", lineEnd: "\r\n" },
  { element: "|", component: "^", terminator: "\n", lineEnd: "" },
  { element: "|", component: ":", terminator: "\r", lineEnd: "\n" },
  { element: "*", component: ":", terminator: "~", lineEnd: "\r\n\t  " },
  { element: "|", component: "^", terminator: "\n", lineEnd: "    " },
);

/** Texts that stand for a patient: planted wherever the guides have one. */
export const MARKERS = {
  lastName: "ZZMARKERLAST",
  firstName: "ZZMARKERFIRST",
  middleName: "ZZMARKERMID",
  member: "ZZMEMBER77",
  street: "ZZMARKERSTREET",
  city: "ZZMARKERCITY",
  security: "987654320",
  birth: "19870605",
} as const;

const MARKED_SSN = MARKERS.security;

export function dollars(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const size = Math.abs(cents);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

/** Dollars as the standard writes them: without zeros at the end. */
function amount(cents: number): string {
  return dollars(cents).replace(/0+$/, "").replace(/\.$/, "");
}

const eight = (day: string) => day.replaceAll("-", "");

type Element = string | readonly string[];

class Writer {
  readonly #signs: Signs;
  readonly #segments: string[] = [];
  #begun = 0;

  constructor(signs: Signs) {
    this.#signs = signs;
  }

  add(...elements: readonly Element[]): void {
    const { element, component } = this.#signs;
    const texts = elements.map((each) =>
      typeof each === "string" ? each : each.join(component).replace(/[\W]+$/, ""),
    );
    while (texts.at(-1) === "") texts.pop();
    this.#segments.push(texts.join(element));
  }

  isa(control: string): void {
    const { element, component } = this.#signs;
    const blanks = " ".repeat(10);
    const parts = ["ISA", "00", blanks, "00", blanks, "ZZ", "SENDER".padEnd(15), "ZZ", "RECEIVER".padEnd(15), "260101"];
    this.#segments.push(
      [...parts, "1200", "^".replace(component, "&"), "00501", control, "0", "T", component].join(element),
    );
  }

  st(set: string, control: string, version: string): void {
    this.#begun = this.#segments.length;
    this.add("ST", set, control, version);
  }

  se(control: string): void {
    this.add("SE", String(this.#segments.length - this.#begun + 1), control);
  }

  get text(): string {
    const { terminator, lineEnd } = this.#signs;
    return this.#segments.map((segment) => `${segment}${terminator}${lineEnd}`).join("");
  }
}

function patient(x12: Writer, entity: string): void {
  x12.add("NM1", entity, "1", MARKERS.lastName, MARKERS.firstName, MARKERS.middleName, "", "JR", "MI", MARKERS.member);
}

function adjustments(x12: Writer, all: readonly MadeAdjustment[]): void {
  for (const group of new Set(all.map((each) => each.group))) {
    const own = all.filter((each) => each.group === group);
    x12.add("CAS", group, ...own.flatMap(({ reason, amount: cents }) => [reason, amount(cents), ""]));
  }
}

/** What a claim is paid: its lines less its own adjustments. */
export function paidOf({ lines, adjustments: own }: MadeClaim): number {
  const ofLines = lines.reduce((total, { paid }) => total + paid, 0);
  return ofLines - own.reduce((total, each) => total + each.amount, 0);
}

export function chargeOf({ lines }: MadeClaim): number {
  return lines.reduce((total, { charge }) => total + charge, 0);
}

/** The reversal of a claim: the same amounts, taken back. */
export function reversal(of: MadeClaim): MadeClaim {
  const takenBack = (all: readonly MadeAdjustment[]) => all.map((each) => ({ ...each, amount: -each.amount }));
  const lines = of.lines.map((each) => ({
    ...each,
    charge: -each.charge,
    paid: -each.paid,
    adjustments: takenBack(each.adjustments),
  }));
  return { ...of, status: "22", adjustments: takenBack(of.adjustments), lines };
}

/** Remittances in one interchange: a transaction for each list of claims. `taken` is what PLB takes from each. */
export function remittance(batches: readonly (readonly MadeClaim[])[], signs = USUAL_SIGNS, taken = 0): string {
  const x12 = new Writer(signs);
  x12.isa("000000101");
  x12.add("GS", "HP", "SENDER", "RECEIVER", "20260101", "1200", "7", "X", "005010X221A1");
  for (const [place, claims] of batches.entries()) {
    const control = String(1000 + place);
    const paid = claims.reduce((total, claim) => total + paidOf(claim), 0);
    x12.st("835", control, "");
    const account = ["01", "111", "DA", "33", "1234567890", "", "01", "111", "DA", "22"];
    x12.add("BPR", "I", amount(paid - taken), "C", "ACH", "CCP", ...account, "20260131");
    x12.add("TRN", "1", `TRACE${place}`, "1000000000");
    x12.add("DTM", "405", "20260131");
    x12.add("N1", "PR", "STATE MEDICAID");
    x12.add("N1", "PE", "THE PROVIDER", "XX", claims[0]?.billingNpi ?? "");
    x12.add("LX", "1");
    for (const claim of claims) remittedClaim(x12, claim);
    if (taken !== 0) x12.add("PLB", claims[0]?.billingNpi ?? "", "20261231", ["WO", "REF1"], amount(taken));
    x12.se(control);
  }
  x12.add("GE", String(batches.length), "7");
  x12.add("IEA", "1", "000000101");
  return x12.text;
}

function remittedClaim(x12: Writer, claim: MadeClaim): void {
  const amounts = [amount(chargeOf(claim)), amount(paidOf(claim)), ""];
  const facility = [claim.facility, "1", "", claim.drg];
  x12.add("CLP", claim.claim, claim.status, ...amounts, "MC", claim.payerClaim, ...facility);
  adjustments(x12, claim.adjustments);
  patient(x12, "QC");
  patient(x12, "IL");
  x12.add("NM1", "74", "1", MARKERS.lastName, MARKERS.firstName, "", "", "", "C", MARKERS.member);
  if (claim.npi !== "") x12.add("NM1", "82", "1", "DOCTOR", "ANY", "", "", "", "XX", claim.npi);
  if (claim.drg !== "") x12.add("MIA", "0");
  x12.add("REF", "SY", MARKED_SSN);
  x12.add("REF", "1W", MARKERS.member);
  if (claim.original !== undefined) x12.add("REF", "F8", claim.original);
  x12.add("DTM", "232", eight(claim.admitted));
  x12.add("DTM", "233", eight(claim.through));
  if (claim.coveredDays !== null) x12.add("QTY", "CA", String(claim.coveredDays));
  for (const line of claim.lines) {
    const billed = line.code === "" ? ["NU", "0120"] : ["HC", line.code, ...line.modifiers];
    const code = line.paidCode === undefined ? billed : ["HC", line.paidCode];
    x12.add(
      "SVC",
      code,
      amount(line.charge),
      amount(line.paid),
      claim.isInstitutional ? (line.revenueCode ?? "0120") : "",
      String(line.unitsPaid ?? line.units),
      line.paidCode === undefined ? "" : billed,
      line.unitsPaid === undefined ? "" : String(line.units),
    );
    x12.add("DTM", "472", eight(line.day));
    adjustments(x12, line.adjustments);
    if (line.control !== "") x12.add("REF", "6R", line.control);
    if (line.npi !== "") x12.add("REF", "HPI", line.npi);
    if (line.allowed !== null) x12.add("AMT", "B6", amount(line.allowed));
    for (const remark of line.remarks) x12.add("LQ", "HE", remark);
  }
}

/** Claims in one interchange: a transaction for each list, professional or institutional by its first claim. */
export function batch(batches: readonly (readonly MadeClaim[])[], signs = USUAL_SIGNS): string {
  const x12 = new Writer(signs);
  x12.isa("000000102");
  const versions = batches.map((claims) => (claims[0]?.isInstitutional ? "005010X223A2" : "005010X222A1"));
  x12.add("GS", "HC", "SENDER", "RECEIVER", "20260101", "1200", "8", "X", versions[0] ?? "");
  for (const [place, claims] of batches.entries()) {
    const control = String(2000 + place);
    x12.st("837", control, versions[place] as string);
    x12.add("BHT", "0019", "00", "0123", "20260101", "1200", "CH");
    x12.add("NM1", "41", "2", "SUBMITTER", "", "", "", "", "46", "12345");
    for (const claim of claims) submittedClaim(x12, claim);
    x12.se(control);
  }
  x12.add("GE", String(batches.length), "8");
  x12.add("IEA", "1", "000000102");
  return x12.text;
}

function submittedClaim(x12: Writer, claim: MadeClaim): void {
  x12.add("HL", "1", "", "20", "1");
  x12.add("NM1", "85", "2", "THE PROVIDER", "", "", "", "", "XX", claim.billingNpi);
  x12.add("HL", "2", "1", "22", "0");
  x12.add("SBR", "P", "18", MARKERS.member, "", "", "", "", "", "MC");
  patient(x12, "IL");
  x12.add("N3", MARKERS.street);
  x12.add("N4", MARKERS.city, "NY", "10001");
  x12.add("DMG", "D8", eight(claim.birth), "F");
  x12.add("REF", "SY", MARKED_SSN);
  x12.add("NM1", "PR", "2", "STATE MEDICAID", "", "", "", "", "PI", "1");
  const place = [claim.facility, claim.isInstitutional ? "A" : "B", "1"];
  x12.add("CLM", claim.claim, amount(chargeOf(claim)), "", "", place, "Y", "A", "Y", "Y");
  if (claim.isInstitutional) {
    x12.add("DTP", "434", "RD8", `${eight(claim.admitted)}-${eight(claim.through)}`);
    if (claim.drg !== "") x12.add("DTP", "435", "DT", `${eight(claim.admitted)}1030`);
    x12.add("CL1", "1", "1", claim.dischargeStatus);
  }
  x12.add("HI", ["ABK", "Z3009"]);
  if (claim.drg !== "") x12.add("HI", ["DR", claim.drg]);
  if (claim.coveredDays !== null) x12.add("HI", ["BE", "80", "", "", String(claim.coveredDays)]);
  if (claim.npi !== "") x12.add("NM1", "82", "1", "DOCTOR", "ANY", "", "", "", "XX", claim.npi);
  if (claim.facilityNpi !== undefined) x12.add("NM1", "77", "2", "FACILITY", "", "", "", "", "XX", claim.facilityNpi);
  x12.add("SBR", "S", "18", "", "", "", "", "", "", "CI");
  x12.add("DMG", "D8", MARKERS.birth, "M");
  patient(x12, "IL");
  for (const [at, line] of claim.lines.entries()) {
    x12.add("LX", String(at + 1));
    const code = line.code === "" ? "" : ["HC", line.code, ...line.modifiers];
    const [unit, count] = line.minutes === null ? ["UN", line.units] : ["MJ", line.minutes];
    if (claim.isInstitutional)
      x12.add("SV2", line.revenueCode ?? "0120", code, amount(line.charge), unit, String(count));
    else x12.add("SV1", code, amount(line.charge), unit, String(count), line.place, "", "1");
    x12.add("DTP", "472", "D8", eight(line.day));
    if (line.control !== "") x12.add("REF", "6R", line.control);
    if (line.npi !== "") x12.add("NM1", "82", "1", "DOCTOR", "OTHER", "", "", "", "XX", line.npi);
  }
}

/** A text as the bytes of a file, in pieces that end anywhere. */
export function bytesOf(text: string, name = "file", pieceBytes = 37): ByteSource {
  const all = Buffer.from(text);
  return {
    name,
    bytes: all.length,
    async *chunks() {
      for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes);
    },
  };
}
