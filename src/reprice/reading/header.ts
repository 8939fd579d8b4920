import { isUtf8 } from "node:buffer";
import { failure } from "../../reading/failure.ts";
import { otherEncoding } from "../../reading/other-encoding.ts";
import { Refusal } from "../../reading/refusal.ts";
import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../csv/records.ts";
import type { Place } from "./chunks.ts";
import type { InputFile } from "./input-file.ts";

/** The first line of the input. */
export interface Header {
  /** As it is in the file. */
  readonly text: string;
  readonly names: readonly string[];
  /** Where the lookups start. */
  readonly end: Place;
}

/** Far more than the names of any columns need. */
const HEADER_BYTES_MAX = 256 * 1024;

const BYTE_ORDER_MARK = "\ufeff";

export async function readHeader(input: InputFile): Promise<Header> {
  const bytes = await input.read(0, HEADER_BYTES_MAX);
  const encoding = otherEncoding(bytes);
  if (encoding !== null) throw refused(input, `the file is ${encoding}; save it as CSV UTF-8`);
  const length = new RecordCursor(bytes.toString("latin1"), bytes.length === input.size).next();
  if (length === UNFINISHED) throw refused(input, "there is no line with the names of the columns");
  const line = bytes.subarray(0, length);
  if (!isUtf8(line)) throw refused(input, "bytes that are not UTF-8; save the file as CSV UTF-8");
  const whole = line.toString("utf8");
  const text = recordBetween(whole, whole.startsWith(BYTE_ORDER_MARK) ? 1 : 0, whole.length);
  const names = cellsOf(text);
  if (names instanceof Refusal) throw refused(input, `expected ${names.expected}`);
  const lines = whole.split("\n").length - 1;
  return { text, names: names.map((name) => name.trim()), end: { offset: length, line: 1 + lines } };
}

function refused({ path }: InputFile, reason: string): Error {
  return failure(`${path}:1: ${reason}.`);
}
