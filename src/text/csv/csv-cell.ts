const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a cell of a CSV file, in quotes only where it needs them. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
