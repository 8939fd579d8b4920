import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TemporaryFile } from "../../src/core/files/replace-file.ts";
import { temporaryFolder } from "./test-state.ts";

it("takes away what killed builds of the same release left, and nothing else", () => {
  const folder = temporaryFolder();
  const others = [
    "other.db.7.partial",
    "rates.db.partial",
    "rates.db.7.partial.csv",
    "rates.db.x.partial",
    "xrates.db.7.partial",
  ];
  for (const name of [...others, "rates.db.7.partial", "rates.db.4711.partial"]) writeFileSync(join(folder, name), "");
  const file = new TemporaryFile(join(folder, "rates.db"), "build");
  writeFileSync(file.path, "new");
  file.keep();
  file.discard();
  expect(readdirSync(folder)).toEqual([...others, "rates.db"].sort());
  expect(readFileSync(join(folder, "rates.db"), "utf8")).toBe("new");
});

it("refuses a second build to the same release while the first goes on, whose file stays", () => {
  const target = join(temporaryFolder(), "rates.db");
  const first = new TemporaryFile(target, "build");
  writeFileSync(first.path, "first");
  expect(() => new TemporaryFile(target, "build")).toThrow(`${target} is in use by "ratebook build"`);
  first.keep();
  first.discard();
  expect(readFileSync(target, "utf8")).toBe("first");
  new TemporaryFile(target, "build").discard();
  expect(readdirSync(join(target, ".."))).toEqual(["rates.db"]);
});
