/** How far a piece of work has come. */
interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Often enough to look alive, seldom enough to cost nothing. */
const TERMINAL_MILLISECONDS = 100;
/** In a file, a line now and then is enough to see that it goes on. */
const PLAIN_MILLISECONDS = 5_000;
/** Before that an estimate jumps about. */
const ESTIMATE_MILLISECONDS_MIN = 1_000;
const CLEAR_LINE = "\r\u001b[K";

/** Tells the progress of long work: one line that changes on a terminal, plain lines elsewhere. */
export class ProgressReport {
  readonly #stream: Stream;
  readonly #now: () => number;
  readonly #startedAt: number;
  #toldAt: number;
  #isOnLine = false;

  constructor(stream: Stream = process.stderr, now: () => number = Date.now) {
    this.#stream = stream;
    this.#now = now;
    this.#startedAt = now();
    this.#toldAt = this.#startedAt;
  }

  tell({ stage, done, total }: Progress): void {
    const now = this.#now();
    const isTerminal = this.#stream.isTTY === true;
    if (now - this.#toldAt < (isTerminal ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS)) return;
    this.#toldAt = now;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const line = `${String(percent).padStart(3)} %  ${stage}${this.#estimate(done, total, now)}`;
    this.#stream.write(isTerminal ? CLEAR_LINE + line : `${line}\n`);
    this.#isOnLine = isTerminal;
  }

  /** Leaves the terminal as if nothing had been told. */
  end(): void {
    if (this.#isOnLine) this.#stream.write(CLEAR_LINE);
    this.#isOnLine = false;
  }

  #estimate(done: number, total: number, now: number): string {
    const elapsed = now - this.#startedAt;
    if (elapsed < ESTIMATE_MILLISECONDS_MIN || done === 0 || done >= total) return "";
    const seconds = Math.ceil((elapsed * (total - done)) / done / 1_000);
    const minutes = Math.floor(seconds / 60);
    return `, about ${minutes > 0 ? `${minutes} min ` : ""}${seconds % 60} s left`;
  }
}
