import { failure } from "../../reading/failure.ts";
import { openArchive } from "./archive.ts";
import { type ByteSource, counting, fileBytes, firstBytes } from "./bytes.ts";
import { pageTables } from "./page.ts";
import type { RowSource } from "./row.ts";
import { textSource } from "./text.ts";
import { workbookSheets } from "./workbook.ts";

/** A file with rows in it: the file itself, or a member of the ZIP that it is. */
export interface Part {
  readonly name: string;
  /** Its lists of rows; a text has one, a workbook one per sheet. */
  lists(isFixedWidth: boolean): Promise<readonly RowSource[]>;
}

/** A file as it was downloaded. */
export interface OpenFile {
  readonly name: string;
  readonly isArchive: boolean;
  readonly parts: readonly Part[];
  close(): void;
}

/** How far the reading of a part has come, in bytes. */
export type OnBytes = (part: string, count: number, total: number) => void;

const HEAD_BYTES = 64 * 1024;
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const EMPTY_ZIP = Buffer.from("PK\u0005\u0006", "latin1");
const LEGACY_OFFICE = Buffer.from("d0cf11e0", "hex");
const PDF = Buffer.from("%PDF");

/** Opens a file by what it holds, whatever its name says. */
export async function openFile(path: string, onBytes: OnBytes): Promise<OpenFile> {
  const file = await fileBytes(path);
  const head = await firstBytes(file, HEAD_BYTES);
  if (head.length === 0) throw failure("the file is empty; download it again");
  if (startsWith(head, EMPTY_ZIP)) throw failure("the ZIP has no files in it; download it again");
  if (!startsWith(head, ZIP)) {
    return { name: file.name, isArchive: false, parts: [partOf(file, onBytes)], close: () => undefined };
  }
  const archive = await openArchive(path);
  if (archive.members.some(({ name }) => name === "xl/workbook.xml")) {
    archive.close();
    return { name: file.name, isArchive: false, parts: [partOf(file, onBytes)], close: () => undefined };
  }
  return {
    name: file.name,
    isArchive: true,
    parts: archive.members.map((member) => partOf(member, onBytes)),
    close: archive.close,
  };
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

function partOf(source: ByteSource, onBytes: OnBytes): Part {
  let read: Promise<readonly RowSource[]> | null = null;
  let done = 0;
  const counted = counting(source, (count) => {
    done += count;
    onBytes(source.name, Math.min(done, source.bytes), source.bytes);
  });
  return {
    name: source.name,
    // Several sections may read one workbook, which is unpacked once.
    lists: (isFixedWidth) => {
      done = 0;
      read ??= listsOf(source, counted, isFixedWidth);
      return read;
    },
  };
}

async function listsOf(source: ByteSource, counted: ByteSource, isFixedWidth: boolean): Promise<readonly RowSource[]> {
  const head = await firstBytes(source, HEAD_BYTES);
  if (startsWith(head, ZIP)) return workbookSheets(counted);
  if (startsWith(head, LEGACY_OFFICE)) {
    throw failure("this is a workbook in the old XLS format; open it in a spreadsheet program and save it as XLSX");
  }
  if (startsWith(head, PDF)) {
    throw failure(
      "this is a PDF, which cannot be imported; ask the publisher for the spreadsheet, or retype it as CSV",
    );
  }
  if (!isPage(head)) return [textSource(counted, head, isFixedWidth)];
  const tables = await pageTables(counted);
  if (tables.length > 0) return tables;
  throw failure(
    "this is a web page without a table, not a data file (an error page, perhaps, that was saved under the file's name); download the file again",
  );
}

function isPage(head: Buffer): boolean {
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|div|meta|script)\b/i.test(
    head.toString("utf8").replace(/^\ufeff/, ""),
  );
}
