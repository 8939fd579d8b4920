import { isOutside } from "../../core/runtime/failure.ts";
import type { State } from "../../pricing/state/state.ts";
import { openRelease } from "../../release/open.ts";
import type { NpisOfFile } from "../report/listed-lines.ts";
import type { RepricingSummary } from "../report/summary.ts";

type FoundElsewhere = NonNullable<RepricingSummary["npis"]>["elsewhere"];

/** Opening a release takes seconds. A file with some unknown providers is of the right state. */
function mayBeOfOtherState({ total, unknown }: NpisOfFile): boolean {
  return unknown.length * 2 > total;
}

/** The other states of a release that have providers of a file, the most first; none where most providers are known. */
export function foundElsewhere(
  npis: NpisOfFile | null,
  release: string,
  states: readonly State[],
  others: readonly string[],
): FoundElsewhere {
  const asked = states.filter(({ code }) => others.includes(code));
  if (npis === null || asked.length === 0 || !mayBeOfOtherState(npis)) return [];
  try {
    const opened = openRelease(release, states);
    try {
      return asked
        .map(({ code }) => {
          const directory = opened.states.get(code)?.directory;
          const found = npis.unknown.filter((npi) => (directory?.find({ npi }, null).length ?? 0) > 0);
          return { state: code, found: found.length };
        })
        .filter(({ found }) => found > 0)
        .sort((a, b) => b.found - a.found);
    } finally {
      opened.close();
    }
  } catch (error) {
    // The file is priced: a release that cannot be opened again costs it this hint alone.
    if (!isOutside(error)) throw error;
    return [];
  }
}
