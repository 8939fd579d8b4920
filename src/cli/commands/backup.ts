import { shownUrl } from "../../nodes/database/database-url.ts";
import { type BackupRequest, backUpHome } from "../../serve/operations/backup/backup.ts";
import type { BackupManifest } from "../../serve/operations/backup/manifest.ts";
import type { ProvenStores } from "../../serve/operations/backup/proof.ts";
import { restoreHome } from "../../serve/operations/backup/restore.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson } from "../command-io.ts";
import { megabytes, ProgressReport } from "../progress.ts";

interface BackupOptions extends Pick<BackupRequest, "home" | "out"> {
  /** The database that the servers of the home follow; null: none. */
  readonly database: string | null;
  readonly json: boolean;
}

/** What a backup never holds, and why. */
const NOT_INCLUDED = {
  jobs: "files that clients had repriced: these are claims",
  sessions: "sessions of the page: people sign in again",
};

export async function backup({ home, out, database, json }: BackupOptions): Promise<ExitCode> {
  const progress = new ProgressReport();
  try {
    const { manifest, stores, bytes, notes } = await backUpHome({ home, out, states }, (far) => progress.notify(far));
    progress.end();
    if (database !== null || stores.isMirror) notify(databaseText(home, database));
    for (const note of notes) notify(note);
    if (json) {
      const isInDatabase = database !== null || stores.isMirror;
      printJson({ file: out, bytes, home, ...contentsJson(manifest, stores), in_database: isInDatabase, notes });
    } else {
      print(
        `${out} holds the home ${home} (${megabytes(bytes)}), read back and verified: ${contentsText(manifest, stores)}.`,
      );
      print(
        `Not in it: ${Object.values(NOT_INCLUDED).join("; ")}. Keep it as you keep the home: only its owner may read it.`,
      );
    }
  } finally {
    progress.end();
  }
  return 0;
}

export async function restore(
  file: string,
  { home, json }: { readonly home: string; readonly json: boolean },
): Promise<ExitCode> {
  const progress = new ProgressReport();
  try {
    const { manifest, stores, notes } = await restoreHome({ file, home, states }, (far) => progress.notify(far));
    progress.end();
    for (const note of notes) notify(note);
    if (json) printJson({ file, home, ...contentsJson(manifest, stores), in_database: stores.isMirror, notes });
    else {
      print(`${home} is restored as it was at ${manifest.created_at}: ${contentsText(manifest, stores)}.`);
      print(
        `Keys that were made, rotated or revoked after that are as they were then: see "ratebook keys list --home ${home}".`,
      );
      // Such a server has the old files open: usage would go there, and new releases would not be served.
      print("A server of this home that is running must be restarted.");
    }
  } finally {
    progress.end();
  }
  return 0;
}

function databaseText(home: string, database: string | null): string {
  const where = database === null ? "a PostgreSQL database" : shownUrl(database);
  return `Shared keys, usage and releases are in ${where}: "pg_dump" keeps those. This backup holds what is in ${home}.`;
}

function contentsText({ members, audit }: BackupManifest, { keys }: ProvenStores): string {
  const releases = members.filter(({ content_hash }) => content_hash !== null).length;
  return [
    counted(keys, "key", "keys"),
    members.some(({ kind }) => kind === "usage") ? "usage" : "no usage",
    counted(audit?.entries ?? 0, "entry of the audit log", "entries of the audit log"),
    counted(releases, "release", "releases"),
  ].join(", ");
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function contentsJson(manifest: BackupManifest, { keys, active }: ProvenStores) {
  const { created_at, product_version, format_version, audit, members } = manifest;
  return {
    ...{ created_at, product_version, format_version, keys, audit },
    active_release: active,
    members,
    not_included: Object.keys(NOT_INCLUDED),
  };
}
