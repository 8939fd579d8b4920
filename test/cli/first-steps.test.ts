import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { firstSteps } from "../../src/cli/first-steps.ts";
import { issueKey, revokeKey } from "../../src/keys/issue.ts";
import { KeyStore } from "../../src/keys/key-store.ts";
import { configurationFrom, serverSettings } from "../../src/operations/configuration.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { ratebook, run } from "./support/ratebook.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const REQUEST = { name: "me", states: ["ca"], expiresAt: null, lookupsPerMinute: null };
const release = { name: "Sample", version: "7", description: "", sources: [], rowCounts: {}, contentHash: "abc" };

function told(home: string, host = "127.0.0.1"): readonly string[] {
  const environment = { RATEBOOK_RELEASE: "x.db", RATEBOOK_HOME: home, RATEBOOK_HOST: host };
  return firstSteps(configurationFrom(serverSettings, environment), { port: 8080, release });
}

function storeIn(name: string): { readonly home: string; readonly store: KeyStore } {
  const home = join(folder.path, name);
  mkdirSync(home, { recursive: true });
  return { home, store: new KeyStore(join(home, "keys.db")) };
}

test("the address is told, in brackets where it has colons", () => {
  const { home, store } = storeIn("with a key");
  issueKey(store, REQUEST, new Date());
  store.close();
  expect(told(home)).toEqual([
    "Ratebook serves Sample 7 on http://127.0.0.1:8080; its documentation is http://127.0.0.1:8080/docs.",
  ]);
  expect(told(home, "::1")[0]).toContain("on http://[::1]:8080;");
});

test("without a key that works, the command that makes one is told, and works as it is told", async () => {
  const { home, store } = storeIn("nobody's home");
  const { key } = issueKey(store, REQUEST, new Date());
  revokeKey(store, key.id, new Date());
  store.close();
  const [, , command = ""] = told(home);
  expect(told(home)[1]).toBe("There is no key that works yet. Make one:");
  expect((await run("sh", ["-c", command])).stdout).toMatch(/^rb_live_/);
  const { stdout } = await ratebook(["keys", "list", "--home", home, "--json"]);
  const active = JSON.parse(stdout).filter((each: { readonly status: string }) => each.status === "active");
  expect(active).toMatchObject([{ name: "me", states: states.map(({ code }) => code) }]);
  expect(told(home)).toHaveLength(1);
});
