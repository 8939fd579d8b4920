/** A span of time in which nothing ran, in milliseconds of the clock that all processes share. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

/** How long the witness sleeps at a time. */
export const SLEEP_MILLISECONDS = 50;

/** A sleeper that wakes up so late was kept from running: a busy machine is late by tens of milliseconds, not by hundreds. */
const LATE_MILLISECONDS_MIN = 250;

/** No answer takes longer than a minute, in which there is room for 200 gaps. */
const GAPS_KEPT_MAX = 256;

/** Beyond this share of a run, the server's own slowness cannot be separated from the machine's. */
const TELLING_SHARE_MAX = 1 / 3;

/** When the machine stood still, by the beats of a process that only sleeps (steal time of a virtual machine). */
export class Standstill {
  readonly #gaps: Gap[] = [];
  #firstBeat: number | null = null;
  #lastBeat = 0;
  #count = 0;
  #total = 0;
  #longest = 0;

  /** Takes note that the witness was awake at this time. */
  beat(at: number): void {
    if (this.#firstBeat === null) this.#firstBeat = at;
    else this.#noteGap({ from: this.#lastBeat + SLEEP_MILLISECONDS, to: at });
    this.#lastBeat = at;
  }

  /** Up to when it is known whether the machine stood still. */
  get knownUntil(): number {
    return this.#lastBeat;
  }

  get count(): number {
    return this.#count;
  }

  /** For how long of a span of time the machine stood still. */
  millisecondsIn(from: number, to: number): number {
    return this.#gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.to) - Math.max(from, gap.from)), 0);
  }

  /** What a reader needs to judge a run. */
  text(): string {
    const watched = this.#lastBeat - (this.#firstBeat ?? 0);
    const isTelling = this.#total <= watched * TELLING_SHARE_MAX;
    const figures = `${seconds(this.#total)} s in all of ${seconds(watched)} s, ${seconds(this.#longest)} s at most`;
    return isTelling ? figures : `${figures}: more than a third, so this run tells little about slowness`;
  }

  #noteGap(gap: Gap): void {
    const milliseconds = gap.to - gap.from;
    if (milliseconds <= LATE_MILLISECONDS_MIN) return;
    this.#gaps.push(gap);
    if (this.#gaps.length > GAPS_KEPT_MAX) this.#gaps.shift();
    this.#count += 1;
    this.#total += milliseconds;
    this.#longest = Math.max(this.#longest, milliseconds);
  }
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}
