import type { Parameters } from "fast-check";

/*
 * How hard the suite tries. `npm run fire` has properties tried many times as often (FC_RUNS), for so many seconds each (FC_SECONDS) and with a
 * seed for all (FC_SEED); what the suite tries in part is tried as a whole then.
 */

const factor = Number(process.env.FC_RUNS || 1);
const seconds = Number(process.env.FC_SECONDS || 0);

/** Whether everything is tried that the suite tries in part, such as every moment at which a command can be killed. */
export const TRIES_ALL = factor > 1;

type Runs = Pick<Parameters<unknown>, "numRuns" | "seed" | "interruptAfterTimeLimit">;

/** The runs of a property, for `fc.assert`. A seed is for properties that must find certain cases in a few runs. */
export function runs(count = 100, ownSeed?: number): Runs {
  const seed = Number(process.env.FC_SEED || 0) || ownSeed;
  return {
    numRuns: count * factor,
    ...(seed === undefined ? {} : { seed }),
    ...(seconds > 0 ? { interruptAfterTimeLimit: seconds * 1_000 } : {}),
  };
}
