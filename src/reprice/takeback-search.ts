import type { Day } from "../core/calendar/day.ts";
import { isSliceOver, nextSlice } from "../core/runtime/scheduler.ts";
import { cellsOf } from "../core/text/csv.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Claims } from "./claims.ts";
import { isSkipped } from "./pricing/line-fault.ts";
import { LineReader, type ReadLine } from "./pricing/line-reader.ts";
import {
  amountOf,
  GatheredTakebacks,
  isTakeback,
  TAKEBACKS_MAX,
  TakebackKeys,
  type TakebacksOfFile,
} from "./pricing/takebacks.ts";
import { ChunkReader, type Line, Lines, withoutLeadingCells } from "./reading/chunks.ts";
import { claimNumberColumn, claimNumberIn } from "./reading/claim-number-column.ts";
import { comparedColumn, type InputColumns } from "./reading/input-columns.ts";

type TableOfClaims = Pick<
  Claims,
  "input" | "header" | "leadingCells" | "separator" | "remittance" | "isFrom1904" | "hasSemicolons"
>;

interface SearchOptions {
  readonly lookup: RateLookup;
  /** The code of the state that is priced. */
  readonly state: string;
  readonly today: Day;
  readonly interruption: AbortSignal;
  readonly keysMax?: number;
}

/** Amounts above zero have nothing else; a minus has many forms, and not all of them can be read. */
const NO_MINUS = /^[\s$0-9.,]*$/;

/**
 * The takebacks of a table, found in passes of their own before the first line is priced. Null where none are looked for: nothing is
 * compared, a remittance says itself what was reversed, and a stream passes by once.
 */
export async function takebacksOf(
  { input, header, leadingCells, remittance, ...form }: TableOfClaims,
  columns: InputColumns,
  { lookup, state, today, interruption, keysMax }: SearchOptions,
): Promise<TakebacksOfFile | null> {
  if (comparedColumn(columns) === null || remittance !== null || input.rewind === null) return null;
  const claimColumn = claimNumberColumn(header.names, columns);
  const keys = new TakebackKeys(claimColumn, lookup);
  const gathered = new GatheredTakebacks(keysMax);
  const firstNumbers = new FirstValues();
  const takenBack = new Set<string>();
  const reader = new LineReader(columns, lookup, { ...form, leadingCells, today, state });
  const mayTakeBack = takebackTest(columns);
  const numberIn = (cells: readonly string[] | null) =>
    claimColumn === null ? null : claimNumberIn(cells?.[claimColumn] ?? "");
  const readLines = async (visit: (line: Line, cells: readonly string[] | null) => void) => {
    const chunks = new ChunkReader(input, header.end);
    for (let chunk = await chunks.next(); chunk !== null && !interruption.aborted; chunk = await chunks.next()) {
      if (isSliceOver()) await nextSlice();
      const lines = new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
      for (let next = lines.next(); next !== null; next = lines.next()) {
        const line = withoutLeadingCells(next, leadingCells);
        visit(line, cellsIn(line));
      }
    }
    await input.rewind?.();
  };
  await readLines((line, cells) => {
    const number = firstNumbers.isFull ? null : numberIn(cells);
    if (number !== null) firstNumbers.add(number);
    if (!mayTakeBack(line, cells)) return;
    const read = reader.read(line);
    if (isSkipped(read)) return;
    if ("code" in read) gathered.addUnread();
    else if (read.otherState === null) {
      addTo(gathered, read, keys, columns);
      const own = isTakeback(read) ? numberIn(cells) : null;
      if (own !== null && takenBack.size < TAKEBACKS_MAX) takenBack.add(own);
    }
  });
  const isRepeated = firstNumbers.areOneOnMost();
  // A payment may stand in front of its takeback. Few files have takebacks with numbers, and few lines their numbers.
  if (gathered.hasNumbered && !isRepeated) {
    await readLines((line, cells) => {
      if (!takenBack.has(numberIn(cells) ?? "")) return;
      const read = reader.read(line);
      if (isSkipped(read) || "code" in read || read.otherState !== null || isTakeback(read)) return;
      gathered.addPayment(keys.of(read));
    });
  }
  return gathered.record(claimColumn, isRepeated);
}

function cellsIn({ record }: Line): readonly string[] | null {
  const cells = record === null ? null : cellsOf(record);
  return cells instanceof Refusal ? null : cells;
}

/** Few lines take money back: only those that may are read as claims. A row that is no line of the table may hold one. */
function takebackTest({ count, notOwed, paid, ...columns }: InputColumns) {
  const amounts = [comparedColumn({ ...columns, paid }), paid].filter((column) => column !== null);
  return ({ record }: Line, cells: readonly string[] | null): boolean => {
    if (cells === null || cells.length !== count || record?.includes("\n")) return true;
    if (notOwed !== null && (cells[notOwed.index] ?? "") !== "") return true;
    return amounts.some(({ index, isCredit }) => {
      const cell = cells[index] ?? "";
      return isCredit ? cell !== "" : !NO_MINUS.test(cell);
    });
  };
}

/** A takeback that is found by the number of its claim needs nothing else that can be read. */
function addTo(gathered: GatheredTakebacks, read: ReadLine, keys: TakebackKeys, { notOwed }: InputColumns): void {
  const isAmountUnread = read.doubts.some(({ code }) => code === "invalid_amount");
  const isReasonUnread = read.faults.some(({ field }) => field === notOwed?.name);
  if (!isTakeback(read)) {
    if (isAmountUnread || isReasonUnread) gathered.addUnread();
    return;
  }
  gathered.addAmount(read.takenBack ?? amountOf(read));
  const found = keys.of(read);
  if (found.claim === null && read.faults.length > 0) gathered.addUnread();
  else gathered.add(found);
}

/** As many lines show whether a column has one value on most lines. */
const FIRST_VALUES_MAX = 10_000;
/** Fewer lines may all be of one claim. */
const FIRST_VALUES_MIN = 10;

/** The first numbers of a column. */
class FirstValues {
  readonly #times = new Map<string, number>();
  #total = 0;

  get isFull(): boolean {
    return this.#total === FIRST_VALUES_MAX;
  }

  add(value: string): void {
    this.#total += 1;
    this.#times.set(value, (this.#times.get(value) ?? 0) + 1);
  }

  areOneOnMost(): boolean {
    return this.#total >= FIRST_VALUES_MIN && Math.max(...this.#times.values()) * 2 > this.#total;
  }
}
