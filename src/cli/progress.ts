import type { Progress } from "../core/runtime/progress.ts";
import { commandIo } from "./command-io.ts";

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Often enough to look alive, seldom enough to cost nothing. */
const TERMINAL_MILLISECONDS = 100;
/** In a file, a line now and then is enough. */
const PLAIN_MILLISECONDS = 5_000;
/** An earlier estimate would jump. */
const ESTIMATE_MILLISECONDS_MIN = 1_000;
const ESTIMATE_SHARE_MIN = 0.01;
const CLEAR_LINE = "\r\u001b[K";

/** Shows the progress of long work: one changing line on a terminal, plain lines elsewhere. */
export class ProgressReport {
  readonly #stream: Stream;
  readonly #now: () => number;
  /** Start of the current count: work of several stages may count each from zero. */
  #countedFrom: number;
  #done = 0;
  #shownAt: number;
  #isOnLine = false;

  constructor(stream: Stream = commandIo().stderr, now: () => number = Date.now) {
    this.#stream = stream;
    this.#now = now;
    this.#countedFrom = now();
    this.#shownAt = this.#countedFrom;
  }

  notify({ stage, done, total }: Progress): void {
    const now = this.#now();
    if (done < this.#done) this.#countedFrom = now;
    this.#done = done;
    const isTerminal = this.#stream.isTTY === true;
    if (now - this.#shownAt < (isTerminal ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS)) return;
    this.#shownAt = now;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const line = `${String(percent).padStart(3)} %  ${stage}${this.#estimate(done, total, now)}`;
    this.#stream.write(isTerminal ? CLEAR_LINE + line : `${line}\n`);
    this.#isOnLine = isTerminal;
  }

  /** Clears the line on the terminal. */
  end(): void {
    if (this.#isOnLine) this.#stream.write(CLEAR_LINE);
    this.#isOnLine = false;
  }

  #estimate(done: number, total: number, now: number): string {
    const elapsed = now - this.#countedFrom;
    if (elapsed < ESTIMATE_MILLISECONDS_MIN || done < total * ESTIMATE_SHARE_MIN || done >= total) return "";
    const seconds = Math.ceil((elapsed * (total - done)) / done / 1_000);
    const minutes = Math.floor(seconds / 60);
    return `, about ${minutes > 0 ? `${minutes} min ` : ""}${seconds % 60} s left`;
  }
}

const MEGABYTE = 1_000_000;

/** A size for people: `0.4 MB`, `382.1 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}
