import type { Day } from "../core/calendar/day.ts";
import { isSliceOver, nextSlice } from "../core/runtime/scheduler.ts";
import { cellsOf } from "../core/text/csv.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Claims } from "./claims.ts";
import { isSkipped } from "./pricing/line-fault.ts";
import { LineReader } from "./pricing/line-reader.ts";
import { GatheredTakebacks, isTakeback, TakebackKeys, type TakebacksOfFile } from "./pricing/takebacks.ts";
import { ChunkReader, type Line, Lines, withoutLeadingCells } from "./reading/chunks.ts";
import { claimNumberColumn } from "./reading/claim-number-column.ts";
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

/** What every amount below zero has, however it is written. */
const MINUS_OR_PARENTHESIS = /[-(]/;

/**
 * The takebacks of a table, found in a pass of its own before the first line is priced. Null where none are looked for: nothing is
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
  const gathered = new GatheredTakebacks(claimColumn, keysMax);
  const reader = new LineReader(columns, lookup, { ...form, leadingCells, today, state });
  const mayTakeBack = takebackTest(columns);
  const chunks = new ChunkReader(input, header.end);
  for (let chunk = await chunks.next(); chunk !== null && !interruption.aborted; chunk = await chunks.next()) {
    if (isSliceOver()) await nextSlice();
    const lines = new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
    for (let next = lines.next(); next !== null; next = lines.next()) {
      const line = withoutLeadingCells(next, leadingCells);
      if (!mayTakeBack(line)) continue;
      const read = reader.read(line);
      if (isSkipped(read) || "code" in read || read.otherState !== null || !isTakeback(read)) continue;
      const key = keys.of(read);
      if (key !== null) gathered.add(key);
    }
  }
  await input.rewind();
  return gathered.record();
}

/** Few lines take money back: only those that may are read as claims. */
function takebackTest(columns: InputColumns): (line: Line) => boolean {
  const { paid, notOwed } = columns;
  const amounts = [comparedColumn(columns), paid].filter((column) => column !== null);
  return ({ record }) => {
    const cells = record === null ? null : cellsOf(record);
    if (cells === null || cells instanceof Refusal) return false;
    if (notOwed !== null && (cells[notOwed.index] ?? "") !== "") return true;
    return amounts.some(({ index, isCredit }) => {
      const cell = cells[index] ?? "";
      return isCredit ? cell !== "" : MINUS_OR_PARENTHESIS.test(cell);
    });
  };
}
