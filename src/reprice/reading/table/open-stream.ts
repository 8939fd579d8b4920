import { failure } from "../../../runtime/failure.ts";
import { type Header, readHeader } from "../header.ts";
import { type InputFile, openInput } from "../input-file.ts";
import { NOT_STREAMED, StreamedInput } from "../streamed-input.ts";
import { COMMAS, delimiterOf } from "./delimiter.ts";
import { headingsRow, type JudgeHeadings } from "./headings-row.ts";
import type { OpenClaims } from "./open-claims.ts";

/** Lookups that come as a stream of CSV: all of a file, or a range of its lines. */
export interface ClaimsStream {
  readonly bytes: AsyncIterable<Buffer>;
  /** A range of a file, which has no headings itself; null where the stream begins with them. */
  readonly range: StreamedRange | null;
  /** What to do with a table that cannot be streamed; as the command takes it when absent. */
  readonly remedy?: string;
  /** The most columns that its first lines may have; as many as a file when absent. */
  readonly columnsMax?: number;
}

interface StreamedRange {
  /** A file that begins with the headings, such as the one that the range was cut from. */
  readonly headerFile: string;
  /** Which line of the whole the first one of the range is. */
  readonly firstLine: number;
}

/** Headings and what stands above them are in it. */
const HEAD_BYTES = 64 * 1024;

/** Opens a stream of CSV in UTF-8 with commas, the one kind that need not be seen whole before it is read. */
export async function openStream(
  name: string,
  { bytes, range, remedy = NOT_STREAMED, columnsMax }: ClaimsStream,
  judge: JudgeHeadings,
): Promise<OpenClaims> {
  const input = new StreamedInput(name, bytes, remedy);
  try {
    const header =
      range === null ? await headerOf(input, judge, remedy, columnsMax) : await headerOfRange(range, judge);
    const columns = `${header.names.length} ${header.names.length === 1 ? "column" : "columns"}`;
    const place = range === null ? "" : `, headings of ${range.headerFile}, from line ${range.firstLine}`;
    return {
      input,
      header,
      fingerprint: name,
      isFrom1904: false,
      hasSemicolons: false,
      countLines: null,
      told: `${name}: commas, UTF-8, streamed, ${columns}${place}.`,
      sheetRemedy: null,
      sheets: { names: [], hidden: [], chosen: null },
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function headerOf(
  input: InputFile,
  judge: JudgeHeadings,
  remedy = NOT_STREAMED,
  columnsMax?: number,
): Promise<Header> {
  const { name, sign } = delimiterOf((await input.read(0, HEAD_BYTES)).toString("utf8"), judge);
  if (sign !== COMMAS.sign) {
    throw failure(`${input.path} has ${name} between its cells, and only CSV with commas can be streamed. ${remedy}`);
  }
  return await readHeader(input, (rows) => headingsRow(rows, judge), columnsMax);
}

async function headerOfRange({ headerFile, firstLine }: StreamedRange, judge: JudgeHeadings): Promise<Header> {
  const file = await openInput(headerFile);
  try {
    return { ...(await headerOf(file, judge)), end: { offset: 0, line: firstLine } };
  } finally {
    await file.close();
  }
}
