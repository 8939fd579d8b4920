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
    descriptors: sum(processes.map((each) => readdirSync(`/proc/${each}/fd`).length)),
  };
}

export function descendantsOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
