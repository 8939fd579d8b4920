import { dayText } from "./amounts.ts";
import { ELEMENTS, QUALIFIERS } from "./elements.ts";
import { isStayBilled, LINES_MAX, NPI, npiOf, type Procedure, procedureIn, tooMany } from "./segments.ts";
import type { Segment } from "./syntax.ts";

/** One reason why less than the charge was paid (CAS): `CO-45 12.00`. */
export interface Adjustment {
  readonly group: string;
  readonly reason: string;
  /** As in the file. */
  readonly amount: string;
}

/** A line of a remittance. Its own procedure is the one that was billed. */
export interface RemittedLine extends Procedure {
  /** What the payer made of it (SVC01); the same where it names no other (SVC06). */
  readonly adjudicated: Procedure;
  readonly charge: string;
  readonly paid: string;
  readonly unitsPaid: string;
  readonly unitsBilled: string;
  day: string;
  control: string;
  npi: string;
  /** AMT*B6; empty where the payer does not say. */
  allowed: string;
  readonly adjustments: Adjustment[];
  readonly remarks: string[];
}

/** A claim of a remittance with its lines, without anything of the patient. */
export interface RemittedClaim {
  /** Counted from 1 over all files of the input. */
  readonly place: number;
  readonly claim: string;
  readonly status: string;
  readonly charge: string;
  readonly paid: string;
  readonly payerClaim: string;
  /** The payer's number of the claim that this one reverses or corrects (REF*F8); empty where it names none. */
  original: string;
  /** The day of the payment that it is part of (BPR16). */
  readonly paidOn: string;
  readonly facility: string;
  readonly drg: string;
  /** The payee of the payment, or the provider whose claims follow (TS3). */
  readonly payee: string;
  /** The provider that the payer names (NM1*82). */
  npi: string;
  /** The same where it is an organisation, and empty where it is a person: a facility is paid for an institutional claim. */
  facilityNpi: string;
  from: string;
  through: string;
  coveredDays: string;
  isStay: boolean;
  readonly adjustments: Adjustment[];
  readonly lines: RemittedLine[];
}

/** The payment of one remittance (BPR, TRN). */
export interface Payment {
  readonly amount: string;
  readonly date: string;
  trace: string;
  /** The payer's number (TRN03). */
  payer: string;
}

/** One entry of PLB: money that belongs to no claim. */
export interface ProviderAdjustment {
  readonly reason: string;
  readonly amount: string;
}

export interface RemittanceEvents {
  /** At the end of a transaction; null where it has no payment. */
  payment?(payment: Payment | null): void;
  claim(claim: RemittedClaim): void;
  providerAdjustment?(adjustment: ProviderAdjustment): void;
}

/** Well above the 99 segments of six adjustments that the guide allows. Those of a claim are looked at with each of its lines. */
const ADJUSTMENTS_MAX = 999;

/** Reads the segments of remittances (835). A claim is passed on when the next one begins. */
export class RemittanceReader {
  readonly #events: RemittanceEvents;
  #payment: Payment | null = null;
  #payee = "";
  #provider = "";
  #claim: Writable<RemittedClaim> | null = null;
  #line: RemittedLine | null = null;
  #claims = 0;
  readonly #readers = new Map<string, (segment: Segment) => void>([
    ["BPR", (segment) => this.#pay(segment)],
    ["TRN", (segment) => this.#trace(segment)],
    ["N1", (segment) => this.#party(segment)],
    ["LX", () => this.#beginGroup()],
    ["TS3", (segment) => this.#ofProvider(segment)],
    ["CLP", (segment) => this.#beginClaim(segment)],
    ["NM1", (segment) => this.#name(segment)],
    ["MIA", (segment) => this.#stay(segment)],
    ["QTY", (segment) => this.#quantity(segment)],
    ["SVC", (segment) => this.#service(segment)],
    ["DTM", (segment) => this.#date(segment)],
    ["CAS", (segment) => this.#adjustments(segment)],
    ["AMT", (segment) => this.#amount(segment)],
    ["REF", (segment) => this.#reference(segment)],
    ["LQ", (segment) => this.#remark(segment)],
    ["PLB", (segment) => this.#providerAdjustments(segment)],
  ]);

  constructor(events: RemittanceEvents) {
    this.#events = events;
  }

  begin(): void {
    this.#payment = null;
    this.#payee = "";
    this.#provider = "";
  }

  segment(segment: Segment): void {
    this.#readers.get(segment.id)?.(segment);
  }

  end(): void {
    this.#endClaim();
    this.#endPayment();
  }

  #pay(segment: Segment): void {
    const { totalActualProviderPaymentAmount, paymentEffectiveDate } = ELEMENTS.BPR;
    const amount = segment.element(totalActualProviderPaymentAmount);
    this.#payment = { amount, date: dayText(segment.element(paymentEffectiveDate)), trace: "", payer: "" };
  }

  #trace(segment: Segment): void {
    if (this.#payment === null) return;
    this.#payment.trace ||= segment.element(ELEMENTS.TRN.checkOrEftTraceNumber);
    this.#payment.payer ||= segment.element(ELEMENTS.TRN.originatingCompanyIdentifier);
  }

  #party(segment: Segment): void {
    if (segment.element(ELEMENTS.N1.entityIdentifierCode) !== QUALIFIERS.payee) return;
    this.#payee = npiOf(segment, ELEMENTS.N1);
  }

  /** Begins the claims of one provider (LX); TS3 may name it. */
  #beginGroup(): void {
    this.#endClaim();
    this.#provider = "";
  }

  #ofProvider(segment: Segment): void {
    const provider = segment.element(ELEMENTS.TS3.providerIdentifier);
    this.#provider = NPI.test(provider) ? provider : "";
  }

  #beginClaim(segment: Segment): void {
    this.#endClaim();
    this.#claims += 1;
    const at = ELEMENTS.CLP;
    this.#claim = {
      place: this.#claims,
      claim: segment.element(at.patientControlNumber),
      status: segment.element(at.claimStatusCode),
      charge: segment.element(at.totalClaimChargeAmount),
      paid: segment.element(at.claimPaymentAmount),
      payerClaim: segment.element(at.payerClaimControlNumber),
      original: "",
      paidOn: this.#payment?.date ?? "",
      facility: segment.element(at.facilityTypeCode),
      drg: segment.element(at.diagnosisRelatedGroupCode),
      payee: this.#provider || this.#payee,
      npi: "",
      facilityNpi: "",
      from: "",
      through: "",
      coveredDays: "",
      isStay: false,
      adjustments: [],
      lines: [],
    };
  }

  #endClaim(): void {
    const claim = this.#claim;
    if (claim === null) return;
    // Facility type 11 of lines with procedures is a physician's office. Only institutional claims may come without lines.
    const isByRevenueCode = claim.lines.some(({ hasRevenueCode, code }) => hasRevenueCode && code === "");
    const isFacilityTypeOfBill = claim.lines.length === 0 || isByRevenueCode;
    claim.isStay ||= isStayBilled(isFacilityTypeOfBill ? claim.facility : "", claim.drg);
    this.#claim = null;
    this.#line = null;
    this.#events.claim(claim);
  }

  #endPayment(): void {
    this.#events.payment?.(this.#payment);
    this.#payment = null;
  }

  #service(segment: Segment): void {
    const claim = this.#claim;
    if (claim === null) return;
    if (claim.lines.length >= LINES_MAX) throw tooMany(segment, "claim", LINES_MAX, "lines", 999);
    const at = ELEMENTS.SVC;
    const revenueCode = segment.element(at.revenueCode);
    const adjudicated = procedureIn(segment, at.compositeMedicalProcedure, revenueCode);
    const submitted = procedureIn(segment, at.submittedProcedure, revenueCode);
    this.#line = {
      ...adjudicated,
      ...(submitted.code === "" ? null : { code: submitted.code, modifiers: submitted.modifiers }),
      adjudicated,
      charge: segment.element(at.lineItemChargeAmount),
      paid: segment.element(at.lineItemProviderPaymentAmount),
      unitsPaid: segment.element(at.unitsOfServicePaidCount),
      unitsBilled: segment.element(at.originalUnitsOfServiceCount),
      day: "",
      control: "",
      npi: "",
      allowed: "",
      adjustments: [],
      remarks: [],
    };
    claim.lines.push(this.#line);
  }

  #date(segment: Segment): void {
    const qualifier = segment.element(ELEMENTS.DTM.dateTimeQualifier);
    const day = dayText(segment.element(ELEMENTS.DTM.date));
    if (this.#line !== null) {
      if (qualifier === QUALIFIERS.serviceDay || qualifier === QUALIFIERS.servicePeriodStart) this.#line.day ||= day;
    } else if (this.#claim !== null) {
      if (qualifier === QUALIFIERS.statementFrom) this.#claim.from ||= day;
      if (qualifier === QUALIFIERS.statementTo) this.#claim.through ||= day;
    }
  }

  #adjustments(segment: Segment): void {
    const into = this.#line?.adjustments ?? this.#claim?.adjustments;
    if (into === undefined) return;
    const { claimAdjustmentGroupCode, adjustmentReasonCode, adjustmentAmount, repeatsEvery, repeatsMax } = ELEMENTS.CAS;
    const group = segment.element(claimAdjustmentGroupCode);
    for (let offset = 0; offset < repeatsEvery * repeatsMax; offset += repeatsEvery) {
      const reason = segment.element(adjustmentReasonCode + offset);
      if (reason === "") return;
      if (into.length >= ADJUSTMENTS_MAX) throw tooMany(segment, "claim or line", ADJUSTMENTS_MAX, "adjustments", 594);
      into.push({ group, reason, amount: segment.element(adjustmentAmount + offset) });
    }
  }

  #amount(segment: Segment): void {
    if (this.#line === null || segment.element(ELEMENTS.AMT.amountQualifierCode) !== QUALIFIERS.allowedAmount) return;
    this.#line.allowed ||= segment.element(ELEMENTS.AMT.amount);
  }

  #reference(segment: Segment): void {
    const { referenceIdentificationQualifier, referenceIdentification } = ELEMENTS.REF;
    const qualifier = segment.element(referenceIdentificationQualifier);
    if (this.#line === null) {
      if (this.#claim === null || qualifier !== QUALIFIERS.originalReferenceNumber) return;
      this.#claim.original ||= segment.element(referenceIdentification);
      return;
    }
    if (qualifier === QUALIFIERS.lineItemControlNumber) this.#line.control ||= segment.element(referenceIdentification);
    if (qualifier !== QUALIFIERS.nationalProviderIdentifierOfLine) return;
    const npi = segment.element(referenceIdentification);
    if (NPI.test(npi)) this.#line.npi ||= npi;
  }

  #remark(segment: Segment): void {
    const { codeListQualifierCode, remarkCode } = ELEMENTS.LQ;
    if (segment.element(codeListQualifierCode) === QUALIFIERS.remarkCodes) {
      this.#line?.remarks.push(segment.element(remarkCode));
    }
  }

  #name(segment: Segment): void {
    const claim = this.#claim;
    if (claim === null || segment.element(ELEMENTS.NM1.entityIdentifierCode) !== QUALIFIERS.renderingProvider) return;
    claim.npi ||= npiOf(segment, ELEMENTS.NM1);
    const isPerson = segment.element(ELEMENTS.NM1.entityTypeQualifier) === QUALIFIERS.person;
    claim.facilityNpi = isPerson ? "" : claim.npi;
  }

  #stay(segment: Segment): void {
    if (this.#claim === null) return;
    this.#claim.isStay = true;
    // Zero stands for "not reported": the element is required.
    const days = segment.element(ELEMENTS.MIA.coveredDaysOrVisitsCount);
    if (days !== "0") this.#claim.coveredDays ||= days;
  }

  #quantity(segment: Segment): void {
    if (this.#claim === null || this.#line !== null) return;
    if (segment.element(ELEMENTS.QTY.quantityQualifier) === QUALIFIERS.coveredActual) {
      this.#claim.coveredDays = segment.element(ELEMENTS.QTY.quantity);
    }
  }

  #providerAdjustments(segment: Segment): void {
    this.#endClaim();
    const { adjustmentReason, adjustmentAmount, repeatsEvery, repeatsMax } = ELEMENTS.PLB;
    for (let offset = 0; offset < repeatsEvery * repeatsMax; offset += repeatsEvery) {
      const reason = segment.component(adjustmentReason + offset, 1);
      if (reason === "") return;
      this.#events.providerAdjustment?.({ reason, amount: segment.element(adjustmentAmount + offset) });
    }
  }
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };
