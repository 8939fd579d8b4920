import { compare, sum, ZERO } from "../../money/arithmetic.ts";
import { type Factor, parseFactor } from "../../money/factor.ts";
import { failure } from "../../runtime/failure.ts";
import { quoted } from "../../text/refusal.ts";
import { fieldWords } from "./plain-words.ts";
import { isRefusedCell } from "./record.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Holds the total that the last row of a table prints against the sum of the rows above it, which nobody else would miss one of. */
export class PrintedTotal {
  readonly #field: string;
  #sum = ZERO;
  /** The first cell that is no figure: without it there is no sum. */
  #unread: Error | null = null;

  constructor(field: string) {
    this.#field = field;
  }

  add(fields: Fields, place: () => string): void {
    try {
      this.#sum = sum(this.#sum, this.#figure(fields) ?? ZERO);
    } catch (error) {
      this.#unread ??= placed(error, place());
    }
  }

  /** `fields`: those of the row that prints the total. */
  compare(fields: Fields, place: string): void {
    if (this.#unread !== null) throw this.#unread;
    const words = fieldWords(this.#field);
    const total = this.#totalIn(fields, place);
    if (total === null) {
      throw failure(
        `${place} ends the table and prints no total of the ${words}, as it does in other editions; download the file again`,
      );
    }
    if (compare(total, this.#sum) === 0) return;
    throw failure(
      `${place} prints ${total.text} as the total of the ${words}, but the rows above come to ${this.#sum.text}: rows are missing, or figures were changed. Download the file again; where the publisher's own total is wrong, correct it in a copy of the file and import that`,
    );
  }

  /** A file that was cut off has lost just the row that would tell. `last`: the place of the row that it ends with. */
  refuseMissing(lastRow: string, last: string): never {
    throw failure(
      `below ${last} there is no row ${quoted(lastRow)}, which prints the total of the ${fieldWords(this.#field)}: the file may be cut off. Download it again`,
    );
  }

  #totalIn(fields: Fields, place: string): Factor | null {
    try {
      return this.#figure(fields);
    } catch (error) {
      throw placed(error, place);
    }
  }

  /** Words that a publication understands in place of a figure ("manually priced") add nothing. */
  #figure(fields: Fields): Factor | null {
    const cell = fields[this.#field];
    return typeof cell === "string" ? parseFactor(cell) : null;
  }
}

/** A refused cell with its place, as whoever mends the file wants to be told; anything else is a mistake of ours. */
function placed(error: unknown, place: string): Error {
  if (!isRefusedCell(error)) throw error;
  return failure(`${place}: ${error.message}`);
}
