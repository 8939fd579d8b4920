/*
 * The few parts of the tar format (POSIX ustar) that an archive of plain files needs. Every `tar` program reads them. One set of
 * values gives one header, so that a reader compares bytes instead of interpreting what an archive says.
 */

export const TAR_BLOCK_BYTES = 512;

/** What follows the last member. */
export const TAR_END = Buffer.alloc(2 * TAR_BLOCK_BYTES);

const NAME_BYTES_MAX = 100;
const SIZE_AT = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;

/** What eleven octal digits hold; larger sizes are written in binary, as GNU tar does, and bsdtar and Python read. */
const OCTAL_BYTES_MAX = 8 ** SIZE_DIGITS - 1;
const BINARY_SIZE = 0x80;
const BINARY_SIZE_HIGH_AT = SIZE_AT + 4;
const BINARY_SIZE_LOW_AT = SIZE_AT + 8;
const LOW_RANGE = 2 ** 32;

interface TarMember {
  /** A relative path in ASCII. */
  readonly name: string;
  readonly bytes: number;
}

/** The header of a file that only its owner may read. */
export function tarHeader({ name, bytes }: TarMember, writtenAt: Date): Buffer {
  if (!/^[\x21-\x7e]+$/.test(name) || name.length > NAME_BYTES_MAX) throw new Error(`${name} is no name for a member`);
  const header = Buffer.alloc(TAR_BLOCK_BYTES);
  header.write(name, 0, "latin1");
  writeOctal(header, 100, 7, 0o600);
  writeOctal(header, 108, 7, 0);
  writeOctal(header, 116, 7, 0);
  writeSize(header, bytes);
  writeOctal(header, 136, 11, Math.floor(writtenAt.getTime() / 1_000));
  header.write("0", 156, "latin1");
  header.write("ustar\u000000", 257, "latin1");
  // The checksum counts its own field as spaces.
  header.fill(" ", CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, CHECKSUM_AT, "latin1");
  return header;
}

/** The size that a header gives, when it is written in octal digits; null otherwise. */
export function octalSizeIn(header: Buffer): number | null {
  const digits = header.toString("latin1", SIZE_AT, SIZE_AT + SIZE_DIGITS);
  return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** The zeros after the content of a member, up to a whole block. */
export function tarPadding(bytes: number): number {
  return (TAR_BLOCK_BYTES - (bytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

function writeSize(header: Buffer, bytes: number): void {
  if (bytes <= OCTAL_BYTES_MAX) {
    writeOctal(header, SIZE_AT, SIZE_DIGITS, bytes);
    return;
  }
  header[SIZE_AT] = BINARY_SIZE;
  header.writeUInt32BE(Math.floor(bytes / LOW_RANGE), BINARY_SIZE_HIGH_AT);
  header.writeUInt32BE(bytes % LOW_RANGE, BINARY_SIZE_LOW_AT);
}

function writeOctal(header: Buffer, at: number, digits: number, value: number): void {
  header.write(value.toString(8).padStart(digits, "0"), at, "latin1");
}
