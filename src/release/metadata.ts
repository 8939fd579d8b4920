import { createHash, type Hash } from "node:crypto";
import { sha256 } from "../core/files/reading.ts";
import type { DatasetDescription } from "../dataset/description.ts";
import { sharedTables } from "../dataset/medicare-tables.ts";
import { headersOf, type Table, titleOf } from "../dataset/table.ts";
import type { NotLoadedMessages } from "../pricing/state/loaded.ts";
import type { State } from "../pricing/state/state.ts";
import type { ReleaseDescription } from "./release.ts";
import type { Queryable, WritingDatabase } from "./sqlite.ts";

/** What a release keeps about itself. */
export interface Metadata {
  readonly description: ReleaseDescription;
  /** What was declared about the tables of each state that it holds, and of the common ones. */
  readonly declarations: Readonly<Record<string, Declarations>>;
  /** What the rules of each state made of its providers. */
  readonly derivations: Readonly<Record<string, Declarations>>;
  /** What is answered, by state, in settings that are not loaded. */
  readonly notLoaded: Readonly<Record<string, NotLoadedMessages>>;
  /** What all checksums of the release begin with. */
  readonly checksumSalt: number;
}

/**
 * What the compiled form of tables depends on. A program that declares something else would
 * look in the wrong place and find nothing, which is worse than refusing the release.
 */
type Declarations = Readonly<Record<string, string>>;

/** The folders of tables that no state declares. */
const SHARED_FOLDERS: ReadonlySet<string> = new Set(sharedTables.map(({ folder }) => folder));

/** The declarations of a state, each by the name of what it declares. */
function declarationsOf({ tables, providers }: State): Declarations {
  const { identifiers, filters } = providers;
  const search = Object.entries(filters).map(([name, { match }]) => `${name} ${match}`);
  return {
    ...tableDeclarations(tables),
    "provider identifiers": Object.keys(identifiers).join(", "),
    "provider search": search.join(", "),
  };
}

/** By folder: `common` and `medicare`. */
function sharedDeclarations(): Readonly<Record<string, Declarations>> {
  const inFolder = (name: string) => sharedTables.filter(({ folder }) => folder === name);
  return Object.fromEntries([...SHARED_FOLDERS].map((folder) => [folder, tableDeclarations(inFolder(folder))]));
}

function tableDeclarations(tables: readonly Table[]): Declarations {
  return Object.fromEntries(
    tables.map((table) => [titleOf(table), `${headersOf(table).join(", ")} by ${table.readBy.join(", ")}`]),
  );
}

/** The headers of a table that a release was compiled with, whether this program knows it or not; null when it has none. */
export function compiledHeaders({ declarations }: Metadata, title: string): readonly string[] | null {
  const [folder = ""] = title.split("/");
  const declared = declarations[folder]?.[title];
  return declared === undefined ? null : (declared.split(" by ")[0] as string).split(", ");
}

/** The states that a release holds, by their codes. */
export function heldStates({ declarations }: Metadata): readonly string[] {
  return Object.keys(declarations).filter((folder) => !SHARED_FOLDERS.has(folder));
}

const ABOUT = "about";

export function writeMetadata(
  database: WritingDatabase,
  description: ReleaseDescription,
  states: readonly State[],
  { derivations, notLoaded }: Pick<Metadata, "derivations" | "notLoaded">,
): void {
  const declarations = Object.fromEntries(states.map((state) => [state.code, declarationsOf(state)]));
  database.execute(`CREATE TABLE ${ABOUT} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`);
  const insert = database.insert(`INSERT INTO ${ABOUT} VALUES (?, ?)`);
  insert(["description", JSON.stringify(description)]);
  insert(["declarations", JSON.stringify({ ...declarations, ...sharedDeclarations() })]);
  insert(["derivations", JSON.stringify(derivations)]);
  insert(["not loaded", JSON.stringify(notLoaded)]);
  insert(["origin", JSON.stringify(database.checksumSalt)]);
}

/** What a release says about itself; null when it does not say it all. */
export function readMetadata(database: Queryable): Metadata | null {
  try {
    const query = database.query(`SELECT value FROM ${ABOUT} WHERE name = ?`);
    const member = (name: string) => JSON.parse(query.first(name)?.[0] as string) as unknown;
    return {
      description: member("description") as ReleaseDescription,
      declarations: member("declarations") as Metadata["declarations"],
      derivations: member("derivations") as Metadata["derivations"],
      notLoaded: member("not loaded") as Metadata["notLoaded"],
      checksumSalt: member("origin") as number,
    };
  } catch {
    return null;
  }
}

/** The first declaration of this program that a release was not compiled with; null when it has them all. */
export function differingDeclaration({ declarations }: Metadata, states: readonly State[]): string | null {
  const ours = {
    ...sharedDeclarations(),
    ...Object.fromEntries(states.map((each) => [each.code, declarationsOf(each)])),
  };
  for (const [folder, declared] of Object.entries(ours)) {
    const difference = firstDifference(declared, declarations[folder]);
    if (difference !== null) return difference;
  }
  return null;
}

/** The first rule of this program that makes something else of a state's providers; null when none does. */
export function differingRule({ derivations }: Metadata, { code }: State, derived: Declarations): string | null {
  return firstDifference(derived, derivations[code]);
}

function firstDifference(ours: Declarations, compiled: Declarations = {}): string | null {
  return Object.keys(ours).find((name) => ours[name] !== compiled[name]) ?? null;
}

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
  derivations: Metadata["derivations"],
): string {
  const digests = tables.map((table) => `${table.title} ${table.digest()}`).sort();
  const content = JSON.stringify([{ name, version, description, sources }, digests, derivations]);
  return sha256(content);
}
