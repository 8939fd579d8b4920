import { sum } from "../../core/money/arithmetic.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { Tolerance } from "../pricing/payment-comparison.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Advice } from "../reading/advice.ts";
import type { WrittenOutput } from "../writing/output-columns.ts";
import type { Report } from "./report.ts";

/** What the files of a run are called where they are told of. */
export interface FileNames {
  readonly out: string;
  readonly faults: string;
}

/** Everything that is told of a finished run, whoever tells it. */
export interface RunFacts {
  readonly state: Pick<State, "code" | "name" | "providers">;
  readonly lookup: RateLookup;
  readonly release: ReleaseDescription;
  readonly input: string;
  readonly output: WrittenOutput;
  readonly called: FileNames;
  readonly tally: TallyRecord;
  readonly tolerance: Tolerance;
  readonly report: Report;
  readonly program: string;
  /** The day of the run. */
  readonly day: string;
  /** How whoever gets it says what columns are. */
  readonly advice: Advice;
  /** The command that was given, as a shell takes it. */
  readonly command: string;
}

/** Lines that have no amount. */
export function notPricedLines({ notPriced }: TallyRecord): number {
  return notPriced.reduce((sum, [, , lookups]) => sum + lookups, 0);
}

/** What the lines that were compared should have been paid together. */
export function expectedOfCompared({ totalPaid, totalDifference }: TallyRecord): string {
  return dollarText(sum(factor(totalPaid), factor(totalDifference)));
}

/** Lines that have an amount and nothing to compare it with: no amount paid, several amounts, or a modifier that is not priced. */
export function notComparedLines({ priced, compared }: TallyRecord): number {
  return priced - compared;
}
