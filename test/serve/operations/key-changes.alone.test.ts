import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuditLog, verifyChain } from "../../../src/keys/audit-log.ts";
import { KeyFile } from "../../../src/keys/key-file.ts";
import { type Home, openHome } from "../../../src/serve/operations/home.ts";
import { createKey, endKey, replaceKey } from "../../../src/serve/operations/key-changes.ts";
import { type KeyPlace, keysOfHome } from "../../../src/serve/operations/key-place.ts";
import { temporaryFolder } from "./support/running-server.ts";

const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: null };

let folder: ReturnType<typeof temporaryFolder>;
let home: Home;
let place: KeyPlace;

beforeEach(() => {
  folder = temporaryFolder();
  home = openHome(folder.path);
  place = keysOfHome(home);
});

afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

function audited() {
  const { entries, broken } = verifyChain(readFileSync(home.auditFile));
  expect(broken).toBeNull();
  return entries;
}

test("every change is written down, without the token", async () => {
  const made = await createKey(place, REQUEST);
  const { issued } = await replaceKey(place, made.key.id, 0);
  await endKey(place, issued.key.id);
  await endKey(place, issued.key.id);
  expect(audited()).toMatchObject([
    { action: "key_created", subject: { key_id: made.key.id, name: "Mercy", states: "ca,fl", expires_at: null } },
    { action: "key_rotated", subject: { key_id: made.key.id, replaced_by: issued.key.id } },
    { action: "key_revoked", subject: { key_id: issued.key.id } },
  ]);
  const text = readFileSync(home.auditFile, "utf8");
  for (const { token } of [made, issued]) expect(text).not.toContain(token.slice(8, 30));
});

test("a change that is refused is not written down", async () => {
  await createKey(place, REQUEST);
  await expect(endKey(place, "key_none")).rejects.toThrow("There is no key key_none");
  expect(audited()).toHaveLength(1);
});

describe("a change that cannot be written down does not happen", () => {
  test.each([
    ["a new key", () => createKey(place, REQUEST)],
    ["a rotation", (id: string) => replaceKey(place, id, 0)],
    ["a revocation", (id: string) => endKey(place, id)],
  ])("%s", async (_what, change) => {
    const { key } = await createKey(place, REQUEST);
    rmSync(home.auditFile);
    mkdirSync(home.auditFile);
    await expect(change(key.id)).rejects.toThrow(/^The audit log .*audit\.jsonl cannot be written \(EISDIR/);
    expect(await place.read((keys) => keys.list())).toMatchObject([{ key }]);
  });
});

test("a change that fails after it was written down is written down as undone", async () => {
  const commit = vi.spyOn(KeyFile.prototype, "commit").mockImplementation(() => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  });
  await expect(createKey(place, REQUEST)).rejects.toThrow(/keys\.db cannot be used \(database or disk is full\)/);
  commit.mockRestore();
  expect(audited()).toMatchObject([{ action: "key_created" }, { action: "key_change_undone" }]);
});

test("a home that has keys but no audit log yet begins one", async () => {
  const { key } = await createKey(place, REQUEST);
  rmSync(home.auditFile);
  await endKey(place, key.id);
  expect(audited()).toMatchObject([{ sequence: 1, action: "key_revoked" }]);
  expect(new AuditLog(home.auditFile).append("key_created", {}).sequence).toBe(2);
});
