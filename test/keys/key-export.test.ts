import { describe, expect, test } from "vitest";
import { mintToken } from "../../src/keys/api-key.ts";
import { checksum, type ExportedKey, exportedText, IMPORTED_KEYS_MAX, readExport } from "../../src/keys/key-export.ts";
import { isSameKey, mergeKeys } from "../../src/keys/merge-keys.ts";
import { storedKey } from "./support/stored-keys.ts";

describe("read export", () => {
  const NOW = new Date("2026-11-15T12:00:00Z");
  const KEYS = [
    storedKey(1, { revokedAt: "2026-02-01T00:00:00.000Z", name: "Clínica Ñ" }),
    storedKey(2, { expiresAt: "2026-12-01T00:00:00.000Z", lookupsPerMinute: 0 }, "key_number3"),
    storedKey(3, { lookupsPerMinute: 60 }),
  ];
  const TEXT = exportedText(KEYS, NOW);

  interface Exported {
    keys: ExportedKey[];
    keys_sha256: string;
  }

  function read(text: string | Uint8Array) {
    return readExport(typeof text === "string" ? Buffer.from(text) : text);
  }

  /** The file with something changed, and a checksum that fits again. */
  function changed(change: (file: Exported) => void): string {
    const file = JSON.parse(TEXT) as Exported;
    change(file);
    if (Array.isArray(file.keys)) file.keys_sha256 = checksum(file.keys);
    return JSON.stringify(file);
  }

  function faultsOf(text: string | Uint8Array): readonly string[] {
    const outcome = read(text);
    if (outcome.ok) throw new Error("it was read");
    return outcome.faults;
  }

  test("what was written is read back, indented differently and with a mark of its encoding too", () => {
    for (const text of [TEXT, JSON.stringify(JSON.parse(TEXT)), `\ufeff${TEXT}`]) {
      expect(read(text)).toEqual({ ok: true, keys: KEYS });
    }
    expect(read(exportedText([], NOW))).toEqual({ ok: true, keys: [] });
  });

  describe("what is no file of keys is refused with the reason", () => {
    test.each<[string, string | Uint8Array, RegExp]>([
      ["nothing", "", /it is empty/],
      ["a piece of one", TEXT.slice(0, -40), /no whole JSON/],
      ["a list", "[]", /no JSON object/],
      ["UTF-16", Buffer.from(TEXT, "utf16le"), /written in UTF-16/],
      ["Latin-1", Buffer.from(TEXT, "latin1"), /no UTF-8/],
      ["another JSON", '{"name":"x"}', /format is missing, not "ratebook-keys"/],
      [
        "a later format",
        TEXT.replace('"format_number": 1', '"format_number": 2'),
        /format_number is "2"; this Ratebook reads 1/,
      ],
      ["keys that are no list", changed((file) => Object.assign(file, { keys: {} })), /keys is not a list/],
      ["one digit of a hash", TEXT.replace('0001"', '0009"'), /keys_sha256 does not fit/],
      [
        "a key taken out",
        JSON.stringify({ ...JSON.parse(TEXT), keys: JSON.parse(TEXT).keys.slice(2) }),
        /keys_sha256 does not/,
      ],
      ["a key revived", TEXT.replace('"2026-02-01T00:00:00.000Z"', "null"), /keys_sha256 does not fit/],
    ])("%s", (_what, text, fault) => {
      expect(faultsOf(text)).toEqual([expect.stringMatching(fault)]);
    });

    test("more keys than anybody has", () => {
      const keys = Array.from({ length: IMPORTED_KEYS_MAX + 1 }, () => 1);
      expect(faultsOf(JSON.stringify({ ...JSON.parse(TEXT), keys }))).toEqual([
        expect.stringContaining("more than 100000"),
      ]);
    });
  });

  describe("every field is looked at", () => {
    test.each<[string, unknown]>([
      ["id", "4711"],
      ["id", "key_a b"],
      ["name", " padded "],
      ["name", "two\nlines"],
      ["name", "x".repeat(101)],
      ["states", []],
      ["states", ["ca", "ca"]],
      ["states", ["ca,ny"]],
      ["states", "ca"],
      ["token_sha256", "ABC"],
      ["token_sha256", null],
      ["last_four", "toolong"],
      ["created_at", "2026-02-30T00:00:00.000Z"],
      ["created_at", "yesterday"],
      ["created_at", null],
      ["expires_at", "2026-01-01"],
      ["expires_at", 0],
      ["revoked_at", false],
      ["revoked_at", ""],
      ["lookups_per_minute", -1],
      ["lookups_per_minute", 1.5],
      ["lookups_per_minute", "60"],
      ["lookups_per_minute", 1_000_000_001],
      ["replaced_by", 3],
    ])("%s %j", (field, value) => {
      const text = changed(({ keys }) => Object.assign(keys[2] ?? {}, { [field]: value }));
      expect(faultsOf(text)).toEqual([expect.stringMatching(new RegExp(`^keys\\[2\\]\\.${field} is .*: expected `))]);
    });

    test("each that is missing is named, and each that is not known", () => {
      const text = changed(({ keys }) => Object.assign(keys, { 1: { id: "key_x", colour: "red" } }));
      expect(faultsOf(text)).toHaveLength(10);
      expect(faultsOf(text)[0]).toBe('keys[1] has a field "colour" that is not known');
      expect(faultsOf(text)).toContain(
        "keys[1].revoked_at is missing: expected a time such as 2026-11-15T12:00:00.000Z, or null",
      );
    });

    test("keys that stand there twice, or name one that does not", () => {
      const text = changed(({ keys }) => {
        Object.assign(keys[0] ?? {}, { replaced_by: "key_elsewhere" });
        Object.assign(keys[2] ?? {}, { replaced_by: "key_number3" });
        if (keys[1] !== undefined) keys.push(keys[1]);
      });
      expect(faultsOf(text)).toEqual([
        "keys[3].id is that of keys[1]: key_number2",
        "keys[3].token_sha256 is that of keys[1]",
        "keys[0].replaced_by is key_elsewhere: expected another key of the file, or null",
        "keys[2].replaced_by is key_number3: expected another key of the file, or null",
      ]);
    });
  });

  test("an API key that stands in the file is never shown", () => {
    const token = mintToken();
    for (const field of ["id", "token_sha256", "name", "states", token]) {
      const value = field === "name" ? `\n${token}` : token;
      const faults = faultsOf(changed(({ keys }) => Object.assign(keys[0] ?? {}, { [field]: value })));
      expect(faults.join()).not.toContain(token.slice(8, 20));
      expect(faults.join()).toContain("looks like an API key");
    }
  });
});

describe("merge keys", () => {
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

  describe("keys that cannot be the same are reported", () => {
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
});
