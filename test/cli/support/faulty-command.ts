import { join } from "node:path";
import { type Ended, ROOT, run } from "./ratebook.ts";

const PRELOAD = join(import.meta.dirname, "fault-at.ts");

/** What becomes of a command: it is killed with -9, or the disk is full. */
export type FaultKind = "kill" | "full";

/** Runs a command that meets with a fault when it changes the disk for the n-th time. */
export function faulty(command: readonly string[], fault: FaultKind, step: number): Promise<Ended> {
  const preload = ["--import", `${PRELOAD}?fault=${fault}&step=${step}`];
  return run(process.execPath, [...preload, join(ROOT, "src", "cli", "main.ts"), ...command]);
}

/** How many times a command changes the disk, as the fault sees it. The command is carried out. */
export async function stepsOf(command: readonly string[], fault: FaultKind): Promise<number> {
  const { code, stderr } = await faulty(command, fault, 0);
  const steps = Number(/([0-9]+) steps\n$/.exec(stderr)?.[1]);
  if (code !== 0 || !(steps > 0)) throw new Error(`It ended with ${code}: ${stderr}`);
  return steps;
}

/** Every n-th step, the first and the last included: all of them would take minutes. */
export function someOf(steps: number, stride: number): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  return all.filter((step) => (step - 1) % stride === 0 || step === steps);
}
