import { QUOTE } from "./signs.ts";
import { closingQuote, unquoted } from "./tokenizer.ts";

/** The first cells of a record, and the rest of it untouched, whatever that is. */
interface LeadingCells {
  readonly cells: readonly string[];
  readonly rest: string;
}

/** Takes so many cells off a record that need not be CSV behind them; null when nothing follows them. */
export function leadingCells(record: string, count: number): LeadingCells | null {
  const cells: string[] = [];
  let position = 0;
  while (cells.length < count) {
    const isQuoted = record.charCodeAt(position) === QUOTE;
    const close = isQuoted ? closingQuote(record, position) : position;
    const comma = close < 0 ? close : record.indexOf(",", close);
    if (comma < 0) return null;
    cells.push(isQuoted ? unquoted(record.slice(position + 1, close)) : record.slice(position, comma));
    position = comma + 1;
  }
  return { cells, rest: record.slice(position) };
}

/** A record from the cell on that follows so many, untouched; null when it has none there. */
export function withoutCells(record: string, count: number): string | null {
  return leadingCells(record, count)?.rest ?? null;
}
