import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { byModule, type Counts } from "./by-module.ts";
import { coverageTable } from "./table.ts";

/* npm run coverage [-- MODULE...]: how much of each module its tests run, in numbers (docs/contributing/quality.md). */

const root = join(import.meta.dirname, "..", "..");
const out = join(root, "coverage");
const modules = process.argv.slice(2);

const unknown = modules.filter(
  (module) => !existsSync(join(root, "src", module)) || !existsSync(join(root, "test", module)),
);
if (unknown.length > 0) {
  console.error(
    `No module with tests: ${unknown.join(", ")}. A module is a folder of src, such as core/money or states/ny.`,
  );
  process.exit(2);
}

/** Vitest takes a path for a part of a path: with its slash, test/pricing/state is not test/states as well. */
const tests = modules.map((module) => join(root, "test", module, "/"));
const sources = modules.length === 0 ? ["src/**/*.ts"] : modules.map((module) => `src/${module}/**/*.ts`);

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
  console.log(`\n${coverageTable(byModule(root, files))}`);
} else {
  // Vitest writes no report of a run that failed: half of the tests would give half of the numbers.
  console.error("\nThere are no numbers, because tests failed.");
}
process.exitCode = status ?? 1;
