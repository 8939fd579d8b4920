import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { sharedClock } from "../../scripts/soak/shared-clock.ts";
import { Witness } from "../../scripts/soak/witness.ts";

async function startedWitness(): Promise<Witness> {
  const witness = await Witness.start();
  onTestFinished(() => witness.end());
  return witness;
}

it("a witness that could not run tells for how long, to whoever asks before it is awake again", async () => {
  const witness = await startedWitness();
  const stoppedAt = sharedClock();
  process.kill(witness.pid, "SIGSTOP");
  await wait(500);
  const asked = witness.stoodStill(stoppedAt, sharedClock());
  process.kill(witness.pid, "SIGCONT");
  // It was due 50 ms after its last beat.
  expect(await asked).toBeGreaterThanOrEqual(440);
});

it("the work of the process that asks is no standstill of the machine", async () => {
  const witness = await startedWitness();
  const from = sharedClock();
  const slept = sleepsOf(witness.pid);
  // Ten beats at least, with 50 ms of sleep before each, however slow the machine is.
  while (sleepsOf(witness.pid) - slept < 20);
  const to = sharedClock();
  expect(await witness.stoodStill(from, to)).toBeLessThan(to - from - 400);
});

/** How often a process has gone to sleep so far: once or twice a beat. */
function sleepsOf(pid: number): number {
  return Number(/^voluntary_ctxt_switches:\s+([0-9]+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
