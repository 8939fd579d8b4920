import type { Factor } from "../../money/factor.ts";
import type { WayOfReading } from "../values/read-value.ts";
import type { LineFault } from "./line-fault.ts";

/** A line of a claim: what is looked up, and what is worked out of the rate. */
export interface ReadLine {
  readonly line: number;
  /** As it is in the file, without cells that stand far from the table. */
  readonly record: string;
  /** The parameters but for the modifier, as a request has them; a cell that cannot be read as it is. */
  readonly fields: Readonly<Record<string, string>>;
  /** Upper-cased, each once. */
  readonly modifiers: readonly string[];
  /** Those of a line that is taken back without their minus. */
  readonly units: Factor | null;
  /** What results are compared with. */
  readonly paid: Factor | null;
  /** What was paid where nothing is compared, since the allowed amount is empty; null on every other line. */
  readonly paidWithoutAllowed: Factor | null;
  /** What was billed, the most that is expected; that of a line that is taken back without its minus. */
  readonly billed: Factor | null;
  /** The money that a line takes back, which nothing is compared with: the payment that it undoes stands elsewhere. */
  readonly takenBack: Factor | null;
  /** Whether it says that it undoes another line, by what was paid or by its units: it is no claim more. */
  readonly isReversal: boolean;
  /** How cells were read that a request would have refused. */
  readonly ways: readonly WayOfReading[];
  /** What is wrong with its parameters before they are looked at as a request. */
  readonly faults: readonly LineFault[];
  /** What leaves it priced, though not compared: units or an amount that cannot be read. */
  readonly doubts: readonly LineFault[];
}

/** Whether the units of a line are known: those that cannot be read could be any. */
export function hasReadableUnits({ doubts }: Pick<ReadLine, "doubts">): boolean {
  return !doubts.some(({ code }) => code === "invalid_units");
}
