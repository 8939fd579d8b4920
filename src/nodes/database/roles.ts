import type { AnySql } from "./database.ts";

/* Optional roles with few rights, for `ratebook database init`. It may run again. */

type Rights = Readonly<Record<string, readonly string[]>>;

const READ = ["SELECT"] as const;
const ADD = ["SELECT", "INSERT"] as const;
const COUNT = ["SELECT", "INSERT", "UPDATE"] as const;
const STORE = ["SELECT", "INSERT", "DELETE"] as const;
const KEEP = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/** What a node does with the tables of the schema. It neither writes keys and releases nor reads the audit log. */
export const NODE_RIGHTS: Rights = {
  schema_version: READ,
  changes: READ,
  keys: READ,
  releases: READ,
  release_chunks: READ,
  active_release: READ,
  nodes: KEEP,
  limits: KEEP,
  usage: COUNT,
  usage_senders: KEEP,
};

/** The rights of each role, by the end of its name. */
const ROLES: Readonly<Record<string, Rights>> = {
  node: NODE_RIGHTS,
  publisher: {
    schema_version: READ,
    changes: COUNT,
    releases: KEEP,
    release_files: STORE,
    release_chunks: STORE,
    release_activations: ADD,
    active_release: COUNT,
    nodes: READ,
  },
  clerk: { schema_version: READ, changes: COUNT, keys: COUNT, audit: ADD, usage: READ },
};

export function roleNames(prefix: string): readonly string[] {
  return Object.keys(ROLES).map((end) => `${prefix}_${end}`);
}

/** Makes the roles where they are missing, and grants what they need. They have no password yet. */
export function rolesSql(prefix: string): string {
  const roles = Object.entries(ROLES).map(([end, rights]) => ({ name: `${prefix}_${end}`, rights }));
  const made = roles.map(
    ({ name }) =>
      `  IF to_regrole('${name}') IS NULL THEN CREATE ROLE ${name} LOGIN; END IF;
  IF NOT has_database_privilege('${name}', current_database(), 'CONNECT') THEN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${name}', current_database());
  END IF;`,
  );
  const granted = roles.flatMap(({ name, rights }) => [
    `GRANT USAGE ON SCHEMA ratebook TO ${name};`,
    ...Object.entries(rights).map(
      ([table, rightsOfTable]) => `GRANT ${rightsOfTable.join(", ")} ON ratebook.${table} TO ${name};`,
    ),
  ]);
  const lend = `GRANT EXECUTE ON FUNCTION ratebook.lend TO ${prefix}_node;`;
  return `DO $$ BEGIN\n${made.join("\n")}\nEND $$;\n${[...granted, lend].join("\n")}\n`;
}

export async function makeRoles(sql: AnySql, prefix: string): Promise<void> {
  await sql.unsafe(rolesSql(prefix));
}
