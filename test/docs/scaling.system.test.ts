import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Database } from "../../src/nodes/database/database.ts";
import { NODE_RIGHTS } from "../../src/nodes/database/roles.ts";
import { freePort } from "../../src/serve/operations/port.ts";
import { createKey, ROOT, ratebook } from "../cli/support/ratebook.ts";
import { twoReleases } from "../serve/operations/node/support/two-releases.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { executed } from "./support/command-line.ts";
import { type LogLine, PageNodes, SOON } from "./support/page-nodes.ts";
import { type Step, stepsOf } from "./support/page-steps.ts";

/* Every step of docs/scaling.md in its order: from one server to two nodes and back to one, while somebody asks them. */

const PAGE = readFileSync(join(ROOT, "docs/scaling.md"), "utf8");
const STEPS = stepsOf(PAGE);
const folder = temporaryFolder();
const home = join(folder.path, "var/lib/ratebook");
const nodes = new PageNodes();
let postgres: OwnDatabase;
let superuser: Database;
let ports: Readonly<Record<string, number>>;
let key: string;

/** Roles and databases belong to the server, which other tests use too: those of the page have other names here. */
const OWN = randomUUID().slice(0, 8);
const OWNER = `ratebook_${OWN}`;
const roleOf = (role: string) => role.replace("ratebook", OWNER);
const DATABASE = OWNER;
const ROLES = ["ratebook", "ratebook_node", "ratebook_publisher", "ratebook_clerk"];
const addressOf = (role: string) => `postgres://${roleOf(role)}@127.0.0.1:${postgres.port}/${DATABASE}`;
/** The page's next release is one that other tests have compiled. */
const NEXT = "later";
/** A command looks each time. */
const RARELY = { ...SOON, interval: 500 };
/** What a node says of limits when the machine is too busy: it is given 200 ms, whatever else runs there. */
const LATE = "The database has not answered in time.";

beforeAll(async () => {
  postgres = await ownDatabase();
  superuser = new Database(postgres.url);
  ports = { NODE_1: await freePort("127.0.0.1", 0), NODE_2: await freePort("127.0.0.1", 0) };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  ({ key } = await createKey(home));
  const [first, next] = await twoReleases(folder.path);
  copyFileSync(first, join(home, "rates.db"));
  copyFileSync(next, join(home, "next.db"));
  const alone = `bin/ratebook serve --home ${home} --release ${home}/rates.db --port ${ports.NODE_1}`;
  await nodes.start("NODE_1", alone, ports.NODE_1 as number);
  void nodes.ask(key);
});
afterAll(async () => {
  await nodes.end();
  await superuser.sql.unsafe(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  for (const role of ROLES) await superuser.sql.unsafe(`DROP ROLE IF EXISTS ${roleOf(role)}`);
  await superuser.close();
  await postgres.remove();
  folder.remove();
});

/** The places of the page's machines are on this one: below a folder of the test, and on ports that are free. */
function adapted(text: string): string {
  return named(text)
    .replaceAll("/var/", `${folder.path}/var/`)
    .replaceAll("@db.example/ratebook", `@127.0.0.1:${postgres.port}/${DATABASE}`)
    .replaceAll("2026.12", NEXT)
    .replaceAll("8081", String(ports.NODE_1))
    .replaceAll("8082", String(ports.NODE_2));
}

/** Roles and the database, in statements, options and addresses. */
function named(text: string): string {
  return text.replaceAll(/(?<=(?:ROLE|OWNER|DATABASE|--roles) |:\/\/)ratebook(?=[_ @])/g, OWNER);
}

async function commanded(command: string): Promise<void> {
  const stopped = /^kill -TERM "\$(?<name>\w+)"$/.exec(command)?.groups?.name;
  if (stopped !== undefined) await nodes.takeOut(stopped);
  await executed(adapted(command), { ...process.env, ...nodes.variables });
  if (stopped !== undefined) await nodes.ended(stopped);
  const activated = / activate (?<version>\S+) /.exec(adapted(command))?.groups?.version;
  if (activated !== undefined) {
    await vi.waitFor(async () => expect(await nodes.versions()).toEqual([activated, activated]), SOON);
  }
}

async function served(command: string): Promise<void> {
  const name = command.includes("--port 8081") ? "NODE_1" : "NODE_2";
  await nodes.start(name, adapted(command), ports[name] as number);
}

describe("the page about several nodes", () => {
  it.each(STEPS)("$kind: $text", async ({ kind, text }: Step) => {
    if (kind === "sql") return void (await superuser.sql.unsafe(named(text)));
    if (/^bin\/ratebook serve (?!--check)/.test(text)) await served(text);
    else await commanded(text);
  });

  it("failed no request on the way, and no node had anything to complain of", async () => {
    await nodes.stopAsking();
    expect(nodes.failures).toEqual([]);
    expect([nodes.answeredBefore, nodes.answered].every((count) => count > 0)).toBe(true);
    const isLate = ({ event, reason }: LogLine) => event === "limits_alone" && reason === LATE;
    expect(nodes.log.filter((line) => line.level === "error" && !isLate(line))).toEqual([]);
    expect(nodes.log.map(({ event }) => event)).toEqual(expect.arrayContaining(["release_pulled", "reloaded"]));
  });

  it("names files that are there, in lines that are not run too", () => {
    const files = [...PAGE.matchAll(/`((?:deploy|test|examples|docs)\/[\w./-]+)`/g)].map(([, path]) => path as string);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("the roles of the page", () => {
  it("give a node exactly what it uses", async () => {
    const owner = new Database(addressOf("ratebook"));
    const rows = await owner.sql<{ table: string; rights: string[] }[]>`
      SELECT table_name AS table, array_agg(privilege_type::text ORDER BY privilege_type) AS rights
      FROM information_schema.role_table_grants WHERE grantee = ${roleOf("ratebook_node")} GROUP BY table_name`;
    await owner.close();
    const granted = Object.fromEntries(rows.map(({ table, rights }) => [table, rights]));
    const wanted = Object.entries(NODE_RIGHTS).map(([table, rights]) => [table, [...rights].sort()]);
    expect(granted).toEqual(Object.fromEntries(wanted));
  });

  it.each(["ratebook_node", "ratebook_publisher", "ratebook_clerk"])("let %s change no table", async (role) => {
    const database = new Database(addressOf(role));
    await expect(database.sql.unsafe("CREATE TABLE ratebook.own ()")).rejects.toThrow(/permission denied/);
    await expect(database.sql.unsafe("DROP TABLE ratebook.keys")).rejects.toThrow(/must be owner/);
    await database.close();
  });

  it("keep publishers from keys, clerks from releases, and nodes from both", async () => {
    const [codes, name] = ["ca", "intruder"];
    const create = (role: string) =>
      ratebook(["keys", "create", "--name", name, "--states", codes, "--database", addressOf(role)]);
    for (const role of ["ratebook_publisher", "ratebook_node"]) {
      expect(await create(role)).toMatchObject({ code: 1, stderr: expect.stringContaining("permission denied") });
    }
    for (const role of ["ratebook_clerk", "ratebook_node"]) {
      const activate = ["releases", "activate", NEXT, "--database", addressOf(role)];
      expect(await ratebook(activate)).toMatchObject({ code: 1, stderr: expect.stringContaining("permission denied") });
    }
    expect(await create("ratebook_clerk")).toMatchObject({ code: 0 });
  });

  it("let a publisher clear what a killed push left", async () => {
    const publisher = new Database(addressOf("ratebook_publisher"));
    await publisher.sql`
      WITH begun AS (INSERT INTO release_files DEFAULT VALUES RETURNING number)
      INSERT INTO release_chunks (file_number, number, sha256, bytes) SELECT number, 0, '', '' FROM begun`;
    const prune = ["releases", "prune", "--keep", "5", "--database", addressOf("ratebook_publisher")];
    expect(await ratebook(prune)).toMatchObject({ code: 0 });
    expect(await publisher.sql`SELECT count(*)::integer AS left FROM release_chunks WHERE sha256 = ''`).toEqual([
      { left: 0 },
    ]);
    await publisher.close();
  });
});

it("counted every lookup of its nodes, and none twice", async () => {
  const usage = ["usage", "--by", "key", "--json", "--database", addressOf("ratebook_clerk")];
  await vi.waitFor(async () => {
    const { stdout } = await ratebook(usage);
    expect(JSON.parse(stdout)).toMatchObject({ lookups: nodes.answered });
  }, RARELY);
});
