import { fork } from "node:child_process";
import { join } from "node:path";
import type { KnownLookup } from "../../fire/known-lookups.ts";

/** What lookups beside an attack were answered with. */
export interface Probed {
  /** Of the right answers, in milliseconds. */
  readonly latencies: readonly number[];
  readonly wrong: readonly string[];
}

/** What a probe sends and for whom. */
export interface Probing {
  readonly port: number;
  readonly key: string;
  readonly lookups: readonly Pick<KnownLookup, "path" | "answer">[];
}

/** Lookups at a steady pace from a process that does nothing else, so that its own work delays none of them. */
export async function probing<Result>(probing: Probing, act: () => Promise<Result>): Promise<[Probed, Result]> {
  const child = fork(join(import.meta.dirname, "lookup-probe-process.ts"), { execArgv: [] });
  const probed = Promise.withResolvers<Probed>();
  child.on("message", (message) => probed.resolve(message as Probed));
  child.once("exit", () => probed.reject(new Error("The process that sends lookups has ended.")));
  child.send(probing);
  try {
    const result = await act();
    child.send("end");
    return [await probed.promise, result];
  } finally {
    probed.promise.catch(() => {});
    child.disconnect();
  }
}

/** The latency that this share of all lookups keeps; 0 without any. */
export function percentile(latencies: readonly number[], share: number): number {
  const ordered = latencies.toSorted((left, right) => left - right);
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0;
}
