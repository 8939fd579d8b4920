import { isZero } from "../../../core/money/arithmetic.ts";
import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, over, times } from "../../../pricing/worksheet/calculation.ts";
import { floridaProgram } from "../program.ts";
import type { Provider } from "../tables.ts";
import type { PlaceOfService, Schedule } from "../values.ts";
import type { CarveOut, Component, FeeMatch } from "./fee-row.ts";
import { type Multipliers, multipliersOf } from "./multipliers.ts";
import { placeAskedFor } from "./place-of-service.ts";
import type { OutpatientRequest } from "./request.ts";

export interface FeeFound {
  /** The fee schedule row that is paid, or that is by report. */
  match?: FeeMatch;
  /** What the price is made of; only of a fee that can be priced. */
  fee?: {
    readonly modifierAdjustment: Figure<Factor> | null;
    readonly placeOfService: PlaceOfService | null;
    readonly multipliers: Multipliers;
  };
}

/** The amount of a row that is paid, and where the row tells places apart, the place it is for. */
interface FeeAmount {
  readonly amount: Figure<Money>;
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

/** The payment of a fee schedule row that is not by report (fl 4.3 steps 5 to 9). */
export function feePayment(
  match: FeeMatch,
  request: Pick<OutpatientRequest, "placeOfService" | "childPatient">,
  provider: Pick<Provider, "flProviderTypeCode" | "flSpecialtyCode">,
  sheet: Sheet,
  found: FeeFound,
): Figure<Money> {
  const { schedule, code } = match.row;
  const { amount, placeOfService } = amountOf(match, request.placeOfService, sheet);
  const carveOut = match.carveOut === null ? null : carveOutFactor(match.carveOut, sheet);
  const multipliers = multipliersOf({ schedule, code, provider, isChild: request.childPatient }, sheet);
  const { providerType, age, specialty } = multipliers;
  const factors = [carveOut, providerType, age, specialty].filter((factor) => factor !== null);

  // One product, rounded once: the state's stack of increases is not rounded in between (fl 4.3 step 8).
  const payment = sheet.dollars("fl 4.3 step 8", times(amount, ...factors), { lead: `${SCHEDULE_LABELS[schedule]} ` });
  found.match = match;
  found.fee = { modifierAdjustment: carveOut ?? componentShare(match, sheet), placeOfService, multipliers };
  return payment;
}

/** The published amount that the match and the place of service point to (fl 4.3 step 5). */
export function amountOf({ row, component }: FeeMatch, placeSent: string | null, sheet: Sheet): FeeAmount {
  if (component !== null) {
    // A row is matched by a component only where it publishes it.
    return { amount: componentOf(row, component, sheet) as Figure<Money>, placeOfService: null };
  }
  const facility = sheet.figure("facility fee", row, "facility");
  const fee = sheet.figure("fee", row, "fsi");
  // A row that is not by report and is matched by its fee publishes one of the two.
  if (facility === null) return { amount: fee as Figure<Money>, placeOfService: null };
  if (fee === null) return { amount: facility, placeOfService: "facility" };

  const placeOfService = placeAskedFor(placeSent);
  if (placeSent === null) sheet.assume("place_of_service", placeOfService, "not sent: the non-facility fee is meant");
  const amount = placeOfService === "facility" ? facility : sheet.figure("non-facility fee", row, "fsi");
  return { amount: amount as Figure<Money>, placeOfService };
}

function componentOf(row: FeeMatch["row"], component: Component, sheet: Sheet): Figure<Money> | null {
  return sheet.figure(COMPONENT_LABELS[component], row, component);
}

/** The share of the fee that a modifier pays (fl 4.3 step 6). */
function carveOutFactor(modifier: CarveOut, sheet: Sheet): Figure<Factor> {
  return sheet.parameter(floridaProgram, `modifier_${modifier}`).called(`modifier ${modifier} factor`);
}

/** The decimals of a factor that the service derives by dividing (conventions 1.4). */
const SHARE_DECIMALS = 4;

/** A component as a share of the whole fee, for information: the price starts from the component itself (fl 4.3 step 9). */
export function componentShare({ row, component }: FeeMatch, sheet: Sheet): Figure<Factor> | null {
  if (component === null) return null;
  const part = componentOf(row, component, sheet);
  const fee = sheet.figure("fee", row, "fsi");
  if (part === null || fee === null || isZero(fee.value)) return null;
  return sheet.fixedFactor("fl 4.3 step 9", over(part, fee), SHARE_DECIMALS, UNPRINTED);
}
