import { chmodSync, cpSync, mkdirSync, renameSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { homeFindings, keyFindings } from "../../../src/cli/doctor/home.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { createKey, ratebook } from "../support/ratebook.ts";

let folder: ReturnType<typeof temporaryFolder>;
let home: string;
let key: { readonly id: string; readonly key: string };

/** A day in milliseconds. */
const DAY = 86_400_000;

const made = temporaryFolder();

beforeAll(async () => {
  key = await createKey(join(made.path, "home"), "--expires", "30d");
});
afterAll(() => made.remove());

/** Every test has a copy of its own. */
beforeEach(() => {
  folder = temporaryFolder();
  home = join(folder.path, "home");
  cpSync(join(made.path, "home"), home, { recursive: true });
  chmodSync(home, 0o700);
});
afterEach(() => folder.remove());

const keysFile = () => join(home, "keys.db");

describe("the home", () => {
  it("is well when it is there, writable and nobody else's", () => {
    expect(homeFindings({ home })).toEqual([expect.objectContaining({ verdict: "well" })]);
  });

  it("is doubtful when it is not there yet, and a fault where it cannot be made", () => {
    const missing = homeFindings({ home: join(folder.path, "other", "home") });
    expect(missing).toEqual([expect.objectContaining({ verdict: "doubt", found: expect.stringMatching(/not there/) })]);
    const unmakable = homeFindings({ home: join(keysFile(), "home") });
    expect(unmakable).toEqual([expect.objectContaining({ verdict: "fault" })]);
    expect(homeFindings({ home: keysFile() })).toEqual([
      expect.objectContaining({ verdict: "fault", found: `${keysFile()} is not a folder.` }),
    ]);
  });

  it("is doubtful when others may look into it, or it is another user's", () => {
    chmodSync(home, 0o750);
    expect(homeFindings({ home })).toEqual([
      { check: "home", verdict: "doubt", found: expect.stringMatching(/mode 750/), remedy: `"chmod 700 ${home}".` },
    ]);
    chmodSync(home, 0o700);
    const { uid } = statSync(home);
    expect(homeFindings({ home }, uid + 1)).toEqual([
      expect.objectContaining({
        verdict: "doubt",
        found: `${home} belongs to user ${uid}, and this is user ${uid + 1}.`,
      }),
    ]);
  });

  it("is doubtful when it cannot be written and has keys to serve with, and a fault without", () => {
    const readOnly = () => homeFindings({ home }, undefined, () => false);
    expect(readOnly()).toEqual([
      expect.objectContaining({ verdict: "doubt", found: expect.stringMatching(/cannot be written .* Its keys work/) }),
    ]);
    for (const name of ["keys.db", "audit.jsonl"]) renameSync(join(home, name), join(folder.path, name));
    expect(readOnly()).toEqual([expect.objectContaining({ verdict: "fault" })]);
    const unmakable = homeFindings({ home: join(folder.path, "other") }, undefined, () => false);
    expect(unmakable).toEqual([expect.objectContaining({ verdict: "fault" })]);
  });

  it("is a fault when it has lost its keys", () => {
    renameSync(keysFile(), join(folder.path, "keys.db"));
    const [finding] = homeFindings({ home });
    expect(finding).toMatchObject({ verdict: "fault", found: expect.stringMatching(/keys\.db is missing/) });
  });
});

describe("the keys", () => {
  it("are well while some work and none ends soon", () => {
    expect(keyFindings({ home })).toEqual([
      { check: "keys", verdict: "well", found: "1 of 1 key works.", remedy: null },
    ]);
  });

  it("are doubtful from two weeks before the end of one, which is named without its token", () => {
    const [finding] = keyFindings({ home }, new Date(Date.now() + 17 * DAY));
    expect(finding).toMatchObject({ verdict: "doubt", found: expect.stringContaining(`${key.id} (test) on 20`) });
    expect(JSON.stringify(finding)).not.toContain(key.key);
    expect(keyFindings({ home }, new Date(Date.now() + 15 * DAY))[0]?.verdict).toBe("well");
  });

  it("are doubtful when none works, or there are none", async () => {
    expect(keyFindings({ home }, new Date(Date.now() + 31 * DAY))[0]).toMatchObject({
      verdict: "doubt",
      found: "0 of 1 key works.",
    });
    await ratebook(["keys", "revoke", key.id, "--home", home]);
    expect(keyFindings({ home })[0]).toMatchObject({ verdict: "doubt", found: "0 of 1 key works." });
    expect(keyFindings({ home: join(folder.path, "none") })[0]).toMatchObject({ verdict: "doubt" });
  });

  it("are doubtful when others may read them", () => {
    chmodSync(keysFile(), 0o644);
    expect(keyFindings({ home })[1]).toMatchObject({ verdict: "doubt", remedy: `"chmod 600 ${keysFile()}".` });
  });

  it.each([
    ["cut off", () => truncateSync(keysFile(), statSync(keysFile()).size - 100)],
    ["empty", () => truncateSync(keysFile(), 0)],
    ["something else", () => writeFileSync(keysFile(), "not a store of keys".repeat(500))],
    [
      "a folder",
      () => {
        renameSync(keysFile(), join(folder.path, "keys.db"));
        mkdirSync(keysFile());
      },
    ],
  ])("are a fault when their file is %s, and it is left as it is", (_what, damage) => {
    damage();
    const before = statSync(keysFile());
    expect(keyFindings({ home })).toEqual([
      expect.objectContaining({ verdict: "fault", found: expect.stringContaining(keysFile()) }),
    ]);
    expect(statSync(keysFile())).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
  });
});
