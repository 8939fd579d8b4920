import { lineEndFrom } from "./line-feeds.ts";
import { CARRIAGE_RETURN, COMMA, LINE_FEED, QUOTE } from "./signs.ts";

/*
 * CSV as RFC 4180 has it, LF accepted beside CRLF: a cell is in quotes as a whole, with quotes inside it doubled, or it has none.
 * This is the only place that knows what a quote in such a text means. Those who read decide what becomes of cells and faults.
 */

/** What is wrong with a record that is not CSV. */
export type RecordFault = "quote_never_closed" | "text_after_quote" | "quote_inside_cell" | "lone_carriage_return";

/** What is known of a record after going through it. */
interface Token {
  /** Where the line feed is that ends it, or the end of the text. Of a faulty one: that of the line where the fault is. */
  readonly end: number;
  readonly fault: RecordFault | null;
}

/** Goes through the record that starts at a position, gathering its cells, as they are without their quotes, where they are wanted. */
export function tokenize(text: string, start: number, cells: string[] | null): Token {
  let position = start;
  for (;;) {
    if (text.charCodeAt(position) === QUOTE) {
      const close = closingQuote(text, position);
      if (close < 0) return { end: lineEndFrom(text, start), fault: "quote_never_closed" };
      cells?.push(unquoted(text.slice(position + 1, close)));
      position = close + 1;
      if (!isCellEnd(text, position)) return { end: lineEndFrom(text, position), fault: "text_after_quote" };
    } else {
      const end = plainCellEnd(text, position);
      if (text.charCodeAt(end) === QUOTE) return { end: lineEndFrom(text, end), fault: "quote_inside_cell" };
      if (!isCellEnd(text, end)) return { end: lineEndFrom(text, end), fault: "lone_carriage_return" };
      cells?.push(text.slice(position, end));
      position = end;
    }
    if (text.charCodeAt(position) !== COMMA) return { end: lineEndFrom(text, position), fault: null };
    position += 1;
  }
}

/** The quote that closes the one at a position, or -1; a doubled one stands for itself. */
export function closingQuote(text: string, opening: number): number {
  let quote = text.indexOf('"', opening + 1);
  while (quote >= 0 && text.charCodeAt(quote + 1) === QUOTE) quote = text.indexOf('"', quote + 2);
  return quote;
}

/** What stands between the quotes of a cell, as it was before it was written. */
export function unquoted(inside: string): string {
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

/** Where a cell without quotes ends, or has a quote or a carriage return. Looks at each character: a search for the next comma could run to the end of the text. */
function plainCellEnd(text: string, from: number): number {
  const { length } = text;
  for (let end = from; end < length; end += 1) {
    const code = text.charCodeAt(end);
    // Letters and digits, nearly all there is, come after the comma and the other signs.
    if (code <= COMMA && (code === QUOTE || code === CARRIAGE_RETURN || isCellEnd(text, end))) return end;
  }
  return length;
}

/** Whether a comma, a line end or the end of the text is at a position. A carriage return by itself ends nothing but a text. */
function isCellEnd(text: string, position: number): boolean {
  if (position >= text.length) return true;
  const code = text.charCodeAt(position);
  if (code === COMMA || code === LINE_FEED) return true;
  if (code !== CARRIAGE_RETURN) return false;
  return position + 1 === text.length || text.charCodeAt(position + 1) === LINE_FEED;
}
