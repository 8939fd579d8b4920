import { product } from "../../../money/arithmetic.ts";
import type { Factor } from "../../../money/factor.ts";
import { NoRate } from "../../../pricing/no-rate.ts";
import type { FloridaProgram } from "../program.ts";
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

export interface AdjustorFlag {
  readonly name: FlagName;
  readonly label: string;
  readonly value: Factor;
}

/** The flags that were sent and what they come to together. */
export interface PaymentAdjustment {
  readonly flags: readonly AdjustorFlag[];
  readonly combined: Factor;
}

/** The payment adjustor factor of the flags sent; null when none was (fl 4.4 step 4). */
export function paymentAdjustment(request: FlagsSent, program: FloridaProgram): PaymentAdjustment | NoRate | null {
  const flags: AdjustorFlag[] = [];
  for (const { parameter, name, label } of FLAGS) {
    if (!request[parameter]) continue;
    const value = program(name);
    if (value instanceof NoRate) return value;
    flags.push({ name, label, value });
  }
  const [first, ...others] = flags;
  if (first === undefined) return null;
  // A single flag keeps its published digits; a product is derived and loses trailing zeros.
  return {
    flags,
    combined: others.length === 0 ? first.value : product(first.value, ...others.map(({ value }) => value)),
  };
}

/** What a flag was worth; null when it was not sent. */
export function flagValue(adjustment: PaymentAdjustment | null, name: FlagName): string | null {
  return adjustment?.flags.find((flag) => flag.name === name)?.value.text ?? null;
}
