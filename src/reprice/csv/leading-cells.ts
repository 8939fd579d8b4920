const QUOTE = '"';
const COMMA = ",";

/** A record from the cell on that follows so many, untouched; null when it has none there. */
export function withoutCells(record: string, count: number): string | null {
  let position = 0;
  for (let cell = 0; cell < count; cell += 1) {
    const comma = record.indexOf(COMMA, record[position] === QUOTE ? afterQuoted(record, position) : position);
    if (comma < 0) return null;
    position = comma + 1;
  }
  return record.slice(position);
}

/** Where a cell in quotes ends; a doubled quote stands for itself. */
function afterQuoted(record: string, start: number): number {
  let quote = record.indexOf(QUOTE, start + 1);
  while (quote >= 0 && record[quote + 1] === QUOTE) quote = record.indexOf(QUOTE, quote + 2);
  return quote < 0 ? record.length : quote + 1;
}
