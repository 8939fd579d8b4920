import { failure } from "../runtime/failure.ts";

/** The limit of a ZIP file without the extension for large files, which not every reader knows. */
const BYTES_MAX = 0xffff_ffff;

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
const DESCRIPTOR_BYTES = 16;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const VERSION = 20;
/** Sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01, the first day that there is: the same content gives the same bytes. */
const NO_DATE = 0x21;

interface Member {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
}

/** The output of a ZIP file, and what Node and browsers each have their own functions for. */
export interface ZipOutput {
  write(bytes: Uint8Array): Promise<void>;
  /** Raw deflate (RFC 1951). */
  deflated(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The CRC-32 of all bytes so far; `before`: without these. */
  checksum(bytes: Uint8Array, before: number): number;
}

const encoder = new TextEncoder();

/** Writes a ZIP file as a stream, member by member: nothing is kept in memory. */
export class ZipWriter {
  readonly #output: ZipOutput;
  readonly #members: Member[] = [];
  #offset = 0;

  constructor(output: ZipOutput) {
    this.#output = output;
  }

  async add(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const output = this.#output;
    const offset = this.#offset;
    const nameBytes = encoder.encode(name);
    await this.#write(localHeader(nameBytes), nameBytes);
    const start = this.#offset;
    let checksum = 0;
    let unpacked = 0;
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        const each = encoder.encode(piece);
        checksum = output.checksum(each, checksum);
        unpacked += each.length;
        yield each;
      }
    };
    for await (const part of output.deflated(bytes())) await this.#write(part);
    const member = { name: nameBytes, offset, checksum, packed: this.#offset - start, unpacked };
    if (Math.max(this.#offset, unpacked) > BYTES_MAX) {
      throw failure("The workbook would be larger than a spreadsheet program opens. Ask for fewer fields or columns.");
    }
    await this.#write(descriptor(member));
    this.#members.push(member);
  }

  async end(): Promise<void> {
    const start = this.#offset;
    for (const member of this.#members) await this.#write(entry(member), member.name);
    const end = view(END_BYTES);
    end.setUint32(0, END, true);
    end.setUint16(8, this.#members.length, true);
    end.setUint16(10, this.#members.length, true);
    end.setUint32(12, this.#offset - start, true);
    end.setUint32(16, start, true);
    await this.#write(bytesOf(end));
  }

  async #write(...parts: readonly Uint8Array[]): Promise<void> {
    for (const part of parts) {
      await this.#output.write(part);
      this.#offset += part.length;
    }
  }
}

function view(bytes: number): DataView {
  return new DataView(new ArrayBuffer(bytes));
}

function bytesOf({ buffer }: DataView): Uint8Array {
  return new Uint8Array(buffer);
}

function localHeader(name: Uint8Array): Uint8Array {
  const bytes = view(LOCAL_HEADER_BYTES);
  bytes.setUint32(0, LOCAL_HEADER, true);
  writeCommon(bytes, 4);
  bytes.setUint16(26, name.length, true);
  return bytesOf(bytes);
}

function descriptor({ checksum, packed, unpacked }: Member): Uint8Array {
  const bytes = view(DESCRIPTOR_BYTES);
  bytes.setUint32(0, DESCRIPTOR, true);
  bytes.setUint32(4, checksum, true);
  bytes.setUint32(8, packed, true);
  bytes.setUint32(12, unpacked, true);
  return bytesOf(bytes);
}

function entry({ name, offset, checksum, packed, unpacked }: Member): Uint8Array {
  const bytes = view(ENTRY_BYTES);
  bytes.setUint32(0, ENTRY, true);
  bytes.setUint16(4, VERSION, true);
  writeCommon(bytes, 6);
  bytes.setUint32(16, checksum, true);
  bytes.setUint32(20, packed, true);
  bytes.setUint32(24, unpacked, true);
  bytes.setUint16(28, name.length, true);
  bytes.setUint32(42, offset, true);
  return bytesOf(bytes);
}

/** The fields that a member has both in its header and in the directory. */
function writeCommon(bytes: DataView, at: number): void {
  bytes.setUint16(at, VERSION, true);
  bytes.setUint16(at + 2, FLAGS, true);
  bytes.setUint16(at + 4, DEFLATED, true);
  bytes.setUint16(at + 8, NO_DATE, true);
}
