import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { createKey, ratebook, serve } from "./support/ratebook.ts";

const RATE = "/api/v1/ca/outpatient/rate";
const LOOKUP = "?npi=1000700140&billing_code=99213&date_of_service=2026-10-01";
const SOON = { ...WAITING, interval: 50 };

const folder = temporaryFolder();
const home = join(folder.path, "home");
let postgres: OwnDatabase;
let id: string;
let otherId: string;

/** Two lookups and a file of three lines, one of them faulty, with one key; a batch of three with another. */
beforeAll(async () => {
  const release = join(folder.path, "rates.db");
  postgres = await ownDatabase();
  const shared = ["--database", postgres.url];
  const [first, second] = [await createKey(home, ...shared), await createKey(home, ...shared)];
  id = first.id;
  otherId = second.id;
  await californiaAt(release);
  const server = await serve(release, home, ...shared).started();
  const headers = { authorization: `Bearer ${first.key}` };
  for (const path of [
    RATE + LOOKUP,
    `${RATE}/explain${LOOKUP}`,
    `/api/v1/ca/providers/search?limit=1&npi=1000700140`,
  ]) {
    await server.fetch(path, { headers });
  }
  const form = new FormData();
  form.set("state", "ca");
  form.set("setting", "outpatient");
  const lines = ["1000700140,99213,2026-10-01", "1000700140,99213,2026-10-02", "1000700140,99213,never"];
  form.set("file", new Blob([`npi,billing_code,date_of_service\n${lines.join("\n")}\n`]), "claims.csv");
  const accepted = await server.fetch("/api/v1/reprice", { method: "POST", headers, body: form });
  const job = (await accepted.json()) as { readonly id: string };
  await vi.waitFor(async () => {
    const answer = await server.fetch(`/api/v1/reprice/${job.id}`, { headers });
    expect(await answer.json()).toMatchObject({ status: "done" });
  }, SOON);
  const item = { npi: "1000700140", billing_code: "99213", date_of_service: "2026-10-01" };
  await server.fetch(`${RATE}/batch`, {
    method: "POST",
    headers: { authorization: `Bearer ${second.key}`, "content-type": "application/json" },
    body: JSON.stringify({ requests: [item, item, { ...item, npi: "not one" }] }),
  });
  expect(await server.stop()).toBe(0);
});

afterAll(async () => {
  await postgres.remove();
  folder.remove();
});

async function json(...args: string[]): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse((await ratebook(["usage", ...args, "--json"])).stdout) as Readonly<Record<string, unknown>>;
}

test.each([
  ["its home", () => ["--home", home]],
  ["the database of the nodes", () => ["--database", postgres.url]],
])("usage is told from %s", async (_where, place) => {
  const expected = [
    { key: id, name: "test", lookups: 5, results_priced: 4 },
    { key: otherId, name: "test", lookups: 3, results_priced: 2 },
  ];
  const notices = await json(...place());
  expect(notices).toMatchObject({ by: "key", from: null, lookups: 8, results_priced: 6 });
  expect((notices.groups as readonly { key: string }[]).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
    expected.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );
  expect(await json(...place(), "--by", "state", "--key", id)).toMatchObject({
    groups: [{ state: "ca", lookups: 5, results_priced: 4 }],
  });
  expect(await json(...place(), "--to", "2020-01-01")).toMatchObject({ groups: [], lookups: 0 });
});

test("it is a table with its total, or CSV", async () => {
  const { stdout } = await ratebook(["usage", "--home", home, "--by", "setting"]);
  expect(stdout).toBe("SETTING     LOOKUPS  RESULTS PRICED\noutpatient  8        6\ntotal       8        6\n");
  const csv = await ratebook(["usage", "--home", home, "--by", "setting", "--csv"]);
  expect(csv.stdout).toBe("setting,lookups,results_priced\noutpatient,8,6\n");
});

test.each([
  [["--by", "week"], 2, "Expected one of key, day, month, state, setting."],
  [["--from", "yesterday"], 2, "a calendar day as YYYY-MM-DD"],
  [["--from", "2026-02-01", "--to", "2026-01-01"], 2, "--from 2026-02-01 is after --to 2026-01-01. Swap them."],
  [["--json", "--csv"], 2, "--json and --csv cannot be had together."],
  [["--home", "/nowhere/at/all"], 1, "There is no home /nowhere/at/all"],
  [["--database", "postgres://me:secret@127.0.0.1:1/rates"], 1, "postgres://127.0.0.1:1/rates cannot be used"],
])("what it cannot do it says: %j", async (args, code, message) => {
  const ended = await ratebook(["usage", ...args], { RATEBOOK_HOME: home });
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toContain(message);
  expect(ended.stderr).not.toContain("secret");
});
