import { countText, plural } from "../../core/text/plural.ts";
import { stateName } from "../values/payer-state.ts";
import type { RunFacts } from "./report.ts";

/** Rejected lines of another state, in words for every reader. */
interface LinesOfState {
  readonly state: string;
  readonly lines: number;
  readonly inWords: string;
}

/** The most frequent state first; null where no column has the state of a line. */
export function linesOfOtherStates({
  tally,
  output,
  release: { rowCounts },
}: Pick<RunFacts, "tally" | "output" | "release">): readonly LinesOfState[] | null {
  if (output.columns.payerState === null) return null;
  return tally.otherStates.map(([state, lines]) => {
    const name = stateName(state);
    const are = plural(lines, "is", "are");
    const isLoaded = Object.entries(rowCounts).some(([table, rows]) => table.startsWith(`${state}/`) && rows > 0);
    const remedy = isLoaded
      ? `: reprice ${plural(lines, "it", "them")} for ${name} (${state}).`
      : ", and these rates have nothing of that state.";
    return { state, lines, inWords: `${countText(lines, "line")} ${are} of ${name}${remedy}` };
  });
}
