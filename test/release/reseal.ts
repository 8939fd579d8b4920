import { truncateSync } from "node:fs";
import Database from "better-sqlite3";
import { sealFile } from "../../src/release/seal.ts";

/** Changes a release as somebody would who also puts a new seal on it: only what stands behind the seal can tell. */
export function changeBehindSeal(path: string, change: (database: Database.Database) => void): void {
  const database = new Database(path);
  change(database);
  const pageBytes = database.pragma("page_size", { simple: true }) as number;
  const contentBytes = (database.pragma("page_count", { simple: true }) as number) * pageBytes;
  database.close();
  truncateSync(path, contentBytes);
  sealFile(path);
}
