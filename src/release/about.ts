import type { State } from "../pricing/state.ts";
import type { ReleaseDescription } from "./release.ts";
import type { ReadingDatabase, WritingDatabase } from "./sqlite.ts";

/** What a release keeps about itself. */
export interface About {
  readonly description: ReleaseDescription;
  /** The codes of the states that it holds. */
  readonly states: readonly string[];
}

export function writeAbout(database: WritingDatabase, description: ReleaseDescription, states: readonly State[]): void {
  database.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL)");
  const insert = database.insert("INSERT INTO about VALUES (?, ?)");
  insert(["description", JSON.stringify(description)]);
  insert(["states", JSON.stringify(states.map(({ code }) => code))]);
}

export function readAbout(database: ReadingDatabase): About {
  const query = database.query("SELECT value FROM about WHERE name = ?");
  const memberOf = (name: string) => JSON.parse(query.first(name)?.[0] as string) as unknown;
  return { description: memberOf("description") as ReleaseDescription, states: memberOf("states") as string[] };
}
