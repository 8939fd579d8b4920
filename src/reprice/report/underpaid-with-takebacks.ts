import { dollarsForReaders } from "../../core/money/money.ts";
import { countText, grouped, plural } from "../../core/text/plural.ts";
import type { LinesAndAmount } from "../pricing/payment-comparison.ts";
import { TAKEBACK_KEYS_MAX } from "../pricing/takebacks.ts";
import type { RunFacts } from "./report.ts";

/** Underpaid lines that a takeback of the file may belong to, in words for every reader. */
interface UnderpaidWithTakebacks extends LinesAndAmount {
  /** Whether all takebacks of the file were looked for. */
  readonly isComplete: boolean;
  readonly inWords: string;
}

/** Null for a file without payments, and for a remittance, whose reversals are matched with their payments. */
export function underpaidWithTakebacks({
  tally: { underpaidWithTakeback },
  output: { names, form, remittance, takebacks },
}: Pick<RunFacts, "tally" | "output">): UnderpaidWithTakebacks | null {
  if (!form.isCompared || remittance !== null) return null;
  const isComplete = takebacks?.isComplete ?? false;
  const claims = takebacks?.claimColumn ?? null;
  const found = foundText(underpaidWithTakeback, claims === null ? null : (names[claims] as string));
  const inWords =
    takebacks === null
      ? "Takebacks were not looked for: the file was read as a stream. Check that no underpaid line was reversed and paid again."
      : isComplete
        ? found
        : `${found} ${NOT_ALL}`;
  return { ...underpaidWithTakeback, isComplete, inWords };
}

const NOT_ALL = `The file has more than ${countText(TAKEBACK_KEYS_MAX, "takeback")}: lines of the others are not marked.`;

function foundText({ lines, amount }: LinesAndAmount, claimHeading: string | null): string {
  const by = claimHeading === null ? "provider, code, day and amount" : `"${claimHeading}"`;
  if (lines === 0) return `No underpaid line has a takeback with the same ${by} in this file.`;
  const have = plural(lines, "line has", "lines have");
  const others = claimHeading === null ? " The file has no claim numbers: a takeback may be of another patient." : "";
  const check = plural(lines, "Check whether it was", "Check whether they were");
  return `${grouped(lines)} underpaid ${have} a takeback with the same ${by} in this file (${dollarsForReaders(amount)}).${others} ${check} paid again before you ask for the money.`;
}
