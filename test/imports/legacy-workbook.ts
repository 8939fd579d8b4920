import * as spreadsheets from "@e965/xlsx";

/* Old workbooks, written by another program than ours: what it wrote as XLS and as XLSX must read alike. */

export type BookCell = string | number | boolean | Date | null | spreadsheets.CellObject;

export interface BookOptions {
  readonly isFrom1904?: boolean;
  /** Names of sheets that nobody sees. */
  readonly hidden?: readonly string[];
  /** Whether texts are shared among cells, as spreadsheet programs do it, or stand in each. */
  readonly hasOwnTexts?: boolean;
}

type Sheets = Readonly<Record<string, readonly (readonly BookCell[])[]>>;

/** A workbook in the format of Excel 97 to 2003. */
export function xls(sheets: Sheets, options: BookOptions = {}): Buffer {
  return bookOf(sheets, options, "biff8");
}

/** The same workbook as spreadsheet programs write it today. */
export function sameAsXlsx(sheets: Sheets, options: BookOptions = {}): Buffer {
  return bookOf(sheets, options, "xlsx");
}

/** The same workbook as Excel 95 would have written it. */
export function xls95(sheets: Sheets): Buffer {
  return bookOf(sheets, {}, "biff5");
}

function bookOf(
  sheets: Sheets,
  { isFrom1904 = false, hidden = [], hasOwnTexts = false }: BookOptions,
  bookType: "biff8" | "xlsx" | "biff5",
): Buffer {
  const book = spreadsheets.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = spreadsheets.utils.aoa_to_sheet(rows as unknown[][], { UTC: true, date1904: isFrom1904 } as object);
    spreadsheets.utils.book_append_sheet(book, sheet, name);
  }
  const views = Object.keys(sheets).map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 }) as const);
  book.Workbook = { Sheets: views, WBProps: { date1904: isFrom1904 } };
  return spreadsheets.write(book, { type: "buffer", bookType, bookSST: !hasOwnTexts }) as Buffer;
}

/** The stream of an old workbook, which its container holds. */
export function streamIn(book: Buffer): Buffer {
  const container = spreadsheets.CFB.read(book, { type: "buffer" });
  return Buffer.from(spreadsheets.CFB.find(container, "Workbook")?.content as Uint8Array);
}

/** A container with these streams, by name. */
export function containerOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const container = spreadsheets.CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) {
    spreadsheets.CFB.utils.cfb_add(container, `/${name}`, content);
  }
  return Buffer.from(spreadsheets.CFB.write(container, { type: "buffer" }) as Buffer);
}
