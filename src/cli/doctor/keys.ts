import { existsSync, statSync } from "node:fs";
import { isFailure } from "../../core/runtime/failure.ts";
import type { ApiKey, StoredKey } from "../../keys/api-key.ts";
import { keyStatus } from "../../keys/issue.ts";
import { type ExaminedKeys, examinedKeys } from "../../keys/key-file.ts";
import { refuseOwnKeys } from "../../keys/merge-keys.ts";
import { PostgresKeyStore } from "../../keys/postgres-key-store.ts";
import { type Home, homeIn } from "../../serve/operations/home.ts";
import { mirrored } from "../../serve/operations/key-place.ts";
import { lookedAt } from "./database.ts";
import { type DoctorFinding, doubt, type Examined, fault, isOpenToOthers, modeText, well } from "./finding.ts";

/** The keys of a home whose server follows no database. */
export function keyFindings({ home }: Pick<Examined, "home">, now = new Date()): readonly DoctorFinding[] {
  const { keysFile } = homeIn(home);
  if (!existsSync(keysFile)) {
    return [doubt("keys", "There are no keys yet, so that nobody can ask.", 'Make one with "ratebook keys create".')];
  }
  const remedy = `Move ${keysFile} away, then put back a copy: "ratebook keys import" takes what "keys export" wrote.`;
  const store = soundStore(keysFile, remedy);
  if ("verdict" in store) return [store];
  if (store.isMirror) {
    return [
      fault("keys", mirrored(keysFile).message, "Examine it as it is served: with --database, or another --home."),
    ];
  }
  const keys = store.stored.map(({ key }) => key);
  return [...usableFindings(keys, now), ...openStore(keysFile)];
}

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

/** The store of a home, or why it cannot be used. `remedy` is where keys come from when it is damaged. */
function soundStore(file: string, remedy: string): ExaminedKeys | DoctorFinding {
  try {
    return examinedKeys(file);
  } catch (error) {
    // What we say ourselves is that a newer program has written it.
    if (isFailure(error)) return fault("keys", error.message, "Upgrade Ratebook, or use another --home.");
    return fault("keys", `${file} cannot be read (${(error as Error).message}).`, remedy);
  }
}

function openStore(file: string): readonly DoctorFinding[] {
  const { mode } = statSync(file);
  if (!isOpenToOthers(mode)) return [];
  return [doubt("keys", `Others may read or write ${file} (mode ${modeText(mode)}).`, `"chmod 600 ${file}".`)];
}

/** Time enough to make another key and hand it over. */
const SOON_DAYS = 14;
const DAY_MILLISECONDS = 86_400_000;
/** More would hide the other findings; `keys list` has them all. */
const NAMED_MAX = 5;

/** Whether there is a valid key, and for how long. `place` is where `keys` commands find them, such as ` --database`. */
function usableFindings(keys: readonly ApiKey[], now: Date, place = ""): readonly DoctorFinding[] {
  const usable = keys.filter((key) => keyStatus(key, now) === "active");
  const found = `${usable.length} of ${keys.length} ${keys.length === 1 ? "key works" : "keys work"}.`;
  if (usable.length === 0) return [doubt("keys", found, `Make one with "ratebook keys create${place}".`)];
  const end = new Date(now.getTime() + SOON_DAYS * DAY_MILLISECONDS).toISOString();
  const ending = usable.filter(({ expiresAt }) => expiresAt !== null && expiresAt < end);
  if (ending.length === 0) return [well("keys", found)];
  const named = ending.slice(0, NAMED_MAX).map(({ id, name, expiresAt }) => `${id} (${name}) on ${expiresAt}`);
  const more = ending.length > NAMED_MAX ? ` and ${ending.length - NAMED_MAX} more` : "";
  const sentence = `${found} Within ${SOON_DAYS} days end: ${named.join(", ")}${more}.`;
  return [
    doubt("keys", sentence, `"ratebook keys rotate ID${place}" makes the next one while the old one still works.`),
  ];
}
