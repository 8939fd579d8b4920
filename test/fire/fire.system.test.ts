import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Two whole scenes, which start a dozen processes. */
const MILLISECONDS_MAX = 300_000;
const RUN = join(import.meta.dirname, "..", "..", "scripts", "fire", "run.ts");

it.each([
  [
    "load",
    "a server whose workers are killed and whose release is reloaded gives no wrong answer and loses no request",
  ],
  ["nodes", "nodes that are restarted one after the other, and killed, give no wrong answer and lose no request"],
])("npm run fire -- %s: %s", { timeout: MILLISECONDS_MAX }, async (scene) => {
  // It exits with 1 when it finds something, and this throws what it printed.
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, scene, "--seconds", "1", "--seed", "20261116"]);
  expect(stdout).toMatch(/\nok\n$/);
  expect(stdout).toMatch(/usage adds up: 1\n/);
});
