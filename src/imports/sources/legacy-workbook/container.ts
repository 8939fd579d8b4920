import { damagedWorkbook } from "../workbook/xml.ts";

// The container of old office files ([MS-CFB]): a small file system whose files, the streams, are chains of sectors. Every number
// in it may be wrong, so every offset is checked before it is read and chains are never followed in a loop.

const HEADER_BYTES = 512;
const BYTE_ORDER = 0xfffe;
/** The capacity of the header; further sectors of the table are listed in extra sectors. */
const TABLE_SECTORS_IN_HEADER = 109;
const END_OF_CHAIN = 0xfffffffe;
const LAST_SECTOR = 0xfffffff9;
const ENTRY_BYTES = 128;
const NO_ENTRY = 0xffffffff;
const STREAM = 2;
const ROOT = 5;
/** The only value that old office programs use; shorter streams are kept in sectors of 64 bytes. */
const SMALL_STREAM_BYTES = 4096;
const SMALL_SECTOR_SHIFT = 6;

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** The streams in the root of a container, by lower-case name. */
export function streamsOf(file: Buffer): ReadonlyMap<string, () => Buffer> {
  const sectors = new Sectors(file);
  const entries = entriesOf(sectors.stream(file.readUInt32LE(48)));
  const root = entries[0];
  if (root?.type !== ROOT) throw damagedWorkbook("its list of parts is missing");
  const small = new SmallSectors(sectors, file, root);
  const streams = new Map<string, () => Buffer>();
  for (const { name, type, start, size } of childrenOf(root, entries)) {
    if (type !== STREAM) continue;
    streams.set(name.toLowerCase(), () => (size < SMALL_STREAM_BYTES ? small : sectors).stream(start, size));
  }
  return streams;
}

class Sectors {
  readonly #file: Buffer;
  readonly #shift: number;
  readonly #next: Uint32Array;

  constructor(file: Buffer) {
    if (file.length < HEADER_BYTES) throw damagedWorkbook("its beginning is cut off");
    const [version, shift] = [file.readUInt16LE(26), file.readUInt16LE(30)];
    const isKnown = (version === 3 && shift === 9) || (version === 4 && shift === 12);
    if (!isKnown || file.readUInt16LE(28) !== BYTE_ORDER) throw damagedWorkbook("its beginning makes no sense");
    this.#file = file;
    this.#shift = shift;
    this.#next = this.#table();
  }

  /** The bytes of a chain; limited to `size` if given. */
  stream(start: number, size: number | null = null): Buffer {
    const bytes = Buffer.concat(chained(start, this.#next, (sector) => this.#sector(sector)));
    return size === null ? bytes : firstOf(bytes, size);
  }

  #sector(number: number): Buffer {
    const start = (number + 1) * 2 ** this.#shift;
    if (start >= this.#file.length) throw damagedWorkbook("a part of it is beyond its end");
    // Some programs do not fill the last sector.
    return this.#file.subarray(start, start + 2 ** this.#shift);
  }

  #table(): Uint32Array {
    const file = this.#file;
    const places: number[] = [];
    for (let at = 0; at < TABLE_SECTORS_IN_HEADER; at += 1) places.push(file.readUInt32LE(76 + at * 4));
    const perSector = 2 ** (this.#shift - 2);
    const seen = new Set<number>();
    for (let list = file.readUInt32LE(68); list <= LAST_SECTOR; ) {
      if (seen.has(list)) throw damagedWorkbook("its table of sectors goes around in circles");
      seen.add(list);
      const numbers = numbersIn([this.#sector(list)]);
      places.push(...numbers.subarray(0, perSector - 1));
      list = numbers[perSector - 1] ?? END_OF_CHAIN;
    }
    const used = places.filter((place) => place <= LAST_SECTOR);
    if (new Set(used).size !== used.length) throw damagedWorkbook("its table of sectors names one of them twice");
    return numbersIn(used.map((place) => this.#sector(place)));
  }
}

/** The small sectors, which are in the root's stream. */
class SmallSectors {
  readonly #bytes: Buffer;
  readonly #next: Uint32Array;

  constructor(sectors: Sectors, file: Buffer, root: Entry) {
    this.#bytes = root.start <= LAST_SECTOR ? sectors.stream(root.start, root.size) : Buffer.alloc(0);
    const table = file.readUInt32LE(60);
    this.#next = table <= LAST_SECTOR ? numbersIn([sectors.stream(table)]) : new Uint32Array();
  }

  stream(start: number, size: number): Buffer {
    if (size === 0) return Buffer.alloc(0);
    const bytes = chained(start, this.#next, (sector) => {
      const from = sector << SMALL_SECTOR_SHIFT;
      return this.#bytes.subarray(from, from + (1 << SMALL_SECTOR_SHIFT));
    });
    return firstOf(Buffer.concat(bytes), size);
  }
}

/** A chain is at least as long as its stream; a shorter one is damaged. */
function firstOf(bytes: Buffer, size: number): Buffer {
  if (bytes.length < size) throw damagedWorkbook("a part of it is shorter than it should be");
  return bytes.subarray(0, size);
}

function chained(start: number, next: Uint32Array, sectorAt: (number: number) => Buffer): Buffer[] {
  const sectors: Buffer[] = [];
  for (let sector = start; sector !== END_OF_CHAIN; ) {
    const following = next[sector];
    if (following === undefined) throw damagedWorkbook("a part of it is beyond its end");
    // A chain longer than its table is a loop.
    if (sectors.length >= next.length) throw damagedWorkbook("a chain of sectors goes around in circles");
    sectors.push(sectorAt(sector));
    sector = following;
  }
  return sectors;
}

function numbersIn(sectors: readonly Buffer[]): Uint32Array {
  const bytes = Buffer.concat(sectors);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
}

function entriesOf(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, at) => {
    const entry = directory.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES);
    // The length of the name includes its terminating zero.
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62);
    return {
      name: entry.toString("utf16le", 0, nameBytes),
      type: entry.readUInt8(66),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    };
  });
}

/** The entries of the root itself: embedded workbooks are in folders. */
function childrenOf(root: Entry, entries: readonly Entry[]): Entry[] {
  const found: Entry[] = [];
  const seen = new Set<number>();
  const waiting = [root.child];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at];
    if (at === NO_ENTRY || seen.has(at)) continue;
    if (entry === undefined) throw damagedWorkbook("its list of parts is cut off");
    seen.add(at);
    found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}
