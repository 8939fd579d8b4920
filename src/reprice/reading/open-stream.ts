import { failure } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { refuseDamagedX12 } from "../x12/damaged.ts";
import { beginsInterchange } from "../x12/syntax.ts";
import { COMMAS, delimiterOf, type Header, headingsRow, type JudgeHeadings, readHeader } from "./header.ts";
import { ByteWindow, type InputFile, openInput, Utf8Check } from "./input-file.ts";
import type { OpenClaims } from "./open-claims.ts";

/** Claims from a stream of CSV: a whole file, or a range of its lines. */
export interface ClaimsStream {
  readonly bytes: AsyncIterable<Buffer>;
  /** A range of a file, without headings; null when the stream begins with headings. */
  readonly range: StreamedRange | null;
}

interface StreamedRange {
  /** A file that begins with the headings, such as the one that the range was cut from. */
  readonly headerFile: string;
  /** The line number of the range's first line in the whole file. */
  readonly firstLine: number;
}

/** Includes the headings and what stands above them. */
const HEAD_BYTES = 64 * 1024;

/** Opens a stream of CSV in UTF-8 with commas, the only format that need not be seen whole before it is read. */
export async function openStream(
  name: string,
  { bytes, range }: ClaimsStream,
  judge: JudgeHeadings,
): Promise<OpenClaims> {
  const input = new StreamedInput(name, bytes);
  try {
    const header = range === null ? await headerOf(input, judge) : await headerOfRange(range, judge);
    const columns = plainCountText(header.names.length, "column");
    const place = range === null ? "" : `, headings of ${range.headerFile}, from line ${range.firstLine}`;
    return {
      input,
      header,
      fingerprint: name,
      isFrom1904: false,
      hasSemicolons: false,
      separator: COMMAS.sign,
      countLines: null,
      format: `${name}: commas, UTF-8, streamed, ${columns}${place}.`,
      sheetRemedy: null,
      sheets: { names: [], hidden: [], chosen: null },
      remittance: null,
      keptColumns: [],
    };
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function headerOf(input: InputFile, judge: JudgeHeadings): Promise<Header> {
  const bytes = await input.read(0, HEAD_BYTES);
  if (beginsInterchange(bytes)) {
    throw failure(`${input.path} is X12, and only CSV with commas can be streamed. ${NOT_STREAMED}`);
  }
  const head = bytes.toString("utf8");
  refuseDamagedX12(head);
  const { name, sign } = delimiterOf(head, judge);
  if (sign !== COMMAS.sign) {
    throw failure(
      `${input.path} has ${name} between its cells, and only CSV with commas can be streamed. ${NOT_STREAMED}`,
    );
  }
  return await readHeader(input, (rows) => headingsRow(rows, judge));
}

async function headerOfRange({ headerFile, firstLine }: StreamedRange, judge: JudgeHeadings): Promise<Header> {
  const file = await openInput(headerFile);
  try {
    return { ...(await headerOf(file, judge)), end: { offset: 0, line: firstLine } };
  } finally {
    await file.close();
  }
}

const NOT_STREAMED = "Leave the second - out and say --out -, which looks at all of it first, or name a file.";

/** The magic number of gzip. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Claims that are read as they arrive and dropped when priced: memory stays flat. */
class StreamedInput implements InputFile {
  readonly path: string;
  readonly reading = null;
  readonly recordsAreLines = false;
  /** Its bytes come once. */
  readonly rewind = null;
  readonly #source: AsyncIterator<Buffer>;
  readonly #encoding = new Utf8Check();
  readonly #window = new ByteWindow();
  #isOver = false;

  constructor(path: string, bytes: AsyncIterable<Buffer>) {
    this.path = path;
    this.#source = bytes[Symbol.asyncIterator]();
  }

  get size(): number {
    return this.#isOver ? this.#window.end : Number.POSITIVE_INFINITY;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    this.#window.forgetBefore(offset);
    while (this.#window.end < offset + length && !this.#isOver) await this.#takeMore();
    return this.#window.copied(offset, length);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #takeMore(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) this.#isOver = true;
    else this.#take(value);
    if (done ? !this.#encoding.end() : !this.#encoding.isUtf8)
      throw this.#refused("is not UTF-8", `near byte ${this.#window.end}`);
  }

  #take(piece: Buffer): void {
    if (this.#window.end === 0 && piece.subarray(0, GZIP.length).equals(GZIP)) throw this.#compressed();
    const nul = piece.indexOf(0);
    if (nul !== -1) throw this.#refused("has a NUL byte", `at byte ${this.#window.end + nul + 1}`);
    this.#encoding.add(piece);
    this.#window.add(piece);
  }

  /** The format of a stream is known only from its beginning: other bytes further on end it. */
  #refused(what: string, place: string): Error {
    return failure(`${this.path} ${what} ${place}, and only CSV in UTF-8 can be streamed. ${NOT_STREAMED}`);
  }

  #compressed(): Error {
    return failure(
      `${this.path} is compressed (gzip). Unpack it on the way: gunzip -c FILE | ratebook reprice ... - -`,
    );
  }
}
