import type { RecordPlace } from "./records.ts";

interface Ranked extends RecordPlace {
  readonly size: number;
}

/** Keeps the places of the records with the largest amounts; the records themselves stay in the file. */
export class LargestPlaces {
  readonly #max: number;
  #kept: Ranked[] = [];
  /** What is smaller has no place any more. */
  #floor = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** `cents` only ranks: what is listed is read from the file. */
  note({ offset, length }: RecordPlace, cents: bigint): void {
    const size = Math.abs(Number(cents));
    if (this.#max === 0 || size < this.#floor) return;
    this.#kept.push({ offset, length, size });
    // Cutting at twice the number makes it a sort now and then.
    if (this.#kept.length >= 2 * this.#max) this.#cut();
  }

  /** The largest first; of two equal ones the earlier record. */
  places(): readonly RecordPlace[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.size - a.size || a.offset - b.offset);
    if (this.#kept.length < this.#max) return;
    this.#kept.length = this.#max;
    this.#floor = this.#kept.at(-1)?.size ?? 0;
  }
}
