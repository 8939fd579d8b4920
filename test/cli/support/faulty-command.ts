import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installedFolder } from "../../support/suite/installed.ts";
import { diskIsFull, watchSteps } from "./disk-steps.ts";
import { type Ended, run } from "./ratebook.ts";

const PRELOAD = join(import.meta.dirname, "fault-at.ts");

/** A command as a process, because a kill leaves locks whose owner is gone. */
function preloaded(command: readonly string[], asked: Readonly<Record<string, string>>): Promise<Ended> {
  const preload = ["--import", `${PRELOAD}?${new URLSearchParams(asked)}`];
  return run(process.execPath, [...preload, join(installedFolder(), "dist", "program", "main.js"), ...command]);
}

/** Runs a command that is killed when it changes the disk for the n-th time. */
export async function killed(command: readonly string[], step: number): Promise<void> {
  const { code, stderr } = await preloaded(command, { kill: String(step) });
  if (code !== null) throw new Error(`It was not killed and ended with ${code}: ${stderr}`);
}

/** Runs a command to its end, and keeps what a folder was like at every step; the copies in the order of the steps. */
export async function momentsOf(
  command: readonly string[],
  folder: string,
  moments: string,
): Promise<readonly string[]> {
  mkdirSync(moments);
  const { code, stderr } = await preloaded(command, { folder, moments });
  if (code !== 0) throw new Error(`It ended with ${code}: ${stderr}`);
  return readdirSync(moments)
    .sort((one, other) => Number(one) - Number(other))
    .map((name) => join(moments, name));
}

/** What came of work that found the disk full, and all its steps. */
export interface Filled {
  readonly failure: unknown;
  readonly steps: readonly string[];
}

/** Does work for which the disk is full when it changes it for the n-th time; never with 0. */
export async function filled(work: () => Promise<unknown>, step: number): Promise<Filled> {
  const steps: string[] = [];
  const putBack = await watchSteps("full", (call) => {
    steps.push(call);
    if (steps.length === step) throw diskIsFull();
  });
  try {
    await work();
    return { failure: null, steps };
  } catch (failure) {
    return { failure, steps };
  } finally {
    putBack();
  }
}
