import { failure, isFailure } from "../../core/runtime/failure.ts";
import { fullHeapMegabytes } from "../../core/runtime/memory.ts";
import { otherEncoding } from "../../core/text/encoding.ts";
import { quoted } from "../../core/text/refusal.ts";
import { type ByteSource, counting, fileBytes, firstBytes } from "../../imports/sources/bytes.ts";
import { openZipArchive } from "../../imports/sources/zip.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { refuseDamagedX12 } from "../x12/damaged.ts";
import type { RemittanceFacts } from "../x12/remittance-facts.ts";
import { beginsInterchange } from "../x12/syntax.ts";
import { KEPT_COLUMNS } from "../x12/table.ts";
import { readClaimsToJoin, readX12, writeX12Rows } from "../x12/x12-file.ts";
import { scanFile } from "./input-file.ts";
import { fromUtf16, TextWindow, utf16Of } from "./text-window.ts";

/** The files of one X12 input: the file itself, or the members of a ZIP. */
export interface X12Sources {
  readonly sources: readonly ByteSource[];
  close(): void;
}

const HEAD_BYTES = 512;
const GIGABYTE = 1024 ** 3;
/** As much as standard input may have: a ZIP says how much it holds before it is unpacked. */
const UNPACKED_BYTES_MAX = 16 * GIGABYTE;

/** An input that is X12 itself; null for any other file. */
export async function x12File(path: string, head: Buffer): Promise<X12Sources | null> {
  const source = x12Bytes(await fileBytes(path), head);
  return source === null ? null : { sources: [source], close: () => undefined };
}

/** The bytes of an X12 file, those of UTF-16 converted; null for any other file. */
function x12Bytes(file: ByteSource, head: Buffer): ByteSource | null {
  if (beginsInterchange(head)) return file;
  if (otherEncoding(head) !== "UTF-16") return null;
  const encoding = utf16Of(head);
  const text = new TextDecoder(encoding).decode(head.subarray(0, HEAD_BYTES));
  return beginsInterchange(Buffer.from(text, "latin1")) ? fromUtf16(file, encoding) : null;
}

const ZIP = Buffer.from("PK\u0003\u0004", "latin1");

/** A ZIP whose members are all X12 is one input, in the order of the ZIP. Any other ZIP is left to its own refusal. */
export async function x12InZip(path: string, bytesMax = UNPACKED_BYTES_MAX): Promise<X12Sources | null> {
  const archive = await openZipArchive(path);
  try {
    const others: string[] = [];
    const sources: ByteSource[] = [];
    for (const member of archive.members) {
      const source = x12Bytes(member, await firstBytes(member, HEAD_BYTES));
      if (source === null) others.push(member.name);
      else sources.push(source);
    }
    if (others.length === archive.members.length) {
      archive.close();
      return null;
    }
    if (others.length > 0) {
      throw failure(`the ZIP has X12 files and others, such as ${quoted(others[0])}; leave in it the X12 files alone`);
    }
    const unpacked = archive.members.reduce((total, { bytes }) => total + bytes, 0);
    if (unpacked > bytesMax) throw failure(`the ZIP holds more than ${bytesMax / GIGABYTE} GB; split it`);
    return { sources, close: archive.close };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** Limits of what is read. */
interface ReadingLimits {
  /** The remedy when reading needs more memory. */
  readonly noRoom?: string | undefined;
  readonly unpackedBytesMax?: number | undefined;
}

/** The file with the claims of a remittance. */
export interface ClaimsToJoin {
  readonly path: string;
  readonly name: string;
}

/** An X12 input as a table that is being written into a window. */
interface OpenX12 {
  readonly window: TextWindow;
  readonly words: string;
  readonly notes: readonly string[];
  readonly rows: number;
  readonly remittance: RemittanceFacts | null;
  readonly keptColumns: readonly string[];
  /** Identifies the claims that it was joined with; empty without them. */
  readonly joinedFingerprint: string;
}

/** Reads an X12 input once to check it, and then a second time into a window, row by row. */
export async function openX12(
  name: string,
  { sources, close }: X12Sources,
  lookup: RateLookup,
  claims: ClaimsToJoin | null,
  limits: ReadingLimits,
): Promise<OpenX12> {
  try {
    const joined = claims === null ? null : await claimsToJoin(claims, limits);
    const contents = await readX12(sources, lookup, joined?.claims ?? null);
    const window = new TextWindow(name, true);
    const watched = watchedBy(sources, (done, total) => window.room(done, total));
    window.fill(async (add) => {
      try {
        await writeX12Rows(watched, contents, add);
      } finally {
        close();
      }
    }, false);
    const { words, notes, rows, remittance } = contents;
    return {
      window,
      words: joined === null ? words : `${words}, joined with ${joined.name}`,
      notes,
      rows,
      remittance,
      keptColumns: KEPT_COLUMNS,
      joinedFingerprint: joined === null ? "" : `, claims SHA-256 ${joined.sha256}`,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** All claims that are joined are in memory. */
function refuseWithoutRoom(noRoom: string | undefined): void {
  const megabytes = fullHeapMegabytes();
  if (megabytes === null) return;
  throw failure(
    noRoom ?? `joining its claims needs more memory than the ${megabytes} MB that Node.js may use; split the claims`,
  );
}

async function claimsToJoin({ path, name }: ClaimsToJoin, { noRoom, unpackedBytesMax }: ReadingLimits) {
  const { head, sha256 } = await scanFile(path, name);
  const isZip = head.subarray(0, ZIP.length).equals(ZIP);
  let opened: X12Sources | null = null;
  try {
    opened = isZip ? await x12InZip(path, unpackedBytesMax) : await x12File(path, head);
    if (opened === null) throw noClaims(head);
    const watched = watchedBy(opened.sources, () => refuseWithoutRoom(noRoom));
    return { name, sha256, claims: await readClaimsToJoin(watched) };
  } catch (error) {
    throw isFailure(error) ? failure(`${name}: ${error.message}${/[.?]$/.test(error.message) ? "" : "."}`) : error;
  } finally {
    opened?.close();
  }
}

function noClaims(head: Buffer): Error {
  refuseDamagedX12(head.toString("utf8"));
  return failure(
    "this is no X12 file, and the second file has the claims (837) of a remittance. Choose that file, or leave it out",
  );
}

/** Reports how far all files together have been read. */
function watchedBy(
  sources: readonly ByteSource[],
  onBytes: (done: number, total: number) => unknown,
): readonly ByteSource[] {
  const total = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  return sources.map((source) => {
    const start = before;
    before += source.bytes;
    return counting(source, (done) => onBytes(start + Math.min(done, source.bytes), total));
  });
}
