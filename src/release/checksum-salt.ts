import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { commonTables } from "../dataset/common-tables.ts";
import { DESCRIPTION_FILE } from "../dataset/description.ts";
import { originsFileOf } from "../dataset/origins/origins-file.ts";
import { fileOf, type Table } from "../dataset/table.ts";
import type { State } from "../state/state.ts";

/*
 * Which dataset a release was compiled from, as a number that all of its checksums begin with (a salt). Rows of another
 * release, as when one is copied over the file that is being served, are sound in themselves: only where they come
 * from tells them from those that belong here. It is the same for the same files, so that they give the same bytes.
 */

const READ_BYTES = 1024 * 1024;

/** Reads the files of a dataset: a fraction of a second for as many gigabytes. One that is missing leaves no trace. */
export async function checksumSaltOf(dataset: string, states: readonly State[]): Promise<number> {
  const tables = [...(commonTables as readonly Table[]), ...states.flatMap((state) => state.tables)];
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let salt = 0;
  for (const name of [DESCRIPTION_FILE, ...tables.map(fileOf), ...tables.map(originsFileOf)]) {
    salt = await withFile(join(dataset, name), crc32(name, salt), buffer);
  }
  return salt;
}

/** What cannot be read is told by whoever reads the dataset. */
async function withFile(path: string, before: number, buffer: Buffer): Promise<number> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return before;
  const descriptor = openSync(path, "r");
  try {
    let salt = before;
    for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer)) {
      salt = crc32(buffer.subarray(0, count), salt);
      await nextTurn();
    }
    return salt;
  } finally {
    closeSync(descriptor);
  }
}
