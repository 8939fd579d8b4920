import { createHash, type Hash } from "node:crypto";
import type { DatasetDescription } from "../dataset/description.ts";
import { headersOf, type Table, titleOf } from "../dataset/table.ts";

/** Texts are hashed this many bytes at a time: calling the hash for each row would cost more than the hashing. */
const BUFFER_BYTES = 256 * 1024;
const BYTES_PER_UNIT_MAX = 3;

/** The hash of one table's rows as they are compiled. */
export class TableHash {
  readonly #hash: Hash = createHash("sha256");
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #used = 0;
  readonly title: string;

  constructor(table: Table) {
    this.title = titleOf(table);
    this.add(JSON.stringify(headersOf(table)));
  }

  /** Adds a row as `rowText` gives it. */
  add(text: string): void {
    if (text.length * BYTES_PER_UNIT_MAX > BUFFER_BYTES - this.#used) this.#flush();
    if (text.length * BYTES_PER_UNIT_MAX > BUFFER_BYTES) this.#hash.update(text, "utf8");
    else this.#used += this.#buffer.write(text, this.#used, "utf8");
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest("hex");
  }

  #flush(): void {
    this.#hash.update(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

/** One hash for a whole release, whatever the order in which its tables were read. */
export function contentHash({ name, version, description, sources }: DatasetDescription, tables: TableHash[]): string {
  const digests = tables.map((table) => `${table.title} ${table.digest()}`).sort();
  const content = JSON.stringify([{ name, version, description, sources }, digests]);
  return createHash("sha256").update(content).digest("hex");
}
