import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { printFirstSteps } from "../../src/cli/first-steps.ts";
import { issueKey, revokeKey } from "../../src/keys/issue.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { configurationFrom, serverSettings } from "../../src/serve/operations/configuration.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { ROOT, ratebook, run } from "./support/ratebook.ts";

const folder = temporaryFolder();
const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(() => folder.remove());

const REQUEST = { name: "me", states: ["ca"], expiresAt: null, lookupsPerMinute: null };
const release = { name: "Sample", version: "7", description: "", sources: [], rowCounts: {}, contentHash: "abc" };
const WHERE = "Ratebook serves Sample 7 on http://127.0.0.1:8080; its documentation is http://127.0.0.1:8080/docs.";

function notices(home: string, host = "127.0.0.1"): readonly string[] {
  const environment = { RATEBOOK_RELEASE: "x.db", RATEBOOK_HOME: home, RATEBOOK_HOST: host };
  const terminal = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    printFirstSteps(configurationFrom(serverSettings, environment), { port: 8080, release });
    return terminal.mock.calls.map(([text]) => String(text).trimEnd());
  } finally {
    terminal.mockRestore();
  }
}

function homeNamed(name: string): string {
  const home = join(folder.path, name);
  mkdirSync(home);
  return home;
}

/** A home whose keys are open, as they are in a server. */
function homeWithStore(name: string): { readonly home: string; readonly store: SqliteKeyStore } {
  const home = homeNamed(name);
  const store = new SqliteKeyStore(join(home, "keys.db"));
  opened.push(store);
  return { home, store };
}

test("the address is told, and that a server listens on every one", async () => {
  const { home, store } = homeWithStore("with a key");
  await issueKey(store, REQUEST, new Date());
  expect(notices(home)).toEqual([WHERE]);
  expect(notices(home, "::1")).toEqual([expect.stringContaining("on http://[::1]:8080;")]);
  expect(notices(home, "0.0.0.0")).toEqual([WHERE, "It listens on every address of this machine."]);
});

describe("without a key that works, the command that makes one is told, and works as it is told", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ["in the project's folder", ROOT, /^ {2}bin\/ratebook keys create /],
    ["beside the command", join(ROOT, "bin"), /^ {2}\.\/ratebook keys create /],
    ["anywhere else", folder.path, /^ {2}\/.+\/bin\/ratebook keys create /],
  ])("%s", async (where, directory, form) => {
    const { home, store } = homeWithStore(`nobody's home ${where}`);
    const { key } = await issueKey(store, REQUEST, new Date());
    await revokeKey(store, key.id, new Date());
    vi.spyOn(process, "cwd").mockReturnValue(directory);
    const [, sentence, command = ""] = notices(home);
    expect(sentence).toBe("There is no key that works yet. Make one:");
    expect(command).toMatch(form);
    expect((await run("sh", ["-c", `cd '${directory}' && ${command}`])).stdout).toMatch(/^rb_live_/);
    const { stdout } = await ratebook(["keys", "list", "--home", home, "--json"]);
    const active = JSON.parse(stdout).filter((each: { readonly status: string }) => each.status === "active");
    expect(active).toMatchObject([{ name: "me", states: states.map(({ code }) => code) }]);
    expect(notices(home)).toHaveLength(1);
  });
});

describe("where the keys cannot be read, the address is told all the same, and nothing is made or waited for", () => {
  test("because there are none", () => {
    const home = homeNamed("without a store");
    expect(notices(home)).toEqual([WHERE]);
    expect(readdirSync(home)).toEqual([]);
  });

  test("because the store is being made", () => {
    const home = homeNamed("with an empty file");
    writeFileSync(join(home, "keys.db"), "");
    expect(notices(home)).toEqual([WHERE]);
    expect(readFileSync(join(home, "keys.db"))).toHaveLength(0);
  });

  test("because somebody has the store for themselves", async () => {
    const { home, store } = homeWithStore("with a lock");
    await store.close();
    const database = new Database(join(home, "keys.db"));
    opened.push(database);
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
    // A command waits ten seconds for the store. Requests of the server would wait as long: 40 of them exceed the limit of a test.
    for (let count = 0; count < 40; count += 1) expect(notices(home)).toEqual([WHERE]);
  });
});

test("a host that has no address in a URL is no reason to throw", () => {
  expect(notices(homeNamed("with a zone"), "fe80::1%lo")).toEqual([]);
});
