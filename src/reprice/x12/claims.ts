import { failure } from "../../core/runtime/failure.ts";
import { dayText, periodOf } from "./amounts.ts";
import { CODE_OF_CLAIM, ELEMENTS, PLACE_OF_CLAIM, QUALIFIERS } from "./elements.ts";
import type { Transaction } from "./envelope.ts";
import { LINES_MAX, npiOf, type Procedure, procedureIn, tooMany } from "./segments.ts";
import type { Segment } from "./syntax.ts";

/** A line of a claim as it is billed. */
export interface SubmittedLine extends Procedure {
  readonly charge: string;
  /** Empty where the line counts minutes or days. */
  readonly units: string;
  readonly minutes: string;
  /** Of the line; empty where that of the claim counts. */
  readonly place: string;
  /** Its number within the claim (LX01). */
  readonly number: string;
  day: string;
  /** The last day of a line over several days; otherwise the same. */
  lastDay: string;
  control: string;
  npi: string;
}

/** A claim as it is billed, without anything of the patient but the day of birth, which becomes an age. */
export interface SubmittedClaim {
  readonly claim: string;
  readonly charge: string;
  readonly isInstitutional: boolean;
  /** A place of service, or the first two digits of the type of bill. */
  readonly facility: string;
  readonly frequency: string;
  readonly billingNpi: string;
  readonly birth: string;
  facilityNpi: string;
  npi: string;
  from: string;
  through: string;
  admitted: string;
  dischargeStatus: string;
  drg: string;
  /** Amounts by value code: `80` has the covered days. */
  readonly values: Map<string, string>;
  readonly lines: SubmittedLine[];
}

/** How a claim is sent (CLM05-3): in place of an earlier one, or to take it back. */
export const FREQUENCY = { replacement: "7", void: "8" } as const;

/** Implementation guides of claims, by the part of their names that all versions share. */
const GUIDES = [
  { guide: /X(?:222|098)/, kind: "professional" },
  { guide: /X(?:223|096)/, kind: "institutional" },
  { guide: /X(?:224|097)/, kind: "dental" },
] as const;

type Kind = (typeof GUIDES)[number]["kind"];

/** What the claims of a transaction are by its guide; null where the guide is not named. */
export function kindOfClaims({ version }: Transaction): Kind | null {
  return GUIDES.find(({ guide }) => guide.test(version))?.kind ?? null;
}

function dental(where: string): Error {
  return failure(
    `${where} has dental claims (837D), which no lookup prices. Send professional (837P) or institutional (837I) claims`,
  );
}

/** Reads the segments of claims (837P, 837I). A claim is passed on when the next one begins. */
export class ClaimsReader {
  readonly #onClaim: (claim: SubmittedClaim) => void;
  #kind: Kind | null = null;
  #billingNpi = "";
  #birth = "";
  #claim: SubmittedClaim | null = null;
  #line: SubmittedLine | null = null;
  #number = "";
  /** Inside the loops about other payers (2320, 2430), whose names and days are not those of the claim. */
  #isOfOtherPayer = false;
  readonly #readers = new Map<string, (segment: Segment) => void>([
    ["HL", (segment) => this.#level(segment)],
    ["NM1", (segment) => this.#name(segment)],
    ["DMG", (segment) => this.#patient(segment)],
    ["CLM", (segment) => this.#beginClaim(segment)],
    ["SBR", () => this.#otherPayer()],
    ["SVD", () => this.#otherPayer()],
    ["CL1", (segment) => this.#discharge(segment)],
    ["HI", (segment) => this.#codes(segment)],
    ["LX", (segment) => this.#beginLine(segment)],
    ["SV1", (segment) => this.#professionalLine(segment)],
    ["SV2", (segment) => this.#institutionalLine(segment)],
    ["SV3", (segment) => this.#dentalLine(segment)],
    ["DTP", (segment) => this.#date(segment)],
    ["REF", (segment) => this.#reference(segment)],
  ]);

  constructor(onClaim: (claim: SubmittedClaim) => void) {
    this.#onClaim = onClaim;
  }

  begin(transaction: Transaction): void {
    this.#kind = kindOfClaims(transaction);
    if (this.#kind === "dental") throw dental(`transaction ${transaction.control}`);
    this.#billingNpi = "";
    this.#birth = "";
  }

  segment(segment: Segment): void {
    this.#readers.get(segment.id)?.(segment);
  }

  end(): void {
    this.#endClaim();
  }

  #otherPayer(): void {
    this.#isOfOtherPayer = this.#claim !== null;
  }

  #beginLine(segment: Segment): void {
    this.#number = segment.element(ELEMENTS.LX.assignedNumber);
    this.#isOfOtherPayer = false;
    this.#line = null;
  }

  #dentalLine({ number }: Segment): void {
    throw dental(`segment ${number} (SV3)`);
  }

  #discharge(segment: Segment): void {
    if (this.#claim !== null) this.#claim.dischargeStatus ||= segment.element(ELEMENTS.CL1.patientStatusCode);
  }

  /** The numbers of levels are not used: programs repeat them. The kind of a level says what ends. */
  #level(segment: Segment): void {
    this.#endClaim();
    this.#birth = "";
    if (segment.element(ELEMENTS.HL.hierarchicalLevelCode) === BILLING_LEVEL) this.#billingNpi = "";
  }

  #name(segment: Segment): void {
    const entity = segment.element(ELEMENTS.NM1.entityIdentifierCode);
    if (this.#isOfOtherPayer) return;
    if (this.#claim === null) {
      if (entity === QUALIFIERS.billingProvider) this.#billingNpi = npiOf(segment, ELEMENTS.NM1);
    } else if (entity === QUALIFIERS.renderingProvider) {
      const of = this.#line ?? this.#claim;
      of.npi ||= npiOf(segment, ELEMENTS.NM1);
    } else if (entity === QUALIFIERS.serviceFacility && this.#line === null) {
      this.#claim.facilityNpi ||= npiOf(segment, ELEMENTS.NM1);
    }
  }

  /** The day of birth of the subscriber, or of the patient at the level below. */
  #patient(segment: Segment): void {
    if (this.#claim === null) this.#birth = dayText(segment.element(ELEMENTS.DMG.birthDate));
  }

  #beginClaim(segment: Segment): void {
    this.#endClaim();
    const { patientControlNumber, totalClaimChargeAmount, placeOrFacilityTypeAndFrequency } = ELEMENTS.CLM;
    const part = (component: number) => segment.component(placeOrFacilityTypeAndFrequency, component);
    const isTypeOfBill = part(PLACE_OF_CLAIM.qualifier) === QUALIFIERS.typeOfBill;
    this.#claim = {
      claim: segment.element(patientControlNumber),
      charge: segment.element(totalClaimChargeAmount),
      isInstitutional: this.#kind === null ? isTypeOfBill : this.#kind === "institutional",
      facility: part(PLACE_OF_CLAIM.facilityCode),
      frequency: part(PLACE_OF_CLAIM.frequency),
      billingNpi: this.#billingNpi,
      birth: this.#birth,
      facilityNpi: "",
      npi: "",
      from: "",
      through: "",
      admitted: "",
      dischargeStatus: "",
      drg: "",
      values: new Map(),
      lines: [],
    };
    this.#line = null;
    this.#isOfOtherPayer = false;
  }

  #endClaim(): void {
    const claim = this.#claim;
    this.#claim = null;
    this.#line = null;
    this.#isOfOtherPayer = false;
    if (claim !== null) this.#onClaim(claim);
  }

  #professionalLine(segment: Segment): void {
    const at = ELEMENTS.SV1;
    const isMinutes = segment.element(at.unitOrBasisForMeasurementCode) === QUALIFIERS.minutes;
    const count = segment.element(at.serviceUnitCount);
    this.#addLine(segment, {
      ...procedureIn(segment, at.compositeMedicalProcedure, ""),
      charge: segment.element(at.lineItemChargeAmount),
      units: isMinutes ? "" : count,
      minutes: isMinutes ? count : "",
      place: segment.element(at.placeOfServiceCode),
    });
  }

  #institutionalLine(segment: Segment): void {
    const at = ELEMENTS.SV2;
    const isDays = segment.element(at.unitOrBasisForMeasurementCode) === DAYS;
    this.#addLine(segment, {
      ...procedureIn(segment, at.compositeMedicalProcedure, segment.element(at.revenueCode)),
      charge: segment.element(at.lineItemChargeAmount),
      units: isDays ? "" : segment.element(at.serviceUnitCount),
      minutes: "",
      place: "",
    });
  }

  #addLine(segment: Segment, line: Omit<SubmittedLine, "number" | "day" | "lastDay" | "control" | "npi">): void {
    if (this.#claim === null) return;
    if (this.#claim.lines.length >= LINES_MAX) throw tooMany(segment, "claim", LINES_MAX, "lines", 999);
    this.#isOfOtherPayer = false;
    this.#line = { ...line, number: this.#number, day: "", lastDay: "", control: "", npi: "" };
    this.#claim.lines.push(this.#line);
  }

  #date(segment: Segment): void {
    if (this.#claim === null || this.#isOfOtherPayer) return;
    const [from, to] = periodOf(segment.element(ELEMENTS.DTP.dateTimePeriod));
    const qualifier = segment.element(ELEMENTS.DTP.dateTimeQualifier);
    if (this.#line !== null) {
      if (qualifier !== QUALIFIERS.serviceDay || this.#line.day !== "") return;
      this.#line.day = from;
      this.#line.lastDay = to;
      return;
    }
    if (qualifier === QUALIFIERS.admission) this.#claim.admitted ||= from;
    if (qualifier !== QUALIFIERS.statementPeriod) return;
    this.#claim.from ||= from;
    this.#claim.through ||= to;
  }

  #reference(segment: Segment): void {
    if (this.#line === null || this.#isOfOtherPayer) return;
    const { referenceIdentificationQualifier, referenceIdentification } = ELEMENTS.REF;
    if (segment.element(referenceIdentificationQualifier) === QUALIFIERS.lineItemControlNumber) {
      this.#line.control ||= segment.element(referenceIdentification);
    }
  }

  #codes(segment: Segment): void {
    const claim = this.#claim;
    if (claim === null) return;
    const { healthCareCodeInformation, repeatsMax } = ELEMENTS.HI;
    for (let place = 0; place < repeatsMax; place += 1) {
      const part = (component: number) => segment.component(healthCareCodeInformation + place, component);
      const qualifier = part(CODE_OF_CLAIM.qualifier);
      if (qualifier === QUALIFIERS.diagnosisRelatedGroup) claim.drg ||= part(CODE_OF_CLAIM.code);
      if (qualifier === QUALIFIERS.valueCode) claim.values.set(part(CODE_OF_CLAIM.code), part(CODE_OF_CLAIM.amount));
    }
  }
}

const BILLING_LEVEL = "20";
const DAYS = "DA";
