import type { Intake } from "../../../imports/declaring/intake.ts";
import { dollars } from "../../../money/arithmetic.ts";
import { factor } from "../../../money/factor.ts";
import { feeSchedule } from "../tables.ts";
import type { Listed, Taking } from "./physician-schedule.ts";

/** Of the full fee, 40% is for the professional and 60% for the technical component (18 NYCRR 533.6). */
const SHARES = [
  { modifier: "26", share: "0.40" },
  { modifier: "TC", share: "0.60" },
] as const;

const COMPUTED =
  "codes without fees of their components, which are computed: 40% and 60% of the full fee (18 NYCRR 533.6)";

/** Adds the components of radiology fees: as published where they are, else as the regulation divides the full fee. */
export class RadiologyComponents implements Taking {
  readonly #byCode = new Map<string, Listed[]>();

  list(listed: Listed): void {
    const code = String(listed.row.code);
    this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), listed]);
  }

  end(intake: Intake): void {
    for (const [code, listed] of this.#byCode) {
      const whole = listed.filter(({ row }) => row.modifier === null);
      const parts = listed.filter(({ row }) => row.modifier !== null);
      for (const { row, place } of whole) intake.take(feeSchedule, row, place);
      for (const part of parts) intake.take(feeSchedule, withShare(part, whole), part.place);
      const computed = parts.length > 0 ? [] : whole.flatMap(componentsOf);
      for (const { row, place } of computed) intake.take(feeSchedule, row, place);
      if (computed.length > 0) intake.find({ title: COMPUTED, example: code });
    }
  }
}

function componentsOf({ row, place }: Listed): readonly Listed[] {
  if (row.fee === null || row.fee === undefined) return [];
  return SHARES.map(({ modifier, share }) => {
    const fee = dollars(factor(String(row.fee)), factor(share)).text;
    return { row: { ...row, modifier, fee, modifierAdjustment: share }, place };
  });
}

/** A published component names its share where it is the regulation's. */
function withShare({ row, place }: Listed, whole: readonly Listed[]): Listed["row"] {
  const full = whole.find((each) => each.row.placeOfService === row.placeOfService) ?? whole[0];
  const regular = full === undefined ? [] : componentsOf({ row: full.row, place });
  const equal = regular.find((each) => each.row.modifier === row.modifier && each.row.fee === row.fee);
  return equal === undefined ? row : { ...row, modifierAdjustment: equal.row.modifierAdjustment };
}
