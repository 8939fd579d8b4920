import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuditLog } from "../../src/audit/audit-log.ts";
import { verifyChain } from "../../src/audit/verify.ts";
import { KeyStore } from "../../src/keys/key-store.ts";
import { type Home, openHome } from "../../src/operations/home.ts";
import { createKey, endKey, replaceKey, withKeys } from "../../src/operations/key-changes.ts";
import { temporaryFolder } from "./support/running-server.ts";

const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: null };

let folder: ReturnType<typeof temporaryFolder>;
let home: Home;

beforeEach(() => {
  folder = temporaryFolder();
  home = openHome(folder.path);
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

test("every change is written down, without the token", () => {
  const made = createKey(home, REQUEST);
  const { issued } = replaceKey(home, made.key.id, 0);
  endKey(home, issued.key.id);
  endKey(home, issued.key.id);
  expect(audited()).toMatchObject([
    { action: "key_created", subject: { key_id: made.key.id, name: "Mercy", states: "ca,fl", expires_at: null } },
    { action: "key_rotated", subject: { key_id: made.key.id, replaced_by: issued.key.id } },
    { action: "key_revoked", subject: { key_id: issued.key.id } },
  ]);
  const text = readFileSync(home.auditFile, "utf8");
  for (const { token } of [made, issued]) expect(text).not.toContain(token.slice(8, 30));
});

test("a change that is refused is not written down", () => {
  createKey(home, REQUEST);
  expect(() => endKey(home, "key_none")).toThrow("There is no key key_none");
  expect(audited()).toHaveLength(1);
});

describe("a change that cannot be written down does not happen", () => {
  test.each([
    ["a new key", () => createKey(home, REQUEST)],
    ["a rotation", (id: string) => replaceKey(home, id, 0)],
    ["a revocation", (id: string) => endKey(home, id)],
  ])("%s", (_what, change) => {
    const { key } = createKey(home, REQUEST);
    rmSync(home.auditFile);
    mkdirSync(home.auditFile);
    expect(() => change(key.id)).toThrow(/^The audit log .*audit\.jsonl cannot be written \(EISDIR/);
    expect(withKeys(home, (store) => store.list())).toEqual([key]);
  });
});

test("a change that fails after it was written down is written down as undone", () => {
  const commit = vi.spyOn(KeyStore.prototype, "together").mockImplementation((change) => {
    change();
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  });
  expect(() => createKey(home, REQUEST)).toThrow(/keys\.db cannot be used \(database or disk is full\)/);
  commit.mockRestore();
  expect(audited()).toMatchObject([{ action: "key_created" }, { action: "key_change_undone" }]);
});

test("a home that has keys but no audit log yet begins one", () => {
  const { key } = createKey(home, REQUEST);
  rmSync(home.auditFile);
  endKey(home, key.id);
  expect(audited()).toMatchObject([{ sequence: 1, action: "key_revoked" }]);
  expect(new AuditLog(home.auditFile).append("key_created", {}).sequence).toBe(2);
});
