import type { ClaimFacts } from "../../pricing/claim-fields.ts";
import { STILL_PATIENT } from "../values/discharge-status.ts";
import { daysBilled, daysStayed } from "../values/length-of-stay.ts";
import { ageOn, dollars } from "./amounts.ts";
import type { SubmittedClaim, SubmittedLine } from "./claims.ts";
import type { RemittedClaim, RemittedLine } from "./remittance.ts";

// What a claim says of its lines and stays, from the remittance, the submitted claim, or both.

/** Value code 80 has the covered days. */
const COVERED_DAYS = "80";

/** The facts of the lines of a remitted claim. What belongs to the whole claim is found once: a claim may have thousands of lines. */
export function remittedFacts(
  claim: RemittedClaim,
  submitted: SubmittedClaim | null,
): (line: RemittedLine, submittedLine: SubmittedLine | null) => ClaimFacts {
  const isInstitutional =
    submitted?.isInstitutional ?? (claim.isStay || claim.lines.some(({ hasRevenueCode }) => hasRevenueCode));
  const placeOfClaim = isInstitutional ? "" : placeOf(claim, submitted);
  return (line, submittedLine) => {
    const day = line.day || submittedLine?.day || claim.from;
    return {
      ...NO_STAY,
      npi: isInstitutional
        ? submitted?.facilityNpi || submitted?.billingNpi || claim.facilityNpi || claim.payee
        : line.npi || submittedLine?.npi || claim.npi || submitted?.npi || submitted?.billingNpi || claim.payee,
      code: line.code || submittedLine?.code || "",
      dateOfService: day,
      placeOfService:
        isInstitutional || submittedLine === null ? placeOfClaim : submittedLine.place || (submitted?.facility ?? ""),
      revenueCode: line.revenueCode || submittedLine?.revenueCode || "",
      age: ageOn(submitted?.birth ?? "", day),
      minutes: submittedLine?.minutes ?? "",
      charges: dollars(line.charge),
      valueOfCode: (valueCode) => submitted?.values.get(valueCode) ?? "",
    };
  };
}

/**
 * Facility types (CLP08) that a hospital's or nursing home's bill begins with, and that are places of service as well: type 13 is a
 * hospital's outpatient bill, place 13 assisted living. 11 is not among them: beside procedures it is an office.
 */
const TYPES_OF_BILL: ReadonlySet<string> = new Set(
  "12 13 14 18 21 22 23 28 32 33 34 41 43 65 66 71 72 73 74 75 76 77 78 79 81 82 83 84 85 86 87 89".split(" "),
);

/** The place of lines that are not joined. They have none where lines of the submitted claim have places of their own. */
function placeOf(claim: RemittedClaim, submitted: SubmittedClaim | null): string {
  if (submitted === null) return TYPES_OF_BILL.has(claim.facility) ? "" : claim.facility;
  const isOfAll = submitted.lines.every(({ place }) => place === "" || place === submitted.facility);
  return isOfAll ? submitted.facility : "";
}

export function submittedFacts(claim: SubmittedClaim, line: SubmittedLine | null): ClaimFacts {
  const day = line?.day || claim.from;
  return {
    ...NO_STAY,
    npi: claim.isInstitutional ? claim.facilityNpi || claim.billingNpi : line?.npi || claim.npi || claim.billingNpi,
    code: line?.code ?? "",
    dateOfService: day,
    placeOfService: claim.isInstitutional ? "" : line?.place || claim.facility,
    revenueCode: line?.revenueCode ?? "",
    age: ageOn(claim.birth, day),
    minutes: line?.minutes ?? "",
    charges: dollars(line?.charge ?? claim.charge),
    valueOfCode: (valueCode) => claim.values.get(valueCode) ?? "",
  };
}

/** The stay that a remittance, a claim or both describe. */
export function stayFacts(remitted: RemittedClaim | null, submitted: SubmittedClaim | null): ClaimFacts {
  const admitDate = submitted?.admitted || submitted?.from || remitted?.from || "";
  const through = submitted?.through || remitted?.through || "";
  const isInterim = submitted?.dischargeStatus === STILL_PATIENT;
  return {
    npi: submitted?.facilityNpi || submitted?.billingNpi || remitted?.facilityNpi || remitted?.payee || "",
    code: remitted?.drg || submitted?.drg || "",
    dateOfService: admitDate,
    admitDate,
    dischargeDate: isInterim ? "" : through,
    placeOfService: "",
    revenueCode: "",
    dischargeStatus: submitted?.dischargeStatus ?? "",
    age: ageOn(submitted?.birth ?? "", admitDate),
    minutes: "",
    daysOfStay: isInterim ? daysBilled(submitted.from, through) : daysStayed(admitDate, through),
    coveredDays: submitted?.values.get(COVERED_DAYS) || remitted?.coveredDays || "",
    charges: dollars(remitted?.charge ?? submitted?.charge ?? ""),
    valueOfCode: (valueCode) => submitted?.values.get(valueCode) ?? "",
  };
}

const NO_STAY = {
  admitDate: "",
  dischargeDate: "",
  dischargeStatus: "",
  daysOfStay: null,
  coveredDays: "",
} as const;
