import { failure } from "../../runtime/failure.ts";
import type { Counted, ReadingTally } from "../report/tally.ts";

/** As many reasons as one message can show. */
const REASONS_SHOWN = 5;

/**
 * An edition of which nothing was taken is not the file that was meant, or one whose codes are not understood: taken as it
 * is, it would close everything that its publication ever said.
 */
export function refuseNothingUsable(rowsTaken: number, tally: ReadingTally): void {
  const { rowsRead, leftOut, findings, neededFirst } = tally;
  if (rowsTaken > 0) return;
  const read = rowsRead === 1 ? "the only row of the file was" : `none of the ${rowsRead} rows of the file could be`;
  const [first] = neededFirst;
  const told = [...leftOut.list, ...findings.list.filter(({ reason }) => !neededFirst.has(reason))];
  const reasons = told.slice(0, REASONS_SHOWN).map(reasonText);
  const more = told.length > REASONS_SHOWN ? `, and ${told.length - REASONS_SHOWN} more reasons` : "";
  const why = reasons.length === 0 ? "" : `: ${reasons.join(", ")}${more}`;
  const remedy =
    first === undefined ? RIGHT_FILE : `${first.slice(0, 1).toUpperCase()}${first.slice(1)}, then this list again`;
  throw failure(`nothing usable is in it: ${read} ${rowsRead === 1 ? "left out" : "taken"}${why}. ${remedy}`);
}

const RIGHT_FILE =
  "Is it the right file, and the right publication? --template writes a mapping file, where columns and legends can be corrected";

function reasonText({ reason, count, examples }: Counted): string {
  const [example] = examples;
  return `${count} (${reason}${example === undefined ? "" : `; ${example}`})`;
}
