import { createHash, type Hash } from "node:crypto";
import type { JobRecord, RequestMark } from "./record.ts";

export function markOf(idempotencyKey: string): RequestMark {
  return { keyHash: createHash("sha256").update(idempotencyKey).digest("hex"), formHash: null };
}

/** Hashes a form while it arrives, the file piece by piece. */
export class FormHash {
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  /** Of the file and the fields, in any order. A field that is empty is as good as absent. */
  of(fields: ReadonlyMap<string, string>): string {
    const given = [...fields].map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== "");
    given.sort(([one], [other]) => (one < other ? -1 : 1));
    return this.#hash.update(JSON.stringify([this.#bytes, given])).digest("hex");
  }
}

/**
 * Whether a job stands for a request with this mark, sent by the same key. A job that failed does not: its reason asks for the file again. Of two
 * requests that reach two processes at the same moment each gives way to the other, and their clients are asked to send them again: never are there
 * two jobs.
 */
export function standsFor(job: JobRecord, asked: JobRecord): boolean {
  return (
    job.id !== asked.id && asked.mark !== null && job.mark?.keyHash === asked.mark.keyHash && job.status !== "failed"
  );
}
