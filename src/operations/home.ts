import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../files/make-folders.ts";
import { failure, toldAs } from "../reading/failure.ts";

/** Where things are in a home folder. */
export interface Home {
  readonly keysFile: string;
  /** One file per running server. */
  readonly serversFolder: string;
  readonly auditFile: string;
}

const OWNER_ONLY = 0o700;

/** Opens a home folder, creating it when it is missing: what it holds is nobody else's business. */
export function openHome(folder: string): Home {
  const home = homeIn(folder);
  try {
    makeFolders(folder, OWNER_ONLY);
  } catch (error) {
    throw toldAs(error, `The home folder ${folder} cannot be used`, "Choose another with --home.");
  }
  return home;
}

/** For commands about what is there: where a name was mistyped, they make nothing. */
export function existingHome(folder: string): Home {
  const home = homeIn(folder);
  if (existsSync(home.keysFile)) return home;
  throw failure(
    `There is no home ${folder}: check --home, or make a home and its first key with "ratebook keys create".`,
  );
}

/** Where things would be; nothing is looked at. */
export function homeIn(folder: string): Home {
  return {
    keysFile: join(folder, "keys.db"),
    serversFolder: join(folder, "servers"),
    auditFile: join(folder, "audit.jsonl"),
  };
}
