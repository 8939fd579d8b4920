import type { State } from "../pricing/state.ts";
import { StoredDirectory } from "../providers/stored-directory.ts";
import { readAbout } from "./about.ts";
import { storedProviders } from "./provider-store.ts";
import { StoredRateData } from "./rate-tables.ts";
import type { Release, StateInRelease } from "./release.ts";
import { openForReading } from "./sqlite.ts";

/** Opens a release for reading. */
export function openRelease(file: string, states: readonly State[]): Release {
  const database = openForReading(file);
  const { description, states: codes } = readAbout(database);
  const data = new StoredRateData(database);
  const held = states
    .filter(({ code }) => codes.includes(code))
    .map((state): [string, StateInRelease] => [
      state.code,
      {
        state,
        data,
        identifierNames: Object.keys(state.providers.identifiers),
        directory: new StoredDirectory(storedProviders(database, state.providers.table), state.providers),
      },
    ]);
  return { file, description, states: new Map(held), close: () => database.close() };
}
