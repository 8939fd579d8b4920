import { type Period, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { asFactor, isZero, quotient, times } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import type { Money } from "../../../money/money.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import { formula, joined, Worksheet } from "../../../worksheet/worksheet.ts";
import type { FloridaProgram } from "../program.ts";
import type { Provider } from "../tables.ts";
import type { PlaceOfService, Schedule } from "../values.ts";
import type { Component, FeeMatch } from "./fee-row.ts";
import { type Multipliers, multipliersOf } from "./multipliers.ts";
import { placeAskedFor } from "./place-of-service.ts";
import type { OutpatientRequest } from "./request.ts";

/** What a fee schedule price is made of. */
export interface FeePrice {
  readonly payment: Money;
  readonly modifierAdjustment: Factor | null;
  readonly placeOfService: PlaceOfService | null;
  readonly multipliers: Multipliers;
  readonly period: Period;
  readonly method: string;
}

/** The amount of a row that is paid, and where the row tells places apart, the place it is for. */
export interface FeeAmount {
  readonly label: string;
  readonly amount: Money;
  readonly placeOfService: PlaceOfService | null;
}

const SCHEDULE_LABELS: Readonly<Record<Schedule, string>> = {
  PRACTITIONER: "Practitioner fee schedule",
  RADIOLOGY: "Radiology fee schedule",
  LABORATORY: "Practitioner laboratory fee schedule",
  INDEPENDENT_LAB: "Independent laboratory fee schedule",
  ASC: "Ambulatory surgical center fee schedule",
};

const COMPONENT_LABELS: Readonly<Record<Component, string>> = {
  pci: "professional component",
  tci: "technical component",
};

interface LabelledFactor {
  readonly label: string;
  readonly value: Factor;
}

/** The payment of a fee schedule row that is not by report (fl 4.3 steps 5 to 9). */
export function feePayment(
  match: FeeMatch,
  request: OutpatientRequest,
  provider: Provider,
  program: FloridaProgram,
  data: RateData,
): FeePrice | NoRate {
  const { row } = match;
  const { label, amount, placeOfService } = amountOf(match, placeAskedFor(request.placeOfService));
  const carveOut = match.carveOut === null ? null : program(`modifier_${match.carveOut}`);
  if (carveOut instanceof NoRate) return carveOut;

  const multipliers = multipliersOf(
    {
      schedule: row.schedule,
      code: row.code,
      provider,
      isChild: request.childPatient,
      day: request.dateOfService,
    },
    data,
  );
  const { providerType, age, specialty } = multipliers;
  const factors: LabelledFactor[] = [];
  const periods: Period[] = [];
  if (carveOut !== null) factors.push({ label: `modifier ${match.carveOut} factor`, value: carveOut });
  if (providerType !== null) factors.push({ label: "provider type multiplier", value: providerType.multiplier });
  if (age !== null) factors.push({ label: "age multiplier", value: age.multiplier });
  if (specialty !== null) factors.push({ label: "specialty multiplier", value: specialty.multiplier });
  for (const rule of [providerType, age, specialty]) if (rule !== null) periods.push(rule.period);

  const sheet = new Worksheet();
  // One product, rounded once: the state's stack of increases is not rounded in between (fl 4.3 step 8).
  const payment = sheet.step(
    joined(
      formula`${SCHEDULE_LABELS[row.schedule]} ${label} (${amount.text})`,
      factors.map((factor) => formula` x ${factor.label} (${factor.value})`),
    ),
    times(amount, ...factors.map(({ value }) => value)),
  );
  return {
    payment,
    modifierAdjustment: carveOut ?? componentShare(match),
    placeOfService,
    multipliers,
    period: sharedPeriod(row.period, ...periods),
    method: sheet.line,
  };
}

/** The published amount that the match and the place of service point to (fl 4.3 step 5). */
export function amountOf({ row, component }: FeeMatch, asked: PlaceOfService): FeeAmount {
  const { fsi, facility } = row;
  if (component !== null) {
    return { label: COMPONENT_LABELS[component], amount: row[component] as Money, placeOfService: null };
  }
  if (facility !== null && (fsi === null || asked === "facility")) {
    return { label: "facility fee", amount: facility, placeOfService: "facility" };
  }
  return facility === null
    ? { label: "fee", amount: fsi as Money, placeOfService: null }
    : { label: "non-facility fee", amount: fsi as Money, placeOfService: "non_facility" };
}

/** A component as a share of the whole fee, for information: the price starts from the component itself (fl 4.3 step 9). */
export function componentShare({ row, component }: FeeMatch): Factor | null {
  const { fsi } = row;
  if (component === null || fsi === null || isZero(fsi)) return null;
  return quotient(asFactor(row[component] as Money), asFactor(fsi));
}
