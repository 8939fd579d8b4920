import type { Parameters } from "./request/parameter.ts";

/**
 * What a claim says of one line, or of a stay, in the words of claims. A text is empty and a number null where the claim says
 * nothing. Patients are not part of it: a birth date is known only as an age.
 */
export interface ClaimFacts {
  /** The provider that is paid for it: of a professional claim who rendered it, of an institutional one the facility. */
  readonly npi: string;
  /** The procedure of a line, or the DRG of a stay. */
  readonly code: string;
  readonly dateOfService: string;
  readonly admitDate: string;
  /** Empty for a patient who is still there. */
  readonly dischargeDate: string;
  /** Two digits of the national list; empty on institutional claims, which have a type of bill instead. */
  readonly placeOfService: string;
  /** Four digits of an institutional line (FL 42 of the UB-04); empty on professional claims. */
  readonly revenueCode: string;
  /** Two digits (FL 17 of the UB-04). */
  readonly dischargeStatus: string;
  /** Whole years on the day of service or admission. */
  readonly age: number | null;
  readonly minutes: string;
  /** Days from admission to discharge, at least one; of an interim bill the days that it covers. */
  readonly daysOfStay: number | null;
  readonly coveredDays: string;
  /** Of the line, or of the whole stay. */
  readonly charges: string;
  /** The amount of a value code (FL 39 to 41 of the UB-04). */
  readonly valueOfCode: (valueCode: string) => string;
}

/** The value of a parameter; empty where the claim does not say it. */
export type ClaimField = (facts: ClaimFacts) => string;

/** The parameters of a lookup that a claim says something about. */
export type ClaimFields<Spec extends Parameters> = { readonly [Name in keyof Spec & string]?: ClaimField };

/** The fields of every line of a visit. */
export const LINE_FIELDS = {
  npi: ({ npi }: ClaimFacts) => npi,
  billingCode: ({ code }: ClaimFacts) => code,
  dateOfService: ({ dateOfService }: ClaimFacts) => dateOfService,
};

/** The fields of every stay; its day differs by state. */
export const STAY_FIELDS = {
  npi: LINE_FIELDS.npi,
  billingCode: LINE_FIELDS.billingCode,
};

export const admitDate: ClaimField = ({ admitDate }) => admitDate;
export const dischargeDate: ClaimField = ({ dischargeDate }) => dischargeDate;
export const placeOfService: ClaimField = ({ placeOfService }) => placeOfService;
export const minutes: ClaimField = ({ minutes }) => minutes;
export const charges: ClaimField = ({ charges }) => charges;
export const coveredDays: ClaimField = ({ coveredDays }) => coveredDays;

/** The days of a stay by its dates; covered days where a date is missing. */
export const daysOfStay: ClaimField = ({ daysOfStay, coveredDays }) =>
  daysOfStay === null ? coveredDays : String(daysOfStay);

/** A flag for patients below an age. */
export function youngerThan(years: number): ClaimField {
  return ({ age }) => (age === null ? "" : String(age < years));
}

/** A flag for stays that ended with one of these discharge statuses. */
export function dischargedWith(...statuses: readonly string[]): ClaimField {
  return ({ dischargeStatus }) => (dischargeStatus === "" ? "" : String(statuses.includes(dischargeStatus)));
}

const NOTHING_SAID: ClaimFacts = {
  npi: "",
  code: "",
  dateOfService: "",
  admitDate: "",
  dischargeDate: "",
  placeOfService: "",
  dischargeStatus: "",
  age: null,
  minutes: "",
  daysOfStay: null,
  coveredDays: "",
  charges: "",
  revenueCode: "",
  valueOfCode: () => "",
};

/** What a discharge status alone says about a parameter; empty where it says nothing. */
export function byDischargeStatus(field: ClaimField, dischargeStatus: string): string {
  return field({ ...NOTHING_SAID, dischargeStatus });
}

/** What the days of a stay alone say about a parameter; empty where they say nothing. */
export function byDaysOfStay(field: ClaimField, daysOfStay: number): string {
  return field({ ...NOTHING_SAID, daysOfStay });
}

/** The national place of service of a hospital's emergency room. */
const EMERGENCY_ROOM = "23";
/** Revenue codes of an emergency room: 045x without 0456, which is urgent care. */
const EMERGENCY_REVENUE = /^0?45[0-57-9]$/;

/** A flag for lines of an emergency room, by the place of a professional line or the revenue code of an institutional one. */
export const inEmergencyRoom: ClaimField = ({ placeOfService: place, revenueCode }) => {
  if (place !== "") return String(place === EMERGENCY_ROOM);
  return revenueCode === "" ? "" : String(EMERGENCY_REVENUE.test(revenueCode));
};

const RATE_CODE = /^0*([0-9]{4})(?:\.0+)?$/;

/** A rate code of four digits in the amount of a value code: `1402`, or `1402.00`. */
export function rateCodeIn(valueCode: string): ClaimField {
  return ({ valueOfCode }) => {
    const amount = valueOfCode(valueCode);
    return RATE_CODE.exec(amount)?.[1] ?? amount;
  };
}
