import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { byRoom, type Counts } from "./by-room.ts";
import { coverageTable } from "./table.ts";

/* npm run coverage [-- ROOM...]: how much of each room its tests run, in numbers (docs/quality.md). */

const root = join(import.meta.dirname, "..", "..");
const out = join(root, "coverage");
const rooms = process.argv.slice(2);

const unknown = rooms.filter((room) => !existsSync(join(root, "src", room)) || !existsSync(join(root, "test", room)));
if (unknown.length > 0) {
  console.error(`No room with tests: ${unknown.join(", ")}. A room is a folder of src, such as money or states/ny.`);
  process.exit(2);
}

/** Vitest takes a path for a part of a path: with its slash, test/state is not test/states as well. */
const tests = rooms.map((room) => join(root, "test", room, "/"));
const sources = rooms.length === 0 ? ["src/**/*.ts"] : rooms.map((room) => `src/${room}/**/*.ts`);

rmSync(out, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    ...tests,
    ...["--coverage.enabled", "--coverage.provider=v8", `--coverage.reportsDirectory=${out}`],
    // json-summary is what the table is made of; lcov is what editors show beside the lines.
    ...["--coverage.reporter=json-summary", "--coverage.reporter=lcovonly"],
    ...sources.map((pattern) => `--coverage.include=${pattern}`),
  ],
  { cwd: root, stdio: "inherit" },
);

const report = join(out, "coverage-summary.json");
if (existsSync(report)) {
  const { total: _, ...files } = JSON.parse(readFileSync(report, "utf8")) as Record<string, Counts>;
  console.log(`\n${coverageTable(byRoom(root, files))}`);
} else {
  // Vitest writes no report of a run that failed: half of the tests would give half of the numbers.
  console.error("\nThere are no numbers, because tests failed.");
}
process.exitCode = status ?? 1;
