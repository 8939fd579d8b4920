import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { processStartOf } from "../../../../src/core/files/process-start.ts";
import { sha256 } from "../../../../src/core/files/reading.ts";
import { AuditLog } from "../../../../src/keys/audit-log.ts";
import { KeyFile } from "../../../../src/keys/key-file.ts";
import { SqliteKeyStore } from "../../../../src/keys/sqlite-key-store.ts";
import { SqliteUsageStore } from "../../../../src/keys/usage/sqlite-usage-store.ts";
import { backUpHome } from "../../../../src/serve/operations/backup/backup.ts";
import { restoreHome } from "../../../../src/serve/operations/backup/restore.ts";
import { homeIn } from "../../../../src/serve/operations/home.ts";
import { withCatalogue } from "../../../../src/serve/operations/open-catalogue.ts";
import { createKey, ratebook, SAMPLE } from "../../../cli/support/ratebook.ts";
import { releaseAt } from "../../../support/shared-release.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../support/running-server.ts";

/* What a backup finds in a home, and what it says about that. */

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const quietly = () => undefined;

beforeAll(() => releaseAt(release, SAMPLE));
afterAll(() => folder.remove());

async function newHome(name: string): Promise<string> {
  const home = join(folder.path, name);
  await createKey(home);
  return home;
}

function backedUp(home: string) {
  return backUpHome({ home, out: `${home}.tar`, states: [] }, quietly);
}

test("a change of keys that is under way is in keys and audit log of the backup, or in neither", async () => {
  const home = await newHome("changing");
  const { keysFile, auditFile } = homeIn(home);
  const store = new SqliteKeyStore(keysFile);
  let backup: ReturnType<typeof backedUp> | null = null;
  await store.exclusively(async (file) => {
    const [stored] = file.list();
    if (stored === undefined) throw new Error("there is no key");
    new AuditLog(auditFile).append("key_created", { key_id: "key_second", name: "second" });
    file.add([{ ...stored, key: { ...stored.key, id: "key_second" }, tokenHash: sha256("second") }]);
    backup = backedUp(home);
    await vi.waitFor(() => expect(readdirSync(folder.path).join()).toContain(".backup-partial"), SOON);
    for (const _ of [1, 2, 3]) await nextTurn();
  });
  await store.close();
  await backup;
  const at = join(folder.path, "changed");
  const { stores, manifest } = await restoreHome({ file: `${home}.tar`, home: at, states: [] }, quietly);
  expect([stores.keys, manifest.audit?.entries]).toEqual([2, 2]);
});

test("an entry of the audit log that is being written is left out", async () => {
  const home = await newHome("writing");
  const { auditFile } = homeIn(home);
  const log = readFileSync(auditFile, "utf8");
  writeFileSync(auditFile, `${log}{"sequence":2,"time":"2026-`);
  const { manifest } = await backedUp(home);
  expect(manifest.members.find(({ kind }) => kind === "audit")?.sha256).toBe(sha256(log));
});

test("every store that is declared is in the backup, and in a restored home", async () => {
  const home = await newHome("whole");
  await SqliteUsageStore.open(homeIn(home).usageFile, false).close();
  await withCatalogue({ home, database: null }, "push", async (catalogue) => catalogue.list());
  const { manifest } = await backedUp(home);
  expect(manifest.members.map(({ kind, name }) => [kind, name])).toEqual([
    ["keys", "keys.db"],
    ["audit", "audit.jsonl"],
    ["usage", "usage.db"],
    ["catalogue", "catalogue.db"],
  ]);
  const at = join(folder.path, "whole-restored");
  await restoreHome({ file: `${home}.tar`, home: at, states: [] }, quietly);
  expect(readdirSync(at)).toEqual(expect.arrayContaining(manifest.members.map(({ name }) => name)));
});

test("a catalogued release of another format is kept as it was pushed, with a note, and restored so", async () => {
  const home = await newHome("older");
  expect((await ratebook(["releases", "push", release, "--home", home])).code).toBe(0);
  const { releasesFolder, catalogueFile } = homeIn(home);
  const [name = ""] = readdirSync(releasesFolder);
  const older = readFileSync(join(releasesFolder, name));
  // The format is SQLite's user_version.
  older.writeUInt32BE(1, 60);
  writeFileSync(join(releasesFolder, name), older);
  const catalogue = new Database(catalogueFile);
  catalogue.prepare("UPDATE releases SET sha256 = ?").run(sha256(older));
  catalogue.close();
  const { notes } = await backedUp(home);
  expect(notes).toEqual([expect.stringMatching(/in the backup as it was pushed; .* has release format 1;/)]);
  const at = join(folder.path, "older-restored");
  const restored = await restoreHome({ file: `${home}.tar`, home: at, states: [] }, quietly);
  expect(restored.notes).toEqual([expect.stringContaining("has release format 1;")]);
  expect(readFileSync(join(at, "releases", name)).equals(older)).toBe(true);
});

test("a release that is pruned meanwhile is not in the backup, and no reason to fail", async () => {
  const home = await newHome("pruned");
  expect((await ratebook(["releases", "push", release, "--home", home])).code).toBe(0);
  const { releasesFolder, catalogueFile } = homeIn(home);
  const [name = ""] = readdirSync(releasesFolder);
  renameSync(join(releasesFolder, name), join(folder.path, "gone.db"));
  await expect(backedUp(home)).rejects.toThrow(`${name} is missing, and no backup was written. If it is`);
  const backup = backedUp(home);
  const catalogue = new Database(catalogueFile);
  await vi.waitFor(() => expect(readdirSync(folder.path).join()).toContain("pruned.tar"), SOON);
  catalogue.prepare("DELETE FROM releases").run();
  catalogue.close();
  const { manifest } = await backup;
  expect(manifest.members.map(({ kind }) => kind)).toEqual(["keys", "audit", "catalogue"]);
});

test("a served file outside the home is named; of a node that follows a database only what no database has", async () => {
  const home = await newHome("served");
  const { serversFolder, keysFile, releasesFolder } = homeIn(home);
  const { pid } = process;
  const serving = (releaseFile: string) => {
    const status = {
      pid,
      processStart: processStartOf(pid),
      port: 8080,
      releaseFile,
      release: { hash: "f".repeat(64) },
    };
    writeFileSync(join(serversFolder, `${pid}.json`), JSON.stringify(status));
  };
  mkdirSync(serversFolder);
  serving(release);
  expect((await backedUp(home)).notes).toEqual([
    `The server on port 8080 serves ${release}, which is not in the backup: keep a copy of that file.`,
  ]);
  const keys = new KeyFile(keysFile);
  keys.becomeMirror();
  keys.close();
  serving(join(releasesFolder, "active.db"));
  expect(await backedUp(home)).toMatchObject({ notes: [], stores: { isMirror: true } });
  const { code, stderr } = await ratebook(["backup", "--home", home, "--out", `${home}.tar`]);
  expect([code, stderr]).toEqual([0, expect.stringContaining('are in a PostgreSQL database: "pg_dump" keeps those')]);
});
