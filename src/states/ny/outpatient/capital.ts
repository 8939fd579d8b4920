import type { Money } from "../../../core/money/money.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, greaterOf, lesserOf, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { newYorkProgram } from "../program.ts";
import { type ApgWeight, apgWeights, dtcCapital, type Provider } from "../tables.ts";
import type { PeerGroup } from "../values.ts";
import type { CodeWeight } from "./weight.ts";

/** The capital add-on of a clinic. */
export interface Capital {
  readonly addOn: Figure<Money>;
  /** Null when the expected range has no value on the day. */
  readonly isAnomaly: boolean | null;
}

const SECTION = "ny 4.4 step 6";

/** The add-on in force, an anomalous one included; null when the APG carries none or none is published (ny 4.4 step 6). */
export function capitalOf({ npi }: Provider, peerGroup: PeerGroup, weight: CodeWeight, sheet: Sheet): Capital | null {
  const apgRow = apgRowOf(weight, sheet);
  if (apgRow?.noCapitalAddon) {
    sheet.note(SECTION, words`no capital add-on for APG ${String(apgRow.apg)}`);
    return null;
  }
  const row = sheet.rowIfAny(dtcCapital, { npi, peerGroup });
  if (row === undefined) {
    sheet.note(SECTION, words`no capital add-on is published`);
    return null;
  }
  const addOn = sheet.figure("payment_capital", sheet.use(row), "capitalAddon");
  return { addOn, isAnomaly: isOutsideExpected(addOn, sheet) };
}

/** The APG that says whether capital is paid. A procedure with its own weight is not priced by it, so its period does not count. */
function apgRowOf({ apgRow, apg }: CodeWeight, sheet: Sheet): ApgWeight | null {
  if (apgRow !== null || apg === null) return apgRow;
  const row = sheet.rowIfAny(apgWeights, { apg });
  return row === undefined ? null : sheet.consult(row);
}

/**
 * Whether an add-on is outside the expected range. It is a flag only: what the range would leave of the add-on is not
 * applied, and the lack of a bound never fails a price.
 */
function isOutsideExpected(addOn: Figure<Money>, sheet: Sheet): boolean | null {
  const least = sheet.dollarParameterIfAny(newYorkProgram, "dtc_capital_expected_min");
  const most = sheet.dollarParameterIfAny(newYorkProgram, "dtc_capital_expected_max");
  if (least === null || most === null) return null;
  const isBelow = decide(addOn, "less", least);
  sheet.notApplied(sheet.dollars(SECTION, greaterOf(addOn, least), UNPRINTED), isBelow);
  const isAbove = decide(addOn, "greater", most);
  sheet.notApplied(sheet.dollars(SECTION, lesserOf(addOn, most), UNPRINTED), isAbove);
  return isBelow.outcome || isAbove.outcome;
}
