import { isOutside } from "../../core/runtime/failure.ts";
import type { State } from "../../pricing/state/state.ts";
import { openRelease } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import type { FirstNpis } from "../first-npis.ts";
import type { NpisOfFile } from "../report/listed-lines.ts";
import type { StatesOfNpis } from "../report/report.ts";
import type { NpisOfFirstLines } from "./repricing-job.ts";

type FoundElsewhere = NpisOfFirstLines["elsewhere"];

/** NPIs of the first lines of a file, before it is priced, in the release that is in service. */
export function npisBeforePricing(
  { npis, lines }: FirstNpis,
  release: Pick<Release, "states">,
  state: string,
  others: readonly string[],
): NpisOfFirstLines | null {
  if (npis.length === 0) return null;
  const unknown = npis.filter((npi) => !hasProvider(release, state, npi));
  const found = npis.length - unknown.length;
  // A file with some unknown providers is of the right state.
  const isElsewhere = unknown.length * 2 > npis.length;
  return { total: npis.length, found, elsewhere: isElsewhere ? statesWith(unknown, release, others) : [], lines };
}

/** The other states of a release that have unknown providers of a file. Opening a release takes seconds: only where there are some. */
export function foundElsewhere(
  npis: NpisOfFile | null,
  release: string,
  states: readonly State[],
  others: readonly string[],
): StatesOfNpis {
  const asked = states.filter(({ code }) => others.includes(code));
  if (npis === null || npis.unknown.length === 0 || asked.length === 0) return new Map();
  try {
    const opened = openRelease(release, states);
    try {
      const found = npis.unknown.map(({ npi }) => {
        return [npi, asked.filter(({ code }) => hasProvider(opened, code, npi))] as const;
      });
      return new Map(found.filter(([, having]) => having.length > 0));
    } finally {
      opened.close();
    }
  } catch (error) {
    // The file is priced: a release that cannot be opened again costs it this hint alone.
    if (!isOutside(error)) throw error;
    return new Map();
  }
}

function statesWith(
  npis: readonly string[],
  release: Pick<Release, "states">,
  states: readonly string[],
): FoundElsewhere {
  return states
    .map((state) => ({ state, found: npis.filter((npi) => hasProvider(release, state, npi)).length }))
    .filter(({ found }) => found > 0)
    .sort((a, b) => b.found - a.found);
}

function hasProvider({ states }: Pick<Release, "states">, state: string, npi: string): boolean {
  return (states.get(state)?.directory?.find({ npi }, null).length ?? 0) > 0;
}
