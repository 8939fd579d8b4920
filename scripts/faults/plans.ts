import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Variables } from "../fire/workspace.ts";
import { CLOCK_VARIABLE } from "./clock.ts";
import { type FaultPlan, HITS_SUFFIX, PLAN_VARIABLE } from "./inject.ts";

/** Which operations an error can come from. */
export const FAULTS: Readonly<Record<string, readonly string[]>> = {
  ENOSPC: ["open", "write", "mkdir", "rename", "fsync"],
  EROFS: ["open", "write", "mkdir", "rename", "unlink"],
  EMFILE: ["open", "read"],
  ENOENT: ["open", "rename", "read"],
  EIO: ["read", "write", "fsync", "rename"],
  KILL: ["open", "write", "mkdir", "rename", "unlink", "fsync"],
};

/** The file that tells processes which of their operations is to fail. */
export class PlanFile {
  readonly #file: string;
  #lastId = 0;

  constructor(folder: string) {
    this.#file = join(folder, "fault-plan.json");
  }

  /** What a process must be started with to follow the plan, and a clock that can be moved. */
  variables(clockFile: string): Variables {
    const preloads = ["inject.ts", "clock.ts"].map((name) => `--require=${join(import.meta.dirname, name)}`);
    return { NODE_OPTIONS: preloads.join(" "), [PLAN_VARIABLE]: this.#file, [CLOCK_VARIABLE]: clockFile };
  }

  set(planned: Omit<FaultPlan, "id">): void {
    this.#lastId += 1;
    rmSync(`${this.#file}${HITS_SUFFIX}`, { force: true });
    // A process may be looking: the file is there as a whole or not at all.
    writeFileSync(`${this.#file}.new`, JSON.stringify({ ...planned, id: this.#lastId }));
    renameSync(`${this.#file}.new`, this.#file);
  }

  clear(): void {
    rmSync(this.#file, { force: true });
  }

  /** The operations that were made to fail. */
  get hits(): readonly string[] {
    const file = `${this.#file}${HITS_SUFFIX}`;
    return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
  }
}
