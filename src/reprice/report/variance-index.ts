import { readFile } from "node:fs/promises";
import { JOB_LIMITS } from "../limits.ts";
import { groupName } from "./grouping.ts";
import type { RecordPlace } from "./records.ts";

// The lines with a variance, the largest first: where each is in the results, its amounts, and its group in each of the totals. A page
// lists them by this index, and reads no other line.

/** The cells of an entry, before its groups: where its record is, and its amounts in cents. */
const CELLS = ["offset", "length", "expected", "paid"] as const;

interface IndexHead {
  /** What the lines are grouped by, in the order of the totals. */
  readonly by: readonly string[];
  /** The names of the groups, for each of the groupings. An entry has the places of its own. */
  readonly groups: readonly (readonly string[])[];
  /** Lines with a variance that have no entry. */
  readonly left: number;
}

/** Room for the first entries. */
const ENTRIES_MIN = 256;

/** The index, gathered while the results are read. */
export class VarianceIndex {
  readonly #by: readonly string[];
  readonly #stride: number;
  readonly #max: number;
  #names: readonly Map<string, number>[];
  #entries: Float64Array;
  #count = 0;
  #left = 0;

  constructor(by: readonly string[], max: number = JOB_LIMITS.variancesMax) {
    this.#by = by;
    this.#max = max;
    this.#stride = CELLS.length + by.length;
    this.#names = by.map(() => new Map());
    this.#entries = new Float64Array(ENTRIES_MIN * this.#stride);
  }

  /** `keys`: of the line in each of the groupings. */
  add({ offset, length }: RecordPlace, expected: bigint, paid: bigint, keys: readonly string[]): void {
    // Cutting at twice the number avoids sorting each time.
    if (this.#count === 2 * this.#max) this.#cutBack();
    if ((this.#count + 1) * this.#stride > this.#entries.length) this.#grow();
    const groups = this.#names.map((names, place) => placeIn(names, groupName(keys[place] ?? "")));
    this.#entries.set([offset, length, Number(expected), Number(paid), ...groups], this.#count * this.#stride);
    this.#count += 1;
  }

  /** The index as its file has it: the length of the head, the head as JSON, and the entries as numbers of eight bytes. */
  get bytes(): Buffer {
    this.#cutBack();
    const head: IndexHead = { by: this.#by, groups: this.#names.map((names) => [...names.keys()]), left: this.#left };
    const text = Buffer.from(JSON.stringify(head));
    const bytes = Buffer.alloc(4 + text.length + this.#count * this.#stride * 8);
    bytes.writeUInt32LE(text.length, 0);
    text.copy(bytes, 4);
    for (let cell = 0; cell < this.#count * this.#stride; cell += 1) {
      bytes.writeDoubleLE(this.#entries[cell] as number, 4 + text.length + cell * 8);
    }
    return bytes;
  }

  #grow(): void {
    const larger = new Float64Array(this.#entries.length * 2);
    larger.set(this.#entries);
    this.#entries = larger;
  }

  /** The largest first; of equal ones the earlier line. Those beyond the number that is kept go, and names that no line has. */
  #cutBack(): void {
    const [before, stride] = [this.#entries, this.#stride];
    const sizeOf = (entry: number) =>
      Math.abs((before[entry * stride + 2] as number) - (before[entry * stride + 3] as number));
    const order = Uint32Array.from({ length: this.#count }, (_, place) => place).sort(
      (a, b) => sizeOf(b) - sizeOf(a) || (before[a * stride] as number) - (before[b * stride] as number),
    );
    const kept = order.subarray(0, this.#max);
    const namesBefore = this.#names.map((names) => [...names.keys()]);
    this.#left += this.#count - kept.length;
    this.#count = kept.length;
    this.#names = this.#by.map(() => new Map());
    this.#entries = new Float64Array(Math.max(before.length, ENTRIES_MIN * stride));
    for (const [place, entry] of kept.entries()) {
      const cells = before.subarray(entry * stride, (entry + 1) * stride);
      this.#entries.set(cells, place * stride);
      for (const [grouping, names] of this.#names.entries()) {
        const name = namesBefore[grouping]?.[cells[CELLS.length + grouping] as number] ?? "";
        this.#entries[place * stride + CELLS.length + grouping] = placeIn(names, name);
      }
    }
  }
}

function placeIn(names: Map<string, number>, name: string): number {
  const known = names.get(name) ?? names.size;
  names.set(name, known);
  return known;
}

/** Which of the lines are wanted; null: all. */
export type VarianceFilter =
  | { readonly by: string; readonly key: string }
  /** In cents. */
  | { readonly expected: number; readonly paid: number }
  | null;

interface FoundVariances {
  /** How many lines the filter leaves. */
  readonly total: number;
  /** Lines with a variance that the index does not have; a filter may have left some of them. */
  readonly left: number;
  readonly places: readonly RecordPlace[];
}

/** A part of the list. Null when the totals have no such grouping. Throws when the file is missing. */
export async function variancesIn(
  path: string,
  filter: VarianceFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<FoundVariances | null> {
  const bytes = await readFile(path);
  const start = 4 + bytes.readUInt32LE(0);
  const { by, groups, left } = JSON.parse(bytes.toString("utf8", 4, start)) as IndexHead;
  const stride = CELLS.length + by.length;
  const cellAt = (entry: number, cell: number) => bytes.readDoubleLE(start + (entry * stride + cell) * 8);
  const isWanted = wanted(filter, { by, groups }, cellAt);
  if (isWanted === null) return null;
  const places: RecordPlace[] = [];
  let total = 0;
  for (let entry = 0; start + entry * stride * 8 < bytes.length; entry += 1) {
    if (!isWanted(entry)) continue;
    if (total >= offset && places.length < limit) places.push({ offset: cellAt(entry, 0), length: cellAt(entry, 1) });
    total += 1;
  }
  return { total, left, places };
}

function wanted(
  filter: VarianceFilter,
  { by, groups }: Pick<IndexHead, "by" | "groups">,
  cellAt: (entry: number, cell: number) => number,
): ((entry: number) => boolean) | null {
  if (filter === null) return () => true;
  if (!("by" in filter)) return (entry) => cellAt(entry, 2) === filter.expected && cellAt(entry, 3) === filter.paid;
  const grouping = by.indexOf(filter.by);
  if (grouping < 0) return null;
  const name = groups[grouping]?.indexOf(filter.key) ?? -1;
  return (entry) => cellAt(entry, CELLS.length + grouping) === name;
}
