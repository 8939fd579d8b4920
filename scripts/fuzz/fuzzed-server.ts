import type { Budget } from "../fire/budget.ts";
import type { Findings } from "../fire/findings.ts";
import type { KnownLookup } from "../fire/known-lookups.ts";
import type { Patience } from "../fire/patience.ts";
import type { Random } from "../fire/random.ts";

/** A server under test, and how it is tried: every part of `npm run fuzz` that sends requests takes this. */
export interface FuzzedServer {
  readonly port: number;
  readonly key: string;
  /** Lookups whose answers are known. */
  readonly lookups: readonly KnownLookup[];
  readonly random: Random;
  readonly budget: Budget;
  readonly patience: Patience;
  readonly findings: Findings;
}
