import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { constants, createGzip, createZstdCompress, gzip, zstdCompress } from "node:zlib";
import { type ContentCoding, codingAccepted } from "./accepted.ts";
import { HTTP_LIMITS } from "./limits.ts";

/** In the order of preference. zstd makes answers a quarter smaller than gzip does, in less time. */
const CODINGS: readonly ContentCoding[] = ["zstd", "gzip"];

/** Text alone: workbooks, archives and images are compressed already, and an event stream must not wait for more of itself. */
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:[a-z]+\+)?json|image\/svg\+xml)/;

/** For answers that are made once: most of what better compression would save, in a third of its time. */
const FAST_GZIP = { level: 1, chunkSize: HTTP_LIMITS.compressedChunkBytes };
const FAST_ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  chunkSize: HTTP_LIMITS.compressedChunkBytes,
};

/** For bytes that many answers share. */
const GOOD_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };

type Copy = Buffer | Promise<Buffer>;

/** Compressed copies of bytes that many answers share. A copy lives as long as its original. */
const copies = new WeakMap<Buffer, Map<ContentCoding, Copy>>();

/** Keeps a copy that was compressed elsewhere, such as by the build of the page. */
export function keepCompressed(bytes: Buffer, coding: ContentCoding, copy: Copy): void {
  const known = copies.get(bytes) ?? new Map<ContentCoding, Copy>();
  copies.set(bytes, known.set(coding, copy));
}

/** The compressed copy of shared bytes: it is made with the first request for it. The bytes themselves if that fails. */
export function compressedCopy(bytes: Buffer, coding: ContentCoding): Copy {
  const known = copies.get(bytes)?.get(coding);
  if (known !== undefined) return known;
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const done = (error: Error | null, copy: Buffer) => {
    // A later request finds the copy itself and need not wait for a promise.
    if (error === null) keepCompressed(bytes, coding, copy);
    else copies.get(bytes)?.delete(coding);
    resolve(error === null ? copy : bytes);
  };
  keepCompressed(bytes, coding, promise);
  if (coding === "zstd") zstdCompress(bytes, GOOD_ZSTD, done);
  else gzip(bytes, done);
  return promise;
}

/**
 * Compresses answers, in threads of the system (libuv): the thread that answers lookups only passes pieces on. A bound on how many are
 * compressed at once bounds their memory, some 400 KiB each; answers beyond it are sent as they are.
 */
export class Compression {
  readonly #isOn: boolean;
  #underWay = 0;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  /** Whether such an answer is compressed for clients that accept it. */
  isFor(mediaType: string, length: number): boolean {
    return this.#isOn && length >= HTTP_LIMITS.compressedBytesMin && COMPRESSIBLE.test(mediaType);
  }

  /** The coding that a client accepts; null: as it is. HTTP/1.0 cannot show the end of an answer of unknown length. */
  codingFor({ headers, httpVersion }: IncomingMessage): ContentCoding | null {
    return httpVersion === "1.0" ? null : codingAccepted(headers["accept-encoding"] as string | undefined, CODINGS);
  }

  /** A stream that compresses one answer; null when there are too many. */
  begin(coding: ContentCoding): Transform | null {
    if (this.#underWay >= HTTP_LIMITS.compressionsMax) return null;
    this.#underWay += 1;
    const stream = coding === "zstd" ? createZstdCompress(FAST_ZSTD) : createGzip(FAST_GZIP);
    return stream.once("close", () => {
      this.#underWay -= 1;
    });
  }
}
