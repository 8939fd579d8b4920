import { setPriority } from "node:os";
import { ATTACKS } from "./all.ts";
import type { Target } from "./attack.ts";

/*
 * A process that attacks. Attackers have machines of their own: here it gets what processors the server leaves, so that
 * lookups are slow by the server's doing alone.
 */

const PRIORITY = 10;

process.once("disconnect", () => process.exit());
setPriority(PRIORITY);
process.on("message", async ({ name, step, target }: { name: string; step: "prepare" | "attack"; target: Target }) => {
  const { prepare, attack } = ATTACKS[name] as (typeof ATTACKS)[string];
  try {
    process.send?.({ outcome: step === "prepare" ? await prepare?.(target) : await attack(target) });
  } catch (error) {
    process.send?.({ failed: (error as Error).stack });
  }
});
