import { failure } from "../../core/runtime/failure.ts";
import { fullHeapMegabytes } from "../../core/runtime/memory.ts";
import { type ByteSource, counting, fileBytes, firstBytes } from "./bytes.ts";
import type { RowSource } from "./row.ts";
import { type Delimiter, textSource } from "./text.ts";

/** A file with rows: the file itself, or a member of a ZIP. */
export interface Part {
  readonly name: string;
  /** Its lists of rows; a text has one, a workbook one per sheet. The delimiter of a text is guessed when none is given. */
  lists(isFixedWidth: boolean, delimiter?: Delimiter | null): Promise<readonly RowSource[]>;
}

export interface OpenFile {
  readonly name: string;
  readonly isArchive: boolean;
  readonly parts: readonly Part[];
  close(): void;
}

/** Progress of reading a part, in bytes; a returned promise delays the reading. */
type OnBytes = (part: string, count: number, total: number) => unknown;

/** The remedy when the memory, in megabytes, is nearly used up. */
type NoRoomAdvice = (megabytes: number) => string;

const COMMAND_NO_ROOM: NoRoomAdvice = (megabytes) =>
  `reading it needs more memory than the ${megabytes} MB that Node.js may use; is it the right file? If it is, allow more with NODE_OPTIONS=--max-old-space-size=8192 (megabytes)`;

const HEAD_BYTES = 64 * 1024;
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const EMPTY_ZIP = Buffer.from("PK\u0005\u0006", "latin1");
const LEGACY_OFFICE = Buffer.from("d0cf11e0a1b11ae1", "hex");
const PDF = Buffer.from("%PDF");
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const UTF_16_MARKS = [Buffer.from("fffe", "hex"), Buffer.from("feff", "hex")];
const UTF_16_SAMPLE_BYTES = 1024;

/** Opens a file by its content, whatever its name. */
export async function openFile(
  path: string,
  onBytes: OnBytes,
  noRoom: NoRoomAdvice = COMMAND_NO_ROOM,
): Promise<OpenFile> {
  const file = await fileBytes(path);
  const head = await firstBytes(file, HEAD_BYTES);
  if (head.length === 0) throw failure("the file is empty; download it again");
  if (startsWith(head, EMPTY_ZIP)) throw failure("the ZIP has no files in it; download it again");
  if (!startsWith(head, ZIP)) {
    return {
      name: file.name,
      isArchive: false,
      parts: [partOf(file, onBytes, noRoom)],
      close: () => undefined,
    };
  }
  const { openZipArchive } = await import("./zip.ts");
  const archive = await openZipArchive(path);
  if (archive.members.some(({ name }) => name === "xl/workbook.xml")) {
    archive.close();
    return {
      name: file.name,
      isArchive: false,
      parts: [partOf(file, onBytes, noRoom)],
      close: () => undefined,
    };
  }
  return {
    name: file.name,
    isArchive: true,
    parts: archive.members.map((member) => partOf(member, onBytes, noRoom)),
    close: archive.close,
  };
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

function partOf(source: ByteSource, onBytes: OnBytes, noRoom: NoRoomAdvice): Part {
  const read = new Map<string, Promise<readonly RowSource[]>>();
  // The sheets of a workbook are separate sources under the part's name.
  const watched = (each: ByteSource) =>
    counting(each, (done) => {
      refuseWithoutRoom(noRoom);
      return onBytes(source.name, Math.min(done, each.bytes), each.bytes);
    });
  return {
    name: source.name,
    // Several sections may read one workbook: it is opened once for those with equal text settings.
    lists: (isFixedWidth, delimiter = null) => {
      const form = `${isFixedWidth} ${delimiter}`;
      const lists = read.get(form) ?? listsOf(source, watched, { isFixedWidth, delimiter });
      read.set(form, lists);
      return lists;
    },
  };
}

/** Everything else has a limit; records that a publication keeps by the million have only this one. */
function refuseWithoutRoom(noRoom: NoRoomAdvice): void {
  const megabytes = fullHeapMegabytes();
  if (megabytes !== null) throw failure(noRoom(megabytes));
}

interface TextForm {
  readonly isFixedWidth: boolean;
  readonly delimiter: Delimiter | null;
}

export const LINES_WITHOUT_LINE_FEED =
  "its lines end in a carriage return alone, as old Macintosh programs write them, which cannot be read here; open it in a spreadsheet program and save it as CSV (UTF-8)";

async function listsOf(
  source: ByteSource,
  watched: (source: ByteSource) => ByteSource,
  { isFixedWidth, delimiter }: TextForm,
): Promise<readonly RowSource[]> {
  const head = await firstBytes(source, HEAD_BYTES);
  // Readers of other forms than text are loaded when a file has that form: most files are texts.
  if (startsWith(head, ZIP)) return (await import("./workbook.ts")).workbookSheets(source, watched);
  if (startsWith(head, LEGACY_OFFICE)) {
    return (await import("./legacy-workbook.ts")).legacyWorkbookSheets(watched(source));
  }
  if (startsWith(head, PDF)) {
    throw failure(
      "this is a PDF, which cannot be read as a table; take the spreadsheet that it was made from, or retype it as CSV",
    );
  }
  if (isUtf16(head)) {
    throw failure(
      "this is text in UTF-16, which cannot be read here; open it in a spreadsheet program and save it as CSV (UTF-8)",
    );
  }
  if (head.includes(CARRIAGE_RETURN) && !head.includes(LINE_FEED)) {
    throw failure(LINES_WITHOUT_LINE_FEED);
  }
  const opening = openingOf(head);
  if (isXmlWorkbook(opening)) {
    throw failure(
      "this is a workbook in the XML format of 2003, which cannot be read here; open it in a spreadsheet program and save it as XLSX",
    );
  }
  if (!isPage(opening)) return [textSource(watched(source), head, isFixedWidth, delimiter)];
  const { pageTables } = await import("./page.ts");
  const tables = await pageTables(watched(source));
  if (tables.length > 0) return tables;
  throw failure(
    "this is a web page without a table, not a data file (an error page, perhaps, that was saved under the file's name); download the file again",
  );
}

const OPENING_CHARACTERS = 40;
/** What may precede the first tag: comments, and instructions such as `<?xml version="1.0"?>`. */
const BEFORE_TAGS = [
  ["<!--", "-->"],
  ["<?", "?>"],
] as const;

/** The first tag, or any other beginning of a text. */
function openingOf(head: Buffer): string {
  const text = head.toString("utf8").replace(/^\ufeff/, "");
  let start = 0;
  for (;;) {
    while (/\s/.test(text.charAt(start))) start += 1;
    const passedOver = BEFORE_TAGS.find(([open]) => text.startsWith(open, start));
    if (passedOver === undefined) return text.slice(start, start + OPENING_CHARACTERS);
    const [, close] = passedOver;
    const end = text.indexOf(close, start);
    if (end < 0) return "";
    start = end + close.length;
  }
}

function isPage(opening: string): boolean {
  return /^<(?:!doctype html|html|head|body|table|div|meta|script)\b/i.test(opening);
}

function isXmlWorkbook(opening: string): boolean {
  return /^<(?:\w+:)?Workbook\b/.test(opening);
}

/** UTF-16: with a byte order mark, or with a zero beside nearly every letter. */
function isUtf16(head: Buffer): boolean {
  if (UTF_16_MARKS.some((mark) => startsWith(head, mark))) return true;
  const sample = head.subarray(0, UTF_16_SAMPLE_BYTES);
  for (const offset of [0, 1]) {
    let zeros = 0;
    for (let at = offset; at < sample.length; at += 2) if (sample[at] === 0) zeros += 1;
    if (zeros > sample.length / 4) return true;
  }
  return false;
}
