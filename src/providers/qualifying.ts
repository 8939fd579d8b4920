import { Slices } from "../timing/slices.ts";
import type { Setting } from "./definition.ts";
import { NO_CLASS, type ProviderDirectory, type RowNumbers } from "./directory.ts";

/** Providers that can be priced: how many, and the qualifying rows of the first of them, in result order. */
export interface Qualifying {
  readonly total: number;
  readonly rows: readonly number[];
}

/** Rows looked at between two looks at the clock's counter: some microseconds. */
const ROWS_PER_CHECK = 1_024;

const UNDECIDED = 0;
const NO = 1;
const YES = 2;

const UNSEEN = 0;
const COUNTED = 1;
const AMONG_FIRST = 2;

/**
 * Counts the providers of matching rows whose class qualifies, and gives the qualifying rows of
 * the first `providersMax` of them (conventions 3.3). Each class is asked about once. Half a
 * million rows take a few milliseconds, in slices that let other requests in.
 */
export async function qualifyingProviders(
  directory: ProviderDirectory<unknown>,
  setting: Setting,
  matching: RowNumbers,
  qualifies: (classNumber: number) => boolean,
  providersMax: number,
): Promise<Qualifying> {
  const count = new ProviderCount(directory, setting, qualifies, providersMax);
  const slices = new Slices();
  for (let from = 0; from < matching.length; from += ROWS_PER_CHECK) {
    if (slices.isOver()) await slices.next();
    count.add(matching, from, Math.min(matching.length, from + ROWS_PER_CHECK));
  }
  return { total: count.total, rows: count.rows };
}

class ProviderCount {
  total = 0;
  readonly rows: number[] = [];
  readonly #directory: ProviderDirectory<unknown>;
  readonly #setting: Setting;
  readonly #qualifies: (classNumber: number) => boolean;
  readonly #providersMax: number;
  readonly #verdicts: Uint8Array;
  readonly #marks: Uint8Array;

  constructor(
    directory: ProviderDirectory<unknown>,
    setting: Setting,
    qualifies: (classNumber: number) => boolean,
    providersMax: number,
  ) {
    this.#directory = directory;
    this.#setting = setting;
    this.#qualifies = qualifies;
    this.#providersMax = providersMax;
    this.#verdicts = new Uint8Array(directory.classCount(setting));
    this.#marks = new Uint8Array(directory.rowCount);
  }

  add(matching: RowNumbers, from: number, to: number): void {
    const directory = this.#directory;
    const setting = this.#setting;
    const verdicts = this.#verdicts;
    const marks = this.#marks;
    for (let place = from; place < to; place += 1) {
      const row = matching[place] as number;
      const classNumber = directory.classOf(setting, row);
      if (classNumber === NO_CLASS) continue;
      const verdict = verdicts[classNumber] as number;
      if (verdict === NO || (verdict === UNDECIDED && !this.#decide(classNumber))) continue;

      const provider = directory.providerOf(row);
      if (marks[provider] === UNSEEN) this.#count(provider);
      if (marks[provider] === AMONG_FIRST) this.rows.push(row);
    }
  }

  #count(provider: number): void {
    this.total += 1;
    this.#marks[provider] = this.total <= this.#providersMax ? AMONG_FIRST : COUNTED;
  }

  #decide(classNumber: number): boolean {
    const verdict = this.#qualifies(classNumber);
    this.#verdicts[classNumber] = verdict ? YES : NO;
    return verdict;
  }
}
