import { once } from "node:events";
import { existsSync, readdirSync, renameSync, truncateSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../src/nodes/database/database.ts";
import { makeSchema } from "../../src/nodes/database/schema.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { ownDatabase } from "../support/postgres/shared.ts";
import { californiaAt } from "../support/shared-release.ts";
import { createKey, ratebook, refused, serve } from "./support/ratebook.ts";

describe("serve --check", () => {
  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  const release = join(folder.path, "rates.db");
  const NONE = join(folder.path, "none");

  beforeAll(async () => {
    await californiaAt(release);
    await createKey(home);
  });
  afterAll(() => folder.remove());

  /** The findings as lines of one mark and name each, whatever the width of a terminal. */
  async function checked(options: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    const all = ["serve", "--check", "--time-zone", "America/New_York", "--port", "0", ...options];
    const { code, stdout, stderr } = await refused(all, variables);
    expect(stderr).toBe("");
    const lines = stdout
      .replaceAll(/\n {2,}/g, " ")
      .trimEnd()
      .split("\n");
    return { code, lines: lines.map((line) => line.replace(/\s+/g, " ")) };
  }

  const served = ["--home", home, "--release", release];
  const finding = (start: string) => expect.stringMatching(new RegExp(`^${start}`));

  test("lists what a server would open, and changes nothing", async () => {
    const before = readdirSync(home);
    const { code, lines } = await checked(served);
    expect([code, lines.at(-1)]).toEqual([0, "It can serve."]);
    const starts = ["ok keys 1 key works\\.", "ok release .*rates\\.db is sound: ", "ok port serve takes any free one"];
    expect(lines).toEqual(expect.arrayContaining(starts.map(finding)));
    expect(readdirSync(home)).toEqual(before);
  });

  test("needs a release, and makes no home", async () => {
    const { code, lines } = await checked(["--home", NONE]);
    expect([code, lines.at(-1)]).toEqual([1, "It cannot serve: 1 error."]);
    const starts = [
      "note home .* is missing: check --home",
      "note keys No key works: ",
      "error release No release is active",
    ];
    expect(lines).toEqual(expect.arrayContaining(starts.map(finding)));
    expect(existsSync(NONE)).toBe(false);
  });

  test("refuses a release and keys as a server does", async () => {
    const copy = join(folder.path, "copy");
    await createKey(copy);
    const keys = join(copy, "keys.db");
    const damaged = async () => await checked(["--home", copy, "--release", keys]);
    truncateSync(keys, 5_000);
    expect((await damaged()).lines).toContainEqual(finding("error keys .*keys\\.db cannot be used"));
    expect((await damaged()).lines).toContainEqual(finding("error release .*keys\\.db"));
    renameSync(keys, `${keys}.away`);
    expect((await damaged()).lines).toContainEqual(finding("error home .*keys\\.db is missing"));
  });

  test("takes a port of the home's own server, and no port of another program", async () => {
    const server = await serve(release, home).started();
    const { code, lines } = await checked([...served, "--port", String(server.port)]);
    expect(lines).toContainEqual(finding(`ok port ${server.port} is served by process ${server.process.pid} of`));
    expect(code).toBe(0);
    await server.stop();

    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const taken = await checked([...served, "--port", String(port)]);
    expect([taken.code, taken.lines]).toEqual([
      1,
      expect.arrayContaining([finding(`error port Port ${port} .* in use`)]),
    ]);
    other.close();
  });

  test("looks at a database without changing it, and shows no password", async () => {
    const away = await checked([...served, "--database", "postgres://me:very-secret@127.0.0.1:1/rates"]);
    expect(away.lines).toContainEqual(
      finding("error database The database postgres://127.0.0.1:1/rates cannot be used"),
    );
    expect(away.lines.join()).not.toContain("very-secret");

    const own = await ownDatabase("template1");
    const node = ["--home", NONE, "--database", own.url];
    const empty = await checked(node);
    expect([empty.code, empty.lines]).toEqual([
      0,
      expect.arrayContaining([finding("note database .* has no schema yet")]),
    ]);
    const database = new Database(own.url);
    await makeSchema(database);
    await database.close();
    await createKey(NONE, "--database", own.url);
    const { code, lines } = await checked(node);
    const starts = ["ok database .* is reached", "ok database 1 key works", "note database No release is active"];
    expect([code, lines]).toEqual([0, expect.arrayContaining(starts.map(finding))]);
    await own.remove();
  });

  test("refuses an option as serve does", async () => {
    expect(await ratebook(["serve", "--check", "--port", "http"])).toMatchObject({ code: 2, stdout: "" });
  });
});
