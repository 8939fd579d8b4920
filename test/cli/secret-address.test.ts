import { describe, expect, test } from "vitest";
import { ratebook } from "./support/ratebook.ts";

// Many commands are run, which takes long on a busy machine.
const COMMANDS = [
  ["serve"],
  ["doctor"],
  ["keys", "list"],
  ["releases", "list"],
  ["usage", "--by", "key"],
  ["audit", "verify"],
  ["work"],
  ["reprice", "ca", "outpatient", "claims.csv", "--release", "rates.db", "--out", "repriced.csv"],
];

/** Where a command reads its address from. */
function variableOf([name]: readonly string[]): string {
  return name === "reprice" ? "RATEBOOK_REPRICE_DATABASE_URL" : "RATEBOOK_DATABASE_URL";
}

describe.each(COMMANDS)("%s", (...command) => {
  test.each([
    ["of another kind", "postgresq://me:hunter2@db.example/rates", "such as postgres://"],
    ["with a password that is not encoded", "postgres://me:hunter2/hunter2@db.example/rates", "percent-encode"],
    ["with a lonely percent sign", "postgres://me:hunter2%@db.example/rates", "percent-encode"],
  ])("refuses an address %s and shows no part of it", async (_what, url, remedy) => {
    const [byOption, byVariable] = await Promise.all([
      ratebook([...command, "--database", url]),
      ratebook(command, { [variableOf(command)]: url }),
    ]);
    for (const { code, stdout, stderr } of [byOption, byVariable]) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^error: --database <url> or RATEBOOK_\w+ is not valid; [^\n]+\n$/);
      expect(stderr).toContain(remedy);
      expect(stderr).not.toContain("hunter2");
    }
  });
});

test("an address with white space around it is the address", async () => {
  const { code, stderr } = await ratebook(["keys", "list"], {
    RATEBOOK_DATABASE_URL: " postgres://me:hunter2@127.0.0.1:1/rates \n",
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("postgres://127.0.0.1:1/rates cannot be used")]);
  expect(stderr).not.toContain("hunter2");
});

test.each([
  [["keys", "list", "--databse=postgres://me:hunter2@db.example/rates"]],
  [["keys", "list", "postgres://me:hunter2@hunter2@db.example/rates"]],
  [["postgres://me:hunter2@db.example/rates"]],
])("a slip on the command line does not show it either: %j", async (args) => {
  const { code, stderr } = await ratebook([...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("error: ")]);
  expect(stderr).not.toContain("hunter2");
});
