/* How a provider table is stored: its tables, and the index of its lists. */

/** An index is stored in parts of this size: one is read in a fraction of a millisecond, and no request waits for more. */
export const PART_BYTES = 256 * 1024;

/** The tables of a provider table; row `n` has the place `n + 1` among the rows, since SQLite counts from 1. */
export function storedNames(providers: string) {
  return {
    rows: `${providers}_rows`,
    repeated: `${providers}_repeated_cells`,
    indexes: `${providers}_indexes`,
    words: `${providers}_fragment_words`,
    lists: `${providers}_row_lists`,
  };
}

/*
 * Which lists a release has, so that one that is not found is known to be lost or never to have been there. A bit per
 * number, by what the lists are of; as JSON, since only searches that find nothing look here, and then once.
 */

/** The name of the index. */
export const LISTED_NUMBERS = "listed_numbers";

/** The lists of words by fragment, among those of rows. */
export const FRAGMENT_WORDS = "words of fragment";

const BITS_PER_BYTE = 8;

export class ListedNumbersWriter {
  readonly #numbers = new Map<string, number[]>();

  add(of: string, number: number): void {
    const numbers = this.#numbers.get(of);
    if (numbers === undefined) this.#numbers.set(of, [number]);
    else numbers.push(number);
  }

  bytes(): Uint8Array {
    const texts = [...this.#numbers].map(([of, numbers]) => [of, bitsOf(numbers).toString("base64")]);
    return Buffer.from(JSON.stringify(Object.fromEntries(texts)));
  }
}

function bitsOf(numbers: readonly number[]): Buffer {
  const largest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const bits = Buffer.alloc(Math.floor(largest / BITS_PER_BYTE) + 1);
  for (const number of numbers) {
    const place = Math.floor(number / BITS_PER_BYTE);
    bits[place] = (bits[place] as number) | (1 << (number % BITS_PER_BYTE));
  }
  return bits;
}

export class ListedNumbers {
  readonly #bits: ReadonlyMap<string, Buffer>;

  constructor(bytes: Uint8Array) {
    const texts = JSON.parse(Buffer.from(bytes).toString("utf8")) as Record<string, string>;
    this.#bits = new Map(Object.entries(texts).map(([of, bits]) => [of, Buffer.from(bits, "base64")]));
  }

  has(of: string, number: number): boolean {
    const byte = this.#bits.get(of)?.[Math.floor(number / BITS_PER_BYTE)] ?? 0;
    return (byte & (1 << (number % BITS_PER_BYTE))) !== 0;
  }
}
