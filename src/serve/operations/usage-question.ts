import { existsSync } from "node:fs";
import { PostgresUsageStore } from "../../keys/usage/postgres-usage-store.ts";
import { SqliteUsageStore } from "../../keys/usage/sqlite-usage-store.ts";
import type { UsageQuestion, UsageTotal } from "../../keys/usage/usage-store.ts";
import { keysOfDatabase, withDatabase } from "./database-keys.ts";
import { homeIn } from "./home.ts";
import { keysOfHome } from "./key-place.ts";

/** Where usage is read: a database, or a home if none is named. */
interface UsagePlace {
  readonly home: string;
  readonly database: string | null;
}

/** The totals of a home or a database; changes and creates nothing. */
export async function usageTotals(place: UsagePlace, question: UsageQuestion): Promise<readonly UsageTotal[]> {
  if (place.database !== null) return await totalsOfDatabase(place.database, question);
  const { usageFile } = homeIn(place.home);
  // A home whose server has answered nothing yet.
  if (!existsSync(usageFile)) return [];
  const store = SqliteUsageStore.openToRead(usageFile);
  try {
    return await store.totals(question);
  } finally {
    await store.close();
  }
}

function totalsOfDatabase(url: string, question: UsageQuestion): Promise<readonly UsageTotal[]> {
  return withDatabase(url, (database) => new PostgresUsageStore(database).totals(question));
}

/** Names of keys by their IDs, if the place has them. */
export async function keyNames({ home, database }: UsagePlace): Promise<ReadonlyMap<string, string>> {
  const { keysFile } = homeIn(home);
  if (database === null && !existsSync(keysFile)) return new Map();
  const place = database === null ? keysOfHome(homeIn(home)) : keysOfDatabase(database);
  const keys = await place.read((all) => all.list());
  return new Map(keys.map(({ key }) => [key.id, key.name]));
}
