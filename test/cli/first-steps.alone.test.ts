import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { printFirstSteps } from "../../src/cli/first-steps.ts";
import { configurationFrom, serverSettings } from "../../src/serve/operations/configuration.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { createKey, ratebook, run } from "./support/ratebook.ts";

const folder = temporaryFolder();
const home = join(folder.path, "a user's home");

afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => folder.remove());

const release = { name: "Sample", version: "7", description: "", sources: [], rowCounts: {}, contentHash: "abc" };
const WHERE = "Ratebook serves Sample 7 on http://127.0.0.1:8080; its documentation is http://127.0.0.1:8080/docs.";

function printed(): readonly string[] {
  const terminal = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const environment = { RATEBOOK_RELEASE: "x.db", RATEBOOK_HOME: home };
  printFirstSteps(configurationFrom(serverSettings, environment), { port: 8080, release });
  const lines = terminal.mock.calls.map(([text]) => String(text).trimEnd());
  terminal.mockRestore();
  return lines;
}

test("a server on a terminal shows its address, and while no key works a command that makes one as it is printed", async () => {
  // Without keys that can be read, only the address is shown, and nothing is made.
  expect(printed()).toEqual([WHERE]);
  expect(readdirSync(folder.path)).toEqual([]);

  const { id } = await createKey(home);
  expect(printed()).toEqual([WHERE]);
  await ratebook(["keys", "revoke", id, "--home", home]);
  vi.spyOn(process, "cwd").mockReturnValue(folder.path);
  const [, sentence, command = ""] = printed();
  expect(sentence).toBe("There is no key that works yet. Make one:");
  expect((await run("sh", ["-c", `cd '${folder.path}' && ${command}`])).stdout).toMatch(/^rb_live_/);
  expect(printed()).toEqual([WHERE]);
});
