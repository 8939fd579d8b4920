import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ChangeFollower, type Topic } from "../../../src/nodes/database/change-follower.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { makeSchema } from "../../../src/nodes/database/schema.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";
import { SOON } from "../../support/waiting.ts";

let server: Postgres;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = new Database(server.url);
  await makeSchema(database);
  await database.sql.unsafe(`
    CREATE TABLE things (id integer);
    CREATE TRIGGER changed AFTER INSERT ON things FOR EACH STATEMENT EXECUTE FUNCTION ratebook.note_change('keys');`);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

it("tells of every change, also of those that were made while the database was away", async () => {
  const notices: string[] = [];
  const changes = new ChangeFollower(database, ["keys"], {
    onChange: async (topic: Topic) => void notices.push(topic),
    onLost: () => notices.push("lost"),
    onFound: () => notices.push("found"),
  });
  await changes.look();
  expect(notices).toEqual(["found", "keys"]);

  await database.sql`INSERT INTO things VALUES (1)`;
  await vi.waitFor(() => expect(notices).toEqual(["found", "keys", "keys"]), SOON);

  await server.stop();
  await vi.waitFor(() => expect(notices.at(-1)).toBe("lost"), SOON);
  await server.start();
  await vi.waitFor(() => expect(notices.at(-1)).toBe("found"), SOON);
  const before = notices.length;
  await database.sql`INSERT INTO things VALUES (2)`;
  await vi.waitFor(() => expect(notices.slice(before)).toContain("keys"), SOON);
  await changes.close();
});

it("tells of a change behind a number that was seen before: of a standby that lagged, or an old backup", async () => {
  const notices: string[] = [];
  const changes = new ChangeFollower(database, ["keys"], {
    onChange: async (topic: Topic) => void notices.push(topic),
    onLost: () => {},
    onFound: () => {},
  });
  await changes.look();
  const before = notices.length;
  await database.sql`UPDATE ratebook.changes SET token = gen_random_uuid()`;
  await changes.look();
  await changes.look();
  expect(notices.slice(before)).toEqual(["keys"]);
  await changes.close();
});

it("looks at everything again after the database was away, whatever its numbers say", async () => {
  const notices: string[] = [];
  const changes = new ChangeFollower(database, ["keys", "releases"], {
    onChange: async (topic: Topic) => void notices.push(topic),
    onLost: () => notices.push("lost"),
    onFound: () => notices.push("found"),
  });
  await changes.look();
  await server.stop();
  await vi.waitFor(() => expect(notices.at(-1)).toBe("lost"), SOON);
  await server.start();
  await vi.waitFor(() => expect(notices.at(-1)).toBe("found"), SOON);
  expect(notices).toEqual(["found", "keys", "releases", "lost", "keys", "releases", "found"]);
  await changes.close();
});
