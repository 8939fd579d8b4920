import { existsSync } from "node:fs";
import { refuseOwnKeys } from "../../../keys/key-mirror.ts";
import type { StoredKey } from "../../../keys/key-store.ts";
import { PostgresKeyStore } from "../../../keys/postgres-key-store.ts";
import { type Home, homeIn } from "../../../operations/home.ts";
import { isFailure } from "../../../runtime/failure.ts";
import { lookedAt } from "../examined-database.ts";
import { type DoctorFinding, doubt, fault } from "../finding.ts";
import { openStore, soundStore } from "./key-store.ts";
import { usableFindings } from "./usable-keys.ts";

/** The keys that nodes share, and what the home of this node has in their place. */
export async function sharedKeyFindings(
  folder: string,
  url: string,
  now = new Date(),
): Promise<readonly DoctorFinding[]> {
  const home = homeIn(folder);
  const shared = await lookedAt<readonly StoredKey[]>(url, [], (database) => new PostgresKeyStore(database).list());
  const usable =
    shared === null
      ? [doubt("keys", "Those of the database could not be looked at.", "See what is said of the database.")]
      : usableFindings(
          shared.map(({ key }) => key),
          now,
          " --database",
        );
  return [...usable, ...mirrorFindings(home, shared)];
}

function mirrorFindings({ keysFile, auditFile }: Home, shared: readonly StoredKey[] | null): readonly DoctorFinding[] {
  if (!existsSync(keysFile)) return [];
  // A log without a store is refused, as that of a home which has lost its keys.
  const remedy = `Move ${keysFile} and ${auditFile} away: a node brings the keys of its database.`;
  const store = soundStore(keysFile, remedy);
  if ("verdict" in store) return [store];
  const own = store.isMirror || shared === null ? null : ownKeys(keysFile, store.stored, shared);
  return [...(own === null ? [] : [own]), ...openStore(keysFile)];
}

/** As a node looks at them before it writes those of the database in their place. */
function ownKeys(file: string, own: readonly StoredKey[], shared: readonly StoredKey[]): DoctorFinding | null {
  try {
    refuseOwnKeys(file, own, shared);
    return null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return fault("keys", error.message, "A node does not start with this home until then (keys_not_mirrored).");
  }
}
