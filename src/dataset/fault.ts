import { quoted } from "../core/text/refusal.ts";

/** One thing wrong with a dataset, and where to look. */
export interface Fault {
  /** Relative to the dataset's folder: `ca/providers.csv`. */
  readonly file: string;
  /** The line where the record starts, counted from 1; null when the fault is the file's. */
  readonly line: number | null;
  /** The CSV header or the member of `dataset.json`; null when the fault is the line's. */
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** `ca/providers.csv:12:npi: "12345", expected 10 digits` */
export function faultText({ file, line, column, value, reason }: Fault): string {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  return value === null ? `${place}: ${reason}` : `${place}: ${quoted(value)}, ${reason}`;
}

/** More than a person fixes at once; a wrong file would otherwise fill memory. */
export const FAULTS_LISTED_MAX = 10_000;

/** The errors found so far: the first ones in full, the others counted. */
export class FaultList {
  readonly listed: Fault[] = [];
  #count = 0;

  add(fault: Fault): void {
    this.#count += 1;
    if (this.listed.length < FAULTS_LISTED_MAX) this.listed.push(fault);
  }

  get count(): number {
    return this.#count;
  }
}
