import { failure } from "../../../runtime/failure.ts";
import type { ByteSource } from "../bytes.ts";

/** Of one cell or shared text: its longest text has 32,767 characters, and hardly a text has a hundred runs of ten elements each. */
const TEXT_ELEMENTS_MAX = 100_000;
/** Of a whole workbook. Each takes one to three microseconds. Publications that were counted have some two hundred, and 20,000 texts of five runs have as many. */
const FURTHER_ELEMENTS_MAX = 1_000_000;

const REMEDY = "save the sheet as CSV, or copy its cells as values into a new workbook";

/** Where an element was found, for messages. */
interface Place {
  readonly place?: string | null;
}

/**
 * Counts what a workbook has beside rows, cells and their values: runs and pronunciations of texts, merged cells, defined names, styles. A
 * few packed kilobytes can unpack to millions of them, which cost time and say nothing about the table.
 */
export class FurtherElements {
  readonly #byPart = new Map<string, PartElements>();

  /** A count for one reading of a part; the part's earlier readings no longer count. */
  of(part: ByteSource): PartElements {
    this.#byPart.delete(part.name);
    const others = [...this.#byPart.values()].reduce((sum, { count }) => sum + count, 0);
    const elements = new PartElements(part.name, FURTHER_ELEMENTS_MAX - others);
    this.#byPart.set(part.name, elements);
    return elements;
  }
}

export class PartElements {
  readonly #part: string;
  readonly #countMax: number;
  count = 0;

  constructor(part: string, countMax: number) {
    this.#part = part;
    this.#countMax = countMax;
  }

  /** `inText`: how many there are by now in the same cell or shared text. Throws at the first one too many. */
  add(at: Place, inText = 0): void {
    this.count += 1;
    if (inText > TEXT_ELEMENTS_MAX) {
      throw failure(`${this.#place(at)} has more than ${TEXT_ELEMENTS_MAX} elements in its XML; ${REMEDY}`);
    }
    if (this.count > this.#countMax) {
      throw failure(
        `the workbook has more than ${FURTHER_ELEMENTS_MAX} elements beside its rows and values (formats, merged cells, names, runs of text), the last one in ${this.#place(at)}; ${REMEDY}`,
      );
    }
  }

  #place({ place }: Place): string {
    return place ?? this.#part;
  }
}
