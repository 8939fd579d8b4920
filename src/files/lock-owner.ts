import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { isRunning, type ProcessMark, processStartOf } from "./process-start.ts";

/** Who holds a lock, in a note beside it for whoever is refused. The note decides nothing: the lock itself does. */
interface LockOwner extends ProcessMark {
  readonly host: string;
  /** Such as `import`. */
  readonly command: string;
  readonly since: string;
}

/** A note that cannot be written, say on a full disk, is no reason to refuse the work. */
export function writeOwner(note: string, command: string): void {
  const processStart = processStartOf(process.pid);
  const since = new Date().toISOString();
  const owner: LockOwner = { pid: process.pid, processStart, host: hostname(), command, since };
  try {
    // Whatever is in the way goes, a link as such: nothing is written through it.
    rmSync(note, { force: true });
    writeFileSync(note, `${JSON.stringify(owner)}\n`, { flag: "wx" });
  } catch {}
}

/** `"ratebook import" (process 4711 on billing-1, since 2026-11-16T08:00:00.000Z)` */
export function ownerText(note: string): string {
  const owner = readOwner(note);
  if (owner === null) return "another process";
  const { command, pid, host, since } = owner;
  return `"ratebook ${command}" (process ${pid} on ${host}, since ${since})`;
}

/** Null when there is none, half of one, or that of an owner who is gone while the next has not written its own yet. */
function readOwner(note: string): LockOwner | null {
  let owner: Partial<LockOwner>;
  try {
    owner = JSON.parse(readFileSync(note, "utf8")) as Partial<LockOwner>;
  } catch {
    return null;
  }
  if (!isWhole(owner)) return null;
  const isElsewhere = owner.host !== hostname();
  return isElsewhere || isRunning(owner) ? owner : null;
}

function isWhole(owner: Partial<LockOwner> | null): owner is LockOwner {
  return (
    typeof owner?.pid === "number" &&
    typeof owner.host === "string" &&
    typeof owner.command === "string" &&
    typeof owner.since === "string"
  );
}
