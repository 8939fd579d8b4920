import type { PlacedRecord } from "./records.ts";

/** Where the columns of ours are that tell the lines of an input apart. */
interface AnswerColumns {
  readonly inputLine: number;
  readonly amountAtRate: number;
  readonly expectedAmount: number;
}

/** A line of the input as it was answered: the result that has its amount, or the first where none has one or several have. */
export interface AnsweredRecord {
  readonly record: PlacedRecord;
  /** How many different amounts its results have: only where there is one does it say what should have been paid. */
  readonly amounts: number;
}

/** Puts the results of a line together, which follow each other in an output. */
export class AnsweredLines {
  readonly #columns: AnswerColumns;
  #current: PlacedRecord | null = null;
  #amounts = new Set<string>();

  constructor(columns: AnswerColumns) {
    this.#columns = columns;
  }

  /** The line before, once the next one begins; null while results of one line follow each other. */
  next(record: PlacedRecord): AnsweredRecord | null {
    const { inputLine, amountAtRate, expectedAmount } = this.#columns;
    // Where a modifier leaves open what is expected, the amount at the rate stands alone.
    const amount = record.cells[expectedAmount] || (record.cells[amountAtRate] ?? "");
    const hasAmount = amount !== "";
    if (this.#current?.cells[inputLine] === record.cells[inputLine]) {
      if (hasAmount && this.#amounts.size === 0) this.#current = record;
      if (hasAmount) this.#amounts.add(amount);
      return null;
    }
    const before = this.last();
    this.#current = record;
    this.#amounts = new Set(hasAmount ? [amount] : []);
    return before;
  }

  /** The line that nothing followed. */
  last(): AnsweredRecord | null {
    return this.#current === null ? null : { record: this.#current, amounts: this.#amounts.size };
  }
}
