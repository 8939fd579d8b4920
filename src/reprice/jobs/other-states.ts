import { isOutside } from "../../core/runtime/failure.ts";
import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import type { State } from "../../pricing/state/state.ts";
import { openRelease } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import type { FirstNpis } from "../first-npis.ts";
import { MISSING_MAX, type NpisOfFile } from "../report/listed-lines.ts";
import type { NpisNotFound } from "../report/report.ts";
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

/**
 * The NPIs that the rates do not have, and the other states that have those of the most lines. Opening a release takes seconds: only
 * where the output has NPIs without a provider.
 */
export async function npisNotFound(
  npis: NpisOfFile | null,
  release: string,
  states: readonly State[],
  state: string,
  others: readonly string[],
): Promise<NpisNotFound> {
  if (npis === null || npis.unknown.length === 0) return { npis, statesOfNpis: null };
  try {
    const opened = openRelease(release, states);
    try {
      const asked = states.filter(({ code }) => others.includes(code));
      return await npisNotIn(npis, opened, state, asked);
    } finally {
      opened.close();
    }
  } catch (error) {
    // The file is priced: a release that cannot be opened again costs it this hint alone.
    if (!isOutside(error)) throw error;
    return { npis: null, statesOfNpis: null };
  }
}

/** The same in an open release. A line without a provider can have a known NPI: another identifier of it may be wrong. */
async function npisNotIn(
  npis: NpisOfFile,
  release: Pick<Release, "states">,
  state: string,
  others: readonly State[],
): Promise<NpisNotFound> {
  const slices = new Slices();
  const unknown: (typeof npis.unknown)[number][] = [];
  for (const each of npis.unknown) {
    if (slices.isOver()) await nextSlice();
    if (!hasProvider(release, state, each.npi)) unknown.push(each);
  }
  const found = { total: npis.total, unknown };
  if (others.length === 0) return { npis: found, statesOfNpis: null };
  const statesOfNpis = new Map<string, readonly State[]>();
  for (const { npi } of unknown.slice(0, MISSING_MAX)) {
    if (slices.isOver()) await nextSlice();
    const having = others.filter(({ code }) => hasProvider(release, code, npi));
    if (having.length > 0) statesOfNpis.set(npi, having);
  }
  return { npis: found, statesOfNpis };
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
