import { percentile } from "./lookup-probe.ts";

/** What lookups beside an attack may take, on a machine that does nothing else. */
const BESIDE_MILLISECONDS_MAX = 50;
/** A machine on which lookups of an idle server take longer than this is busy with something else. */
const IDLE_MILLISECONDS_MAX = 25;
/** So is one of whose processors others have more than this share during an attack. */
const OTHERS_SHARE_MAX = 0.1;
/** No busy machine explains that half of all lookups take longer than this. */
const STANDSTILL_MILLISECONDS_MAX = 1_000;
/** Half of what a worker may take with files at work (docs/operations.md): none of these attacks comes near to a whole job. */
const PROCESS_BYTES_MAX = 2 ** 30;

const MEBIBYTE = 2 ** 20;

/** Latencies of lookups without and beside an attack, and who else was busy meanwhile. */
export interface Measured {
  readonly idle: readonly number[];
  readonly beside: readonly number[];
  /** The share of the processors that other programs had. */
  readonly othersShare: number;
}

/** Whether slowness is the server's: a busy machine is reported, not blamed on it. */
export function isQuiet({ idle, othersShare }: Measured): boolean {
  return percentile(idle, 0.99) <= IDLE_MILLISECONDS_MAX && othersShare <= OTHERS_SHARE_MAX;
}

/** What is wrong with the lookups beside an attack, or null. */
export function slowness(measured: Measured): string | null {
  const p99 = percentile(measured.beside, 0.99);
  if (measured.beside.length === 0) return "no lookup was answered beside it";
  const stands = percentile(measured.beside, 0.5) > STANDSTILL_MILLISECONDS_MAX;
  if (p99 <= BESIDE_MILLISECONDS_MAX || !(isQuiet(measured) || stands)) return null;
  return `lookups beside it take ${shown(p99)} at p99, ${shown(percentile(measured.idle, 0.99))} without it`;
}

/** The figures that belong to the row of an attack. */
export function latencyNote(measured: Measured): string {
  const { idle, beside, othersShare } = measured;
  const figures = (all: readonly number[]) =>
    `p50 ${shown(percentile(all, 0.5))}, p99 ${shown(percentile(all, 0.99))}, slowest ${shown(percentile(all, 1))}`;
  const busy = `; the machine is busy (others ${Math.round(othersShare * 100)} %): only standstills are judged`;
  return `lookups ${figures(beside)} of ${beside.length}; idle ${figures(idle)}${isQuiet(measured) ? "" : busy}`;
}

/** What is wrong with the memory that a process of the server took at most, or null. */
export function memoryProblem(peakBytes: number): string | null {
  const peak = Math.round(peakBytes / MEBIBYTE);
  return peakBytes <= PROCESS_BYTES_MAX ? null : `a process of the server took ${peak} MiB`;
}

function shown(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
}
