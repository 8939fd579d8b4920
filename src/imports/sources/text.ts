import { failure } from "../../runtime/failure.ts";
import { delimiterByCount } from "../../text/csv/delimiter-by-count.ts";
import type { ByteSource } from "./bytes.ts";
import { DelimitedReader, type StrayQuotes } from "./delimited.ts";
import { FixedWidthReader } from "./fixed-width.ts";
import type { RowSource } from "./row.ts";

const LINE_FEED = 10;
const OF_FIGURES = Buffer.from("0123456789.");
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** What may stand between the cells of a text. */
export const DELIMITERS = [",", "\t", "|", ";", "~"] as const;
export type Delimiter = (typeof DELIMITERS)[number];
const LINES_LOOKED_AT = 50;

/** A delimited text, or lines of fixed width. A delimiter that is not known is told by the first lines. */
export function textSource(
  source: ByteSource,
  head: Buffer,
  isFixedWidth: boolean,
  delimiter: Delimiter | null,
): RowSource {
  if (isFixedWidth) return readBy((onRow) => new FixedWidthReader(onRow), source);
  return delimitedSource(source, (delimiter ?? delimiterOf(head)).charCodeAt(0));
}

/** A text whose delimiter is known. */
export function delimitedSource(
  source: ByteSource,
  delimiter: number,
  strayQuotes: StrayQuotes = "refused",
): RowSource {
  return readBy((onRow) => new DelimitedReader(onRow, delimiter, strayQuotes), source);
}

type OnRow = Parameters<RowSource["read"]>[0];

function readBy(readerFor: (onRow: OnRow) => FixedWidthReader | DelimitedReader, source: ByteSource): RowSource {
  let endsInFigure = false;
  return {
    name: "",
    endsInFigure: () => endsInFigure,
    async read(onRow) {
      const reader = readerFor(onRow);
      let isFirst = true;
      endsInFigure = false;
      let lastByte: number = LINE_FEED;
      for await (const chunk of source.chunks()) {
        const bytes = isFirst && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? chunk.subarray(3) : chunk;
        isFirst = false;
        const nul = bytes.indexOf(0);
        if (reader.read(nul < 0 ? bytes : bytes.subarray(0, nul)) === "enough") return;
        if (nul >= 0) throw notText(reader.unfinishedLine);
        lastByte = bytes.at(-1) ?? lastByte;
      }
      reader.end();
      endsInFigure = OF_FIGURES.includes(lastByte);
    },
  };
}

/** What is left of a file where its disk or its download failed is NUL bytes; rows after them would be missed. */
function notText(line: number): Error {
  return failure(
    `line ${line} has NUL bytes in it, which no text has: the file is damaged, or no text; download it again, or open it in a spreadsheet program and save it as CSV (UTF-8)`,
  );
}

/** The delimiter of a text, told by its first lines. */
function delimiterOf(head: Buffer): Delimiter {
  const lines = head.toString("latin1").split("\n", LINES_LOOKED_AT);
  return delimiterByCount(lines, DELIMITERS, (sign) => sign);
}
