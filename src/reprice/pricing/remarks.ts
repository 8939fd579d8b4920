import { dollarText } from "../../money/published-rate.ts";
import type { AnsweredLine } from "./claim-pricer.ts";
import type { Expected } from "./expected.ts";
import type { ReadLine } from "./line-reader.ts";

/** Told of a code that was read with zeros before it, for those who read the output again. */
export const LOST_ZEROS = "The code was read with the zeros that it lacks.";

/** What an analyst must know about the amounts of a line, in words; none for most lines. */
export function remarksOn(
  { units, doubts, takenBack }: ReadLine,
  { leftModifiers, hasLostZeros }: AnsweredLine,
  expected: readonly (Expected | null)[],
): readonly string[] {
  const remarks = doubts.map(({ message }) => message);
  if (takenBack !== null) remarks.push(`$${dollarText(takenBack)} was taken back: not compared.`);
  if (hasLostZeros) remarks.push(LOST_ZEROS);
  if (leftModifiers.length > 0) {
    remarks.push(`A line is priced with one modifier: ${leftModifiers.join(", ")} not applied.`);
  }
  const cut = expected.find((each) => each?.isCut);
  if (cut) remarks.push(`Of ${units?.text} units the state pays ${cut.unitsPriced.text}.`);
  if (expected.some((each) => each?.isForWholeLine)) {
    remarks.push(`The rate is for the whole line, whatever its units (${units?.text}).`);
  }
  return remarks;
}
