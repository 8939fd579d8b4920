import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** What a process holds of the machine. */
export interface ProcessSize {
  readonly residentBytes: number;
  readonly descriptors: number;
}

const PAGE_BYTES = 4096;

/** Of a process and those that it started: a server of several workers counts as one. */
export function sizeOf(pid: number): ProcessSize {
  return sizeOfAll([pid, ...descendantsOf(pid)]);
}

/** Of these processes together; one that has ended holds nothing. */
export function sizeOfAll(processes: readonly number[]): ProcessSize {
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

/** The most memory that a process has held since it started, or since its peak was forgotten. */
export function peakBytesOf(pid: number): number {
  const status = unlessGone(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  return Number(/^VmHWM:\s+([0-9]+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Has the system measure the peak of a process from now on. */
export function forgetPeak(pid: number): void {
  unlessGone(() => writeFileSync(`/proc/${pid}/clear_refs`, "5"), undefined);
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
