import type { Factor } from "../../../core/money/factor.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, times } from "../../../pricing/worksheet/calculation.ts";
import { floridaProgram } from "../program.ts";
import type { OutpatientRequest } from "./request.ts";

/** The seven flags in the contract's order, with the words of `calculation_method` (fl 4.4). */
const FLAGS = [
  { parameter: "pafMultipleSignificant", name: "paf_multiple_significant", label: "multiple significant" },
  { parameter: "pafSameSignificant", name: "paf_same_significant", label: "same significant" },
  { parameter: "pafClinicalSignificant", name: "paf_clinical_significant", label: "clinical significant" },
  { parameter: "pafPackaging", name: "paf_packaging", label: "packaging" },
  { parameter: "pafRepeatAncillary", name: "paf_repeat_ancillary", label: "repeat ancillary" },
  { parameter: "pafBilateral", name: "paf_bilateral", label: "bilateral" },
  { parameter: "pafTerminated", name: "paf_terminated", label: "terminated" },
] as const;

export type FlagName = (typeof FLAGS)[number]["name"];

type FlagsSent = Pick<OutpatientRequest, (typeof FLAGS)[number]["parameter"]>;

interface AdjustorFlag {
  readonly name: FlagName;
  readonly value: Figure<Factor>;
}

/** The flags that were sent and what they come to together. */
export interface PaymentAdjustment {
  readonly flags: readonly AdjustorFlag[];
  readonly combined: Figure<Factor>;
}

/** The payment adjustor factor of the flags sent; null when none was (fl 4.4 step 4). */
export function paymentAdjustment(request: FlagsSent, sheet: Sheet): PaymentAdjustment | null {
  const sent = FLAGS.filter(({ parameter }) => request[parameter]);
  const flags = sent.map(({ name, label }) => ({ name, value: sheet.parameter(floridaProgram, name).called(label) }));
  const [first, ...others] = flags;
  if (first === undefined) return null;

  // A single flag keeps its published digits; a product is derived and loses trailing zeros.
  const combined =
    others.length === 0
      ? first.value
      : sheet.factor("fl 4.4 step 4", times(...flags.map(({ value }) => value)), null, UNPRINTED);
  const detail = flags.map(({ value }) => `${value.name} ${value.value}`).join(", ");
  return { flags, combined: combined.called("PAF adjustment", `: ${detail}`) };
}
