import { keysOfDatabase } from "../serve/operations/database-keys.ts";
import { type Home, homeForImport } from "../serve/operations/home.ts";
import { importedHome, type KeyPlace, keysOfHome } from "../serve/operations/key-place.ts";

/** Whose keys a command is about: those of a database when one is named, otherwise those of a home. */
export interface WhichKeys {
  readonly home: string;
  readonly database: string | null;
}

/** Where keys are imported to: also a home that has none. */
export function importPlace({ home, database }: WhichKeys): KeyPlace {
  return database === null ? importedHome(homeForImport(home)) : keysOfDatabase(database);
}

/** A home is opened only when it is asked about: with a database nothing is made or written there. */
export function keyPlace({ home, database }: WhichKeys, open: (folder: string) => Home): KeyPlace {
  return database === null ? keysOfHome(open(home)) : keysOfDatabase(database);
}
