import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import type { MayWrite } from "../files/writing.ts";
import { failure } from "../runtime/failure.ts";

/** Sheets are so repetitive that the fastest level packs them to a tenth; more effort takes three times as long. */
const EFFORT = 3;

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
  readonly name: Buffer;
  readonly offset: number;
  readonly checksum: number;
  readonly packed: number;
  readonly unpacked: number;
}

/** Writes a ZIP file as a stream, member by member: nothing is kept in memory. */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #mayWrite: MayWrite;
  readonly #members: Member[] = [];
  #offset = 0;

  constructor(file: FileHandle, mayWrite: MayWrite) {
    this.#file = file;
    this.#mayWrite = mayWrite;
  }

  async add(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const offset = this.#offset;
    const nameBytes = Buffer.from(name);
    await this.#write(localHeader(nameBytes), nameBytes);
    const start = this.#offset;
    let checksum = 0;
    let unpacked = 0;
    const bytes = async function* (): AsyncGenerator<Buffer> {
      for await (const piece of pieces) {
        const each = Buffer.from(piece);
        checksum = crc32(each, checksum);
        unpacked += each.length;
        yield each;
      }
    };
    await pipeline(
      Readable.from(bytes(), { objectMode: true }),
      createDeflateRaw({ level: EFFORT }),
      async (packed) => {
        for await (const part of packed) await this.#write(part as Buffer);
      },
    );
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
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(this.#members.length, 8);
    end.writeUInt16LE(this.#members.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#write(end);
  }

  async #write(...parts: readonly Buffer[]): Promise<void> {
    for (const part of parts) {
      await this.#mayWrite(part.length);
      await this.#file.writeFile(part);
      this.#offset += part.length;
    }
  }
}

function localHeader(name: Buffer): Buffer {
  const bytes = Buffer.alloc(LOCAL_HEADER_BYTES);
  bytes.writeUInt32LE(LOCAL_HEADER, 0);
  writeCommon(bytes, 4);
  bytes.writeUInt16LE(name.length, 26);
  return bytes;
}

function descriptor({ checksum, packed, unpacked }: Member): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR_BYTES);
  bytes.writeUInt32LE(DESCRIPTOR, 0);
  bytes.writeUInt32LE(checksum, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(unpacked, 12);
  return bytes;
}

function entry({ name, offset, checksum, packed, unpacked }: Member): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes.writeUInt32LE(ENTRY, 0);
  bytes.writeUInt16LE(VERSION, 4);
  writeCommon(bytes, 6);
  bytes.writeUInt32LE(checksum, 16);
  bytes.writeUInt32LE(packed, 20);
  bytes.writeUInt32LE(unpacked, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt32LE(offset, 42);
  return bytes;
}

/** The fields that a member has both in its header and in the directory. */
function writeCommon(bytes: Buffer, at: number): void {
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(FLAGS, at + 2);
  bytes.writeUInt16LE(DEFLATED, at + 4);
  bytes.writeUInt16LE(NO_DATE, at + 8);
}
