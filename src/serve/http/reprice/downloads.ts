import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import type { PlacesPerKey } from "../../../core/runtime/semaphore.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import type { FoundJob } from "../../../reprice/jobs/job-store.ts";
import type { RepricingJobs } from "../../../reprice/jobs/jobs.ts";
import type { Exchange } from "../exchange.ts";
import { HTTP_LIMITS } from "../limits.ts";
import type { Problem } from "../problems.ts";

const TOO_MANY: Problem = {
  code: "too_much_at_once",
  detail: `This API key has as many downloads of jobs under way as it may. Read them to their end and try again in ${HTTP_LIMITS.roomRetrySeconds} seconds.`,
};

/**
 * Sends stored files of a job in one of its key's download places, which is taken until all of them are closed. `send` returns what it
 * sends.
 */
export async function withPlace(
  exchange: Exchange,
  key: ApiKey,
  places: PlacesPerKey,
  send: () => Promise<StoredAnswer | null>,
): Promise<void> {
  const givePlaceBack = places.take(key.id);
  if (givePlaceBack === null) {
    exchange.header("retry-after", String(HTTP_LIMITS.roomRetrySeconds)).sendProblem(TOO_MANY);
    return;
  }
  let sent: StoredAnswer | null = null;
  try {
    sent = await send();
  } finally {
    if (sent === null) givePlaceBack();
    else void sent.closed.then(givePlaceBack);
  }
}

/** Opens files of a job to send them. They are closed, with the connection, when the job is deleted or its key revoked meanwhile. */
export async function openToSend(
  jobs: RepricingJobs,
  job: FoundJob,
  open: () => Promise<StoredAnswer | null>,
): Promise<StoredAnswer | null> {
  const use = jobs.use(job);
  let stored: StoredAnswer | null = null;
  try {
    stored = await open();
  } finally {
    if (stored === null) use.close();
  }
  if (stored === null) return null;
  const { stream, closed } = stored;
  void closed.then(() => use.close());
  if (use.ended.aborted) {
    stream.destroy();
    return null;
  }
  use.ended.addEventListener("abort", () => stream.destroy());
  return stored;
}

/** A piece of an answer: a text, or a file. */
export type Piece = string | { readonly file: string };

/** An answer in pieces, as a stream of known length. */
interface StoredAnswer {
  readonly length: number;
  readonly stream: Readable;
  /** Resolves when every file is closed, whether it was sent or not. */
  readonly closed: Promise<void>;
}

/** Opens a file that is a whole answer; null when it does not exist (any more). */
export async function openWhole(path: string): Promise<StoredAnswer | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { size: length } = await file.stat();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    return { length, stream: file.createReadStream().once("close", resolve), closed };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens every file of an answer before any of it is sent; null when one does not exist (any more). */
export async function openPieces(pieces: readonly Piece[]): Promise<StoredAnswer | null> {
  const files: FileHandle[] = [];
  const closeAll = () => Promise.all(files.map((file) => file.close()));
  const opened: (Buffer | FileHandle)[] = [];
  let length = 0;
  try {
    for (const piece of pieces) {
      if (typeof piece === "string") {
        opened.push(Buffer.from(piece));
        length += Buffer.byteLength(piece);
        continue;
      }
      const file = await open(piece.file);
      files.push(file);
      opened.push(file);
      length += (await file.stat()).size;
    }
  } catch (error) {
    await closeAll();
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const stream = Readable.from(bytesOf(opened), { objectMode: false });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // Sent or not: a client may leave, or request only the head.
  stream.once("close", () => {
    closeAll()
      .catch(() => {})
      .finally(resolve);
  });
  return { length, stream, closed };
}

async function* bytesOf(pieces: readonly (Buffer | FileHandle)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* piece.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>;
  }
}
