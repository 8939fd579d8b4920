import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync } from "node:fs";
import { crc32 } from "node:zlib";
import { writeWhole } from "../core/files/writing.ts";
import { readFully } from "./open-file.ts";

/*
 * The seal of a release: the checksums (CRC-32) of its blocks, behind the last page of the SQLite file, where SQLite does
 * not look. Opening a release reads every block and compares. CRC-32 is several times as fast as a cryptographic
 * hash and finds every burst of up to 32 bits, and other damage but once in four billion; the list itself is protected
 * by SHA-256.
 *
 *   pages of SQLite | checksum of each block (4 bytes each) | signature, block size, block count | SHA-256 of the list and these
 */

/**
 * What is read and compared at once while a server answers: a checksum of so much takes about a tenth of a millisecond,
 * and the seal of a release of 400 MB has 6 kB.
 */
export const SEAL_BLOCK_BYTES = 256 * 1024;

const SIGNATURE = "RTBKSEAL";
const BLOCK_SIZE_AT = 8;
const BLOCK_COUNT_AT = 12;
const HEAD_BYTES = 16;
const DIGEST_BYTES = 32;
const CHECKSUM_BYTES = 4;

/** The checksums of all blocks. */
export type Seal = Uint32Array;

/** How many bytes the seal of so many bytes has. */
export function sealBytes(contentBytes: number): number {
  return blockCountOf(contentBytes) * CHECKSUM_BYTES + HEAD_BYTES + DIGEST_BYTES;
}

function blockCountOf(contentBytes: number): number {
  return Math.ceil(contentBytes / SEAL_BLOCK_BYTES);
}

/** Puts a seal on a file whose content is complete. */
export function sealFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    const { size } = fstatSync(descriptor);
    const block = Buffer.allocUnsafe(SEAL_BLOCK_BYTES);
    const sums = new DataView(new ArrayBuffer(blockCountOf(size) * CHECKSUM_BYTES));
    for (let at = 0, number = 0; at < size; at += SEAL_BLOCK_BYTES, number += 1) {
      const read = readFully(descriptor, block, at, Math.min(SEAL_BLOCK_BYTES, size - at));
      sums.setUint32(number * CHECKSUM_BYTES, crc32(read), true);
    }
    writeWhole(descriptor, sealText(new Uint8Array(sums.buffer)), size);
  } finally {
    closeSync(descriptor);
  }
}

function sealText(sums: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(SIGNATURE, "latin1");
  head.writeUInt32LE(SEAL_BLOCK_BYTES, BLOCK_SIZE_AT);
  head.writeUInt32LE(sums.length / CHECKSUM_BYTES, BLOCK_COUNT_AT);
  const list = Buffer.concat([sums, head]);
  return Buffer.concat([list, digestOf(list)]);
}

function digestOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** The seal behind so many bytes of content; null when there is none, or not a whole and sound one. */
export function readSeal(descriptor: number, contentBytes: number): Seal | null {
  const expected = sealBytes(contentBytes);
  const bytes = readFully(descriptor, Buffer.allocUnsafe(expected), contentBytes, expected);
  if (bytes.length < expected) return null;
  const list = bytes.subarray(0, -DIGEST_BYTES);
  const head = list.subarray(-HEAD_BYTES);
  const isSound =
    head.toString("latin1", 0, SIGNATURE.length) === SIGNATURE &&
    head.readUInt32LE(BLOCK_SIZE_AT) === SEAL_BLOCK_BYTES &&
    head.readUInt32LE(BLOCK_COUNT_AT) === blockCountOf(contentBytes) &&
    digestOf(list).equals(bytes.subarray(-DIGEST_BYTES));
  if (!isSound) return null;
  return Uint32Array.from({ length: blockCountOf(contentBytes) }, (_, number) =>
    list.readUInt32LE(number * CHECKSUM_BYTES),
  );
}
