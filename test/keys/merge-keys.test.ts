import { describe, expect, test } from "vitest";
import { isSameKey, mergeKeys } from "../../src/keys/merge-keys.ts";
import { storedKey } from "./support/stored-keys.ts";

const EARLY = "2026-03-01T00:00:00.000Z";
const LATE = "2026-04-01T00:00:00.000Z";

test("keys that are not there are added, and bringing all of them again changes nothing", () => {
  const brought = [storedKey(1), storedKey(2, { revokedAt: EARLY })];
  const first = mergeKeys([storedKey(3)], brought);
  expect(first).toEqual({ added: brought, updated: [], unchanged: 0, conflicts: [] });
  const again = mergeKeys([storedKey(3), ...brought], brought);
  expect(again).toEqual({ added: [], updated: [], unchanged: 2, conflicts: [] });
});

describe("of a key that both know, what ends it sooner counts", () => {
  test.each([
    ["revoked here", { revokedAt: EARLY }, {}, { revokedAt: EARLY }],
    ["revoked there", {}, { revokedAt: EARLY }, { revokedAt: EARLY }],
    ["revoked in both, here sooner", { revokedAt: EARLY }, { revokedAt: LATE }, { revokedAt: EARLY }],
    ["revoked in both, there sooner", { revokedAt: LATE }, { revokedAt: EARLY }, { revokedAt: EARLY }],
    ["ends here alone", { expiresAt: LATE }, {}, { expiresAt: LATE }],
    ["ends there alone", {}, { expiresAt: LATE }, { expiresAt: LATE }],
    ["ends here sooner", { expiresAt: EARLY }, { expiresAt: LATE }, { expiresAt: EARLY }],
    ["ends there sooner", { expiresAt: LATE }, { expiresAt: EARLY }, { expiresAt: EARLY }],
    ["revoked there and ends here", { expiresAt: LATE }, { revokedAt: EARLY }, { expiresAt: LATE, revokedAt: EARLY }],
  ])("%s", (_what, here, there, merged) => {
    const known = storedKey(1, here);
    const wanted = storedKey(1, merged);
    const { added, updated, conflicts } = mergeKeys([known], [storedKey(1, there)]);
    expect([added, conflicts]).toEqual([[], []]);
    expect(updated).toEqual(isSameKey(known, wanted) ? [] : [wanted]);
  });
});

test("a key that was replaced there is so here, and one that was replaced here stays so", () => {
  const replaced = storedKey(1, {}, "key_number2");
  expect(mergeKeys([storedKey(1)], [replaced]).updated).toEqual([replaced]);
  expect(mergeKeys([replaced], [storedKey(1)])).toMatchObject({ updated: [], unchanged: 1 });
});

describe("keys that cannot be the same are told", () => {
  test.each([
    ["another name", storedKey(1, { name: "Other" }), "key_number1 has another name here"],
    ["more states", storedKey(1, { states: ["ca", "ny", "fl"] }), "key_number1 has another list of states here"],
    ["another limit", storedKey(1, { lookupsPerMinute: 0 }), "key_number1 has another limit here"],
    ["another token", { ...storedKey(1), tokenHash: "f".repeat(64) }, "key_number1 has another token here"],
    [
      "the token of another",
      { ...storedKey(2), tokenHash: storedKey(1).tokenHash },
      "the token of key_number2 is that of key_number1 here",
    ],
  ])("%s", (_what, brought, conflict) => {
    const merged = mergeKeys([storedKey(1)], [brought]);
    expect(merged).toEqual({ added: [], updated: [], unchanged: 0, conflicts: [conflict] });
  });
});
