import { createHash, type Hash } from "node:crypto";
import type { DatasetDescription } from "../dataset/description.ts";
import { headersOf, type Table, titleOf } from "../dataset/table.ts";
import { sha256 } from "../files/file-hash.ts";
import type { About } from "./about.ts";

/** The hash of one table's rows as they are compiled. */
export class TableHash {
  readonly title: string;
  readonly #hash: Hash = createHash("sha256");

  constructor(title: string, headers: readonly string[]) {
    this.title = title;
    this.#hash.update(JSON.stringify(headers));
  }

  static of(table: Table): TableHash {
    return new TableHash(titleOf(table), headersOf(table));
  }

  /** Adds rows as they are compiled, one or several. */
  add(rows: string | Buffer): void {
    this.#hash.update(rows);
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** One hash for a whole release, whatever the order in which its tables were read, and for what was derived from them. */
export function contentHash(
  { name, version, description, sources }: DatasetDescription,
  tables: TableHash[],
  derivations: About["derivations"],
): string {
  const digests = tables.map((table) => `${table.title} ${table.digest()}`).sort();
  const content = JSON.stringify([{ name, version, description, sources }, digests, derivations]);
  return sha256(content);
}
