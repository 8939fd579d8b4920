const START = 0x811c_9dc5;
const PRIME = 0x0100_0193;

/** A 32-bit hash of a text (FNV-1a with a final mix), the same in every process. */
export function textHash(text: string, seed = START): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME);
  return mixed(hash);
}

/** The hash of the text that some bytes of ASCII are. */
export function bytesHash(bytes: Uint8Array, from: number, to: number): number {
  let hash = START;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), PRIME);
  return mixed(hash);
}

function mixed(unmixed: number): number {
  let hash = unmixed;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

interface HashedRows {
  readonly hashes: Uint32Array;
  readonly rows: Uint32Array;
}

const DIGIT_BITS = 16;
const DIGITS = 1 << DIGIT_BITS;

/** Sorts rows by their hash; rows of one hash keep their order. */
export function sortedByHash(hashes: Uint32Array, rows: Uint32Array): HashedRows {
  return sortedByDigit(sortedByDigit({ hashes, rows }, 0), DIGIT_BITS);
}

function sortedByDigit({ hashes, rows }: HashedRows, shift: number): HashedRows {
  const places = new Uint32Array(DIGITS + 1);
  for (let index = 0; index < hashes.length; index += 1) {
    const digit = ((hashes[index] as number) >>> shift) & (DIGITS - 1);
    places[digit + 1] = (places[digit + 1] as number) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1) {
    places[digit + 1] = (places[digit + 1] as number) + (places[digit] as number);
  }
  const sorted = { hashes: new Uint32Array(hashes.length), rows: new Uint32Array(rows.length) };
  for (let index = 0; index < hashes.length; index += 1) {
    const hash = hashes[index] as number;
    const digit = (hash >>> shift) & (DIGITS - 1);
    const place = places[digit] as number;
    sorted.hashes[place] = hash;
    sorted.rows[place] = rows[index] as number;
    places[digit] = place + 1;
  }
  return sorted;
}
