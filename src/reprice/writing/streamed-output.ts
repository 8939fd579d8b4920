import { leadingCells } from "../../core/text/csv.ts";
import { Lines } from "../reading/chunks.ts";
import { FAULT_COLUMNS } from "./output-columns.ts";
import type { RunOutput } from "./run-files.ts";

/** Enough to see what is wrong with a file; thousands would push everything else off the screen. */
const FAULTS_REPORTED_MAX = 20;

/** Results that are written as they come. Rejected lines have no file: the first ones are reported with their reasons. */
export class StreamedOutput implements RunOutput {
  readonly #take: (bytes: Uint8Array) => Promise<void>;
  readonly #notify: (text: string) => void;
  #faultsReported = 0;
  outputBytes = 0;
  readonly faultsBytes = 0;

  private constructor(take: (bytes: Uint8Array) => Promise<void>, notify: (text: string) => void) {
    this.#take = take;
    this.#notify = notify;
  }

  static async begin(
    header: string,
    take: (bytes: Uint8Array) => Promise<void>,
    notify: (text: string) => void,
  ): Promise<StreamedOutput> {
    const output = new StreamedOutput(take, notify);
    await output.write(Buffer.from(header), Buffer.alloc(0));
    return output;
  }

  async write(output: Uint8Array, faults: Uint8Array): Promise<void> {
    if (output.length > 0) await this.#take(output);
    this.outputBytes += output.length;
    if (this.#faultsReported < FAULTS_REPORTED_MAX) this.#reportFaults(faults);
  }

  /** The reasons alone: the line itself may hold what belongs in no log. */
  #reportFaults(faults: Uint8Array): void {
    const lines = new Lines(Buffer.from(faults), 1);
    for (let line = lines.next(); line !== null && this.#faultsReported < FAULTS_REPORTED_MAX; line = lines.next()) {
      const start = startOf(line.record ?? "");
      if (start === null) continue;
      this.#faultsReported += 1;
      this.#notify(`line ${start.number}: ${start.reasons}`);
    }
  }

  async keep(hasFaults: boolean): Promise<void> {
    if (hasFaults) this.#notify("Some lines are faulty. Name a file with --out to have all of them listed in another.");
  }

  async forget(): Promise<void> {}
  async synchronize(): Promise<void> {}
  async close(): Promise<void> {}
  async discard(): Promise<void> {}
}

/** The number and the reasons in front of a rejected line, which may be no CSV. */
function startOf(record: string): { readonly number: string; readonly reasons: string } | null {
  const [number, , reasons] = leadingCells(record, FAULT_COLUMNS.length)?.cells ?? [];
  if (number === undefined || reasons === undefined || !/^[0-9]+$/.test(number)) return null;
  return { number, reasons };
}
