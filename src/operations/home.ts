import { join } from "node:path";
import { makeFolders } from "../files/make-folders.ts";
import { failure, reasonOf } from "../reading/failure.ts";

/** Where things are in a home folder. */
export interface Home {
  readonly keysFile: string;
  /** One file per running server. */
  readonly serversFolder: string;
}

const OWNER_ONLY = 0o700;

/** Opens a home folder, creating it when it is missing: what it holds is nobody else's business. */
export function openHome(folder: string): Home {
  const serversFolder = join(folder, "servers");
  try {
    makeFolders(serversFolder, OWNER_ONLY);
  } catch (error) {
    throw failure(`The home folder ${folder} cannot be used (${reasonOf(error)}). Choose another with --home.`);
  }
  return { keysFile: join(folder, "keys.db"), serversFolder };
}
