import { readFileSync } from "node:fs";
import { HTTP_LIMITS } from "../../../http/limits.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

/** Beside connections: the release in every thread, keys, logs, files of jobs and what Node keeps open. */
const OTHER_FILES = 512;
const NEEDED = HTTP_LIMITS.connectionsMax + OTHER_FILES;

/** How many files, connections included, a process may have open. */
export function openFilesFindings(limits = ownLimits()): readonly DoctorFinding[] {
  const limit = limits === null ? null : softLimit(limits);
  if (limit === null) return [well("open files", "This system does not tell how many a process may have open.")];
  const found = `A process may have ${limit === Infinity ? "any number of files" : `${limit} files`} open.`;
  if (limit >= NEEDED) return [well("open files", found)];
  const remedy = `With ${HTTP_LIMITS.connectionsMax} connections it needs ${NEEDED}: "ulimit -n 65536", or LimitNOFILE=65536 in the unit.`;
  return [doubt("open files", found, remedy)];
}

function softLimit(limits: string): number | null {
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Infinity : Number(soft);
}

/** Null where there is no /proc. Node has raised its own limit as far as it may, which a server does too. */
function ownLimits(): string | null {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return null;
  }
}
