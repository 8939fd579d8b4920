import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { createKey, launched, ratebook } from "./support/ratebook.ts";

function home(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return join(folder.path, "home");
}

it("commands at the same time keep their output, exit codes and variables apart", async () => {
  const [one, other] = [home(), home()];
  const made = await Promise.all([createKey(one), createKey(other)]);
  const list = (variables: Record<string, string>, ...more: string[]) => ratebook(["keys", "list", ...more], variables);
  const [first, second, none, wrong] = await Promise.all([
    list({ RATEBOOK_HOME: one }, "--json"),
    list({ RATEBOOK_HOME: other }),
    list({ RATEBOOK_HOME: join(one, "none") }),
    list({ RATEBOOK_HOME: one, RATEBOOK_DATABASE_URL: "mysql://db" }),
  ]);
  expect(JSON.parse(first.stdout)).toMatchObject([{ id: made[0].id }]);
  expect(second.stdout).toContain(made[1].id);
  expect(second.stdout).not.toContain(made[0].id);
  expect([first, second, none, wrong].map(({ code }) => code)).toEqual([0, 0, 1, 2]);
  expect(none.stderr).toContain("There is no home");
  expect(wrong.stderr).toContain("RATEBOOK_DATABASE_URL is not valid");
});

it("a command leaves the exit code and the variables of the process as they are", async () => {
  const before = { ...process.env };
  const variables = process.env;
  expect((await ratebook(["keys", "list"], { RATEBOOK_HOME: join(home(), "none") })).code).toBe(1);
  expect((await ratebook(["frobnicate"])).code).toBe(2);
  expect(process.exitCode).toBeUndefined();
  expect(process.env).toBe(variables);
  expect({ ...process.env }).toEqual(before);
});

it("a command says the same and ends alike in a process of its own, where empty variables count as not set", async () => {
  const place = home();
  const { id } = await createKey(place);
  const command = ["keys", "list", "--home", place];
  expect(await launched(command, { RATEBOOK_JSON: "" })).toEqual(await ratebook(command));
  const unknown = ["keys", "revoke", "key_none", "--home", place];
  expect(await launched(unknown)).toEqual(await ratebook(unknown));
  expect(await launched(["keys"])).toEqual(await ratebook(["keys"]));
  expect((await launched(command)).stdout).toContain(id);
});
