import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./test-state.ts";

const module = resolve(import.meta.dirname, "../../src/core/files/replace-file.ts");

test("a build that is interrupted takes its file away and ends as interrupted programs do", async () => {
  const target = join(temporaryFolder(), "release.db");
  const program = `
    import { writeFileSync } from "node:fs";
    import { TemporaryFile } from ${JSON.stringify(module)};
    const file = new TemporaryFile(${JSON.stringify(target)}, "build");
    writeFileSync(file.path, "half");
    setInterval(() => undefined, 1000);
    process.stdout.write("writing");
  `;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program]);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const partial = `release.db.${child.pid}.partial`;
  expect(readdirSync(join(target, ".."))).toEqual([partial, "release.db.lock", "release.db.lock.owner"]);

  const ended = new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
  expect(readdirSync(join(target, ".."))).toEqual([]);
  expect(existsSync(target)).toBe(false);
});
