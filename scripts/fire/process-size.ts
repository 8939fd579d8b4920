import { readdirSync, readFileSync } from "node:fs";

/** What a process holds of the machine. */
export interface ProcessSize {
  readonly residentBytes: number;
  readonly descriptors: number;
}

const PAGE_BYTES = 4096;

/** Of a process and those that it started: a server of several workers counts as one. */
export function sizeOf(pid: number): ProcessSize {
  const processes = [pid, ...descendantsOf(pid)];
  return {
    residentBytes: sum(processes.map(residentBytes)),
    descriptors: sum(processes.map((each) => unlessGone(() => readdirSync(`/proc/${each}/fd`).length, 0))),
  };
}

export function descendantsOf(pid: number): number[] {
  const tasks = unlessGone(() => readdirSync(`/proc/${pid}/task`), []);
  const children = tasks.flatMap((task) => childrenOf(`/proc/${pid}/task/${task}/children`));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function childrenOf(file: string): number[] {
  const text = unlessGone(() => readFileSync(file, "utf8"), "");
  return text.split(" ").filter(Boolean).map(Number);
}

function residentBytes(pid: number): number {
  const pages = unlessGone(() => readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1], "0");
  return Number(pages) * PAGE_BYTES;
}

/** Processes and threads end while they are looked at. */
function unlessGone<Seen>(look: () => Seen, otherwise: Seen): Seen {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return otherwise;
    throw error;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
