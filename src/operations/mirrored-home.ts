import { existsSync } from "node:fs";
import { KeyFile } from "../keys/key-file.ts";
import { failure } from "../runtime/failure.ts";
import type { Home } from "./home.ts";

/**
 * A node keeps the keys of its database in its home (`keys/key-mirror.ts`). A key that was made there would be gone with the next
 * change in the database; and served without the database, keys that are revoked in it would go on working.
 */
export function mirrored(keysFile: string): Error {
  return failure(
    `${keysFile} holds the keys of a database, as its node knows them, and none of its own: name that database with --database, or choose another --home.`,
  );
}

/** For a server that follows no database. Throws a failure when the keys of its home are those of one. */
export function refuseMirrored({ keysFile }: Home): void {
  if (isMirrored(keysFile)) throw mirrored(keysFile);
}

/** For whoever pushes or activates a release in a home: its node serves what is active in the database, and would never take it up. */
export function refuseFollowing(folder: string, { keysFile }: Home): void {
  if (!isMirrored(keysFile)) return;
  throw failure(
    `The home ${folder} is that of a node that follows a database, and serves what is active there: name that database with --database, or choose another --home.`,
  );
}

function isMirrored(keysFile: string): boolean {
  if (!existsSync(keysFile)) return false;
  const file = new KeyFile(keysFile, { mustExist: true });
  const { isMirror } = file;
  file.close();
  return isMirror;
}
