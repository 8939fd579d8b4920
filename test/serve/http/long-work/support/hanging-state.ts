import { spawnSync } from "node:child_process";
import type { RateLookup } from "../../../../../src/pricing/lookup.ts";
import type { State } from "../../../../../src/pricing/state/state.ts";
import { atlantis } from "../../../../new-state/tiny-state.ts";

/* Atlantis with codes that no rule should have: pricing them takes the thread that does it away. */

/** In JavaScript, which can be interrupted from outside. Each round waits, and leaves the processor to others. */
export const LOOPS = "LOOPS";
/** In native code, which cannot, as long as there is the file that the environment names. */
export const WAITS_NATIVELY = "WAITS";
export const WAITED_FOR = "RATEBOOK_TEST_WAITED_FOR";
/** Names a file: no thread starts while it is there, so that a test can look at a server without one. */
export const HELD_BY = "RATEBOOK_TEST_HELD_BY";
export const CRASHES = "CRASHES";
export const FILLS_MEMORY = "MEMORY";

const LOOP_MILLISECONDS = 10;

function trap(code: string): void {
  if (code === LOOPS) for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOP_MILLISECONDS);
  if (code === WAITS_NATIVELY) spawnSync("sh", ["-c", `while [ -e "$${WAITED_FOR}" ]; do sleep 0.5; done`]);
  // In a thread, this ends the thread.
  if (code === CRASHES) process.exit(1);
  // Piece by piece: of a single piece of 32 MB Node ends the whole process, since it cannot interrupt the thread in time.
  if (code === FILLS_MEMORY) for (const all: number[][] = []; ; ) all.push(new Array<number>(100_000).fill(0));
}

function trapped(lookup: RateLookup): RateLookup {
  const { workOut } = lookup.rules;
  const rules: typeof lookup.rules = {
    ...lookup.rules,
    workOut(request, row, pricer) {
      trap((request as unknown as { readonly billingCode: { readonly code: string } }).billingCode.code);
      return workOut(request, row, pricer);
    },
  };
  return { ...lookup, rules };
}

export const hangingState: State = {
  ...atlantis,
  lookups: atlantis.lookups.map(trapped),
};

export const DATASET = {
  "at/providers.csv": "npi,provider_name,city\n1999999992,Nautilus Clinic,Deep City\n",
  "at/fees.csv": "code,fee,effective_start_date,effective_end_date\nSWIM1,12.5,2026-01-01,\n",
};
export const NPI = "1999999992";
