import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { ratebook } from "./support/ratebook.ts";

/* What counts for a server, and where it is from. */

async function printed(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await ratebook(["config", ...args], variables);
  expect(code, stderr).toBe(0);
  return Object.fromEntries(stdout.split("\n").map((line) => [line.split(/\s+/)[0], line.replace(/\s+/g, " ")]));
}

describe("ratebook config", () => {
  test("prints what counts: the command line, then a variable, then the default", async () => {
    const variables = { RATEBOOK_PORT: "8090", RATEBOOK_WORKERS: "4", RATEBOOK_RELEASE: "rates.db" };
    const settings = await printed(["--port", "8081", "--mcp", "--stale-after", "2y"], variables);
    expect(settings["--port"]).toBe("--port 8081 command line");
    expect(settings["--mcp"]).toBe("--mcp true command line");
    expect(settings["--stale-after"]).toBe("--stale-after 2y command line");
    expect(settings["--workers"]).toBe("--workers 4 variable RATEBOOK_WORKERS");
    expect(settings["--release"]).toBe(`--release ${resolve("rates.db")} variable RATEBOOK_RELEASE`);
    expect(settings["--host"]).toBe("--host 127.0.0.1 default");
    expect(settings["--home"]).toBe(`--home ${join(homedir(), ".ratebook")} default`);
  });

  test("shows an address of a database without its password", async () => {
    const variables = { RATEBOOK_DATABASE_URL: "postgres://me:secret@db.example/rates" };
    expect((await printed([], variables))["--database"]).toBe(
      "--database postgres://db.example/rates variable RATEBOOK_DATABASE_URL",
    );
  });

  test("refuses a value that a server refuses, and never quotes one that may hold a password", async () => {
    expect(await ratebook(["config"], { RATEBOOK_PORT: "many" })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("'many' from env 'RATEBOOK_PORT' is invalid"),
    });
    const { code, stderr } = await ratebook(["config", "--database", "postgresq://me:secret@db/rates"]);
    expect([code, stderr]).toEqual([2, expect.not.stringContaining("secret")]);
  });
});
