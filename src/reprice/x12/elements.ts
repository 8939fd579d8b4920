/**
 * The elements that we read, by segment: the position of each under the name that the implementation guides give it
 * (005010X221A1 for the 835, 005010X222A1 and 005010X223A2 for the 837). A component of a composite is a second number.
 * What stands in no row of this table is never looked at: names, birth dates apart from the age, addresses, member numbers.
 */
export const ELEMENTS = {
  ISA: { interchangeControlNumber: 13 },
  IEA: { numberOfIncludedFunctionalGroups: 1, interchangeControlNumber: 2 },
  GS: { groupControlNumber: 6, versionIdentifierCode: 8 },
  GE: { numberOfTransactionSetsIncluded: 1, groupControlNumber: 2 },
  ST: { transactionSetIdentifierCode: 1, transactionSetControlNumber: 2, implementationConventionReference: 3 },
  SE: { transactionSegmentCount: 1, transactionSetControlNumber: 2 },

  /** 835: the payment and its providers. */
  BPR: { totalActualProviderPaymentAmount: 2, paymentEffectiveDate: 16 },
  TRN: { checkOrEftTraceNumber: 2, originatingCompanyIdentifier: 3 },
  N1: { entityIdentifierCode: 1, identificationCodeQualifier: 3, identificationCode: 4 },
  TS3: { providerIdentifier: 1 },
  /** 835: adjustments of the provider; the reason and the amount repeat up to six times. */
  PLB: { adjustmentReason: 3, adjustmentAmount: 4, repeatsEvery: 2, repeatsMax: 6 },

  /** 835: a claim and its lines. */
  CLP: {
    patientControlNumber: 1,
    claimStatusCode: 2,
    totalClaimChargeAmount: 3,
    claimPaymentAmount: 4,
    payerClaimControlNumber: 7,
    facilityTypeCode: 8,
    diagnosisRelatedGroupCode: 11,
  },
  /** Adjustments of a claim or a line; reason, amount and quantity repeat up to six times. */
  CAS: { claimAdjustmentGroupCode: 1, adjustmentReasonCode: 2, adjustmentAmount: 3, repeatsEvery: 3, repeatsMax: 6 },
  MIA: { coveredDaysOrVisitsCount: 1 },
  SVC: {
    compositeMedicalProcedure: 1,
    lineItemChargeAmount: 2,
    lineItemProviderPaymentAmount: 3,
    revenueCode: 4,
    unitsOfServicePaidCount: 5,
    submittedProcedure: 6,
    originalUnitsOfServiceCount: 7,
  },
  DTM: { dateTimeQualifier: 1, date: 2 },
  AMT: { amountQualifierCode: 1, amount: 2 },
  QTY: { quantityQualifier: 1, quantity: 2 },
  LQ: { codeListQualifierCode: 1, remarkCode: 2 },

  /** 837: the levels of a batch, a claim and its lines. */
  HL: { hierarchicalLevelCode: 3 },
  DMG: { dateTimePeriodFormatQualifier: 1, birthDate: 2 },
  CLM: { patientControlNumber: 1, totalClaimChargeAmount: 2, placeOrFacilityTypeAndFrequency: 5 },
  CL1: { patientStatusCode: 3 },
  HI: { healthCareCodeInformation: 1, repeatsMax: 12 },
  DTP: { dateTimeQualifier: 1, dateTimePeriodFormatQualifier: 2, dateTimePeriod: 3 },
  SV1: {
    compositeMedicalProcedure: 1,
    lineItemChargeAmount: 2,
    unitOrBasisForMeasurementCode: 3,
    serviceUnitCount: 4,
    placeOfServiceCode: 5,
  },
  SV2: {
    revenueCode: 1,
    compositeMedicalProcedure: 2,
    lineItemChargeAmount: 3,
    unitOrBasisForMeasurementCode: 4,
    serviceUnitCount: 5,
  },

  /** 837: begins a line. */
  LX: { assignedNumber: 1 },

  /** Both: who did it, and numbers of a claim or a line. */
  NM1: { entityIdentifierCode: 1, entityTypeQualifier: 2, identificationCodeQualifier: 8, identificationCode: 9 },
  REF: { referenceIdentificationQualifier: 1, referenceIdentification: 2 },
} as const;

/** The components of a procedure: `HC:99213:25:59`. */
export const PROCEDURE = { qualifier: 1, code: 2, firstModifier: 3, modifiersMax: 4 } as const;

/** The components of where a claim was billed from: place or type of bill, and how often it was sent. */
export const PLACE_OF_CLAIM = { facilityCode: 1, qualifier: 2, frequency: 3 } as const;

/** The components of a code of a claim, such as a DRG (`DR:139`) or a value code with its amount (`BE:80:::5`). */
export const CODE_OF_CLAIM = { qualifier: 1, code: 2, amount: 5 } as const;

/** Qualifiers that say what an element of a general segment is. */
export const QUALIFIERS = {
  nationalProviderIdentifier: "XX",
  nationalProviderIdentifierOfLine: "HPI",
  payee: "PE",
  renderingProvider: "82",
  person: "1",
  billingProvider: "85",
  serviceFacility: "77",
  lineItemControlNumber: "6R",
  originalReferenceNumber: "F8",
  allowedAmount: "B6",
  coveredActual: "CA",
  remarkCodes: "HE",
  procedures: ["HC", "HP", "IV", "WK", "ER"],
  revenueCodeAlone: "NU",
  minutes: "MJ",
  diagnosisRelatedGroup: "DR",
  valueCode: "BE",
  typeOfBill: "A",
  serviceDay: "472",
  servicePeriodStart: "150",
  statementFrom: "232",
  statementTo: "233",
  statementPeriod: "434",
  admission: "435",
} as const;
