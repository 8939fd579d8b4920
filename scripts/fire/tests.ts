import { once } from "node:events";
import { join } from "node:path";
import type { Stage } from "./scene.ts";
import { ROOT } from "./workspace.ts";

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
/** As many runs as there is time for. */
const TIMES_AS_MANY_RUNS = 10_000;
/** For what hangs: a property ends when its time is over. */
const TEST_MILLISECONDS_MAX = 600_000;

/** Runs files of the suite, named by the beginning of their paths, with so many seconds for each property, and whole where the suite tries a part (test/support/property-runs.ts). */
export async function runTests(
  { workspace, seed, findings, notify }: Stage,
  files: readonly string[],
  seconds: number,
): Promise<void> {
  notify(files.join(" "));
  const args = [
    "run",
    "--maxWorkers",
    "2",
    "--testTimeout",
    String(TEST_MILLISECONDS_MAX),
    "--reporter",
    "dot",
    ...files,
  ];
  // A scene may be run by a test: its run of the suite is another one.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^VITEST|^RATEBOOK_(?!SLOW)|^NODE_OPTIONS$/.test(name),
  );
  const more = {
    FC_RUNS: String(TIMES_AS_MANY_RUNS),
    FC_SECONDS: String(seconds),
    FC_SEED: String(seed),
    NO_COLOR: "1",
  };
  const child = workspace.spawn([VITEST, ...args], { ...Object.fromEntries(inherited), ...more }, ROOT);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, "close");
  const passed = Number(/Tests .*?(\d+) passed/.exec(said)?.[1] ?? 0);
  findings.tried("tests passed", passed);
  if (code !== 0 || passed === 0) findings.found("the tests fail", said.slice(said.indexOf("Failed Tests")));
}
