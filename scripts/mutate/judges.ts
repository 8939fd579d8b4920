import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

/*
 * The tests that judge mutants are those of `npm test`, not of `npm run test:system`. Left out, unless the run is thorough, are those that cost minutes
 * and reach rules only in passing: what they alone would notice of a rule, a test of that rule should.
 */
const PASSING_BY = [
  // Start servers, commands, threads, databases, browsers.
  /^test\/(?:cli|client|deploy|docs|nodes|reprice)\/|^test\/serve\/operations\//,
  /^test\/serve\/http\/(?:csv|long-work)\//,
  /^test\/mcp\/network\.test\.ts$/,
  /^test\/release\/interruption\.test\.ts$/,
  /^test\/web\/[^/]+\.test\.ts$/,
  // Read publications.
  /^test\/imports\//,
  /^test\/states\/[^/]+\/publications\//,
  // Know no rule.
  /^test\/(?:core\/files|core\/runtime|keys|mutate|support)\//,
  /^test\/[^/]+\.test\.ts$/,
];

/** The test files that judge, by their path from the root. */
export function judgesOf(root: string, isThorough: boolean): readonly string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .map((name) => `test/${name.split(sep).join("/")}`)
    .filter(
      (path) => path.endsWith(".test.ts") && !path.endsWith(".system.test.ts") && !path.startsWith("test/mutate/"),
    )
    .filter((path) => isThorough || !PASSING_BY.some((pattern) => pattern.test(path)))
    .sort();
}

/** A test file, what it reached and how long it took without a mutant. */
export interface Judge {
  readonly path: string;
  readonly milliseconds: number;
  readonly reached: ReadonlySet<number>;
}

/** Those that reach a mutant, the file's own test first and then the quickest: most mutants die at once. */
export function judgesFor(number: number, file: string, judges: readonly Judge[]): readonly Judge[] {
  const own = file.replace(/^src\//, "test/").replace(/\.ts$/, ".");
  return judges
    .filter(({ reached }) => reached.has(number))
    .sort((a, b) => Number(b.path.startsWith(own)) - Number(a.path.startsWith(own)) || a.milliseconds - b.milliseconds);
}
