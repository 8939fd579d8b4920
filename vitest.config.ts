import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { AloneFirst } from "./test/support/suite/alone-first.ts";
import { threadsOfInstallation } from "./test/support/suite/threads.ts";
import { EXPECTATION_MILLISECONDS_MAX, TEST_MILLISECONDS_MAX } from "./test/support/waiting.ts";

/** Which tests run: `test`, `system`, or both where it is not set. */
const SUITE = process.env.RATEBOOK_TEST_SUITE;

/** Set where each file runs in a thread in place of a process: `npm run mutate`. */
export const IN_THREADS_VARIABLE = "RATEBOOK_TEST_THREADS";

/** Files that start other programs or take long are named `*.system.test.ts`. */
const OTHER_SUITE = SUITE === "test" ? ["test/**/*.system.test.ts"] : [];
const ENDINGS = SUITE === "system" ? ["system.test.ts"] : ["test.ts", "system.test.ts"];

/** Files that replace modules, set the clock or change their process are named `*.alone.test.ts`: each has a process to itself. */
const ALONE = ENDINGS.map((ending) => `test/**/*.alone.${ending}`);

const COLLECTING_GARBAGE = [
  "--min-semi-space-size=16",
  "--max-semi-space-size=16",
  "--initial-old-space-size=512",
  "--external-memory-accounted-in-global-limit",
  "--heap-growing-percent=100",
  "--no-memory-reducer",
];

export default defineConfig({
  plugins: [threadsOfInstallation()],
  test: {
    // Many tests wait for processes that they have started: two files more than there are cores keep all of them busy (a part of the suite took
    // 127 s with two more, 146 s with one, on two cores).
    maxWorkers: availableParallelism() + 2,
    // A process runs a hundred files, and each file leaves objects behind. With V8's defaults a fifth of the processor time of all files was
    // garbage collection: its first heap is small, and every 64 MB of buffers had all of it marked (131 s with its defaults, 100 s with these
    // sizes, for 3,800 tests; 106 and 98 s without and with the other three, for 4,300).
    // Threads refuse settings of a heap.
    execArgv: process.env[IN_THREADS_VARIABLE] === undefined ? COLLECTING_GARBAGE : [],
    testTimeout: TEST_MILLISECONDS_MAX,
    hookTimeout: TEST_MILLISECONDS_MAX,
    expect: { poll: { timeout: EXPECTATION_MILLISECONDS_MAX } },
    slowTestThreshold: 5_000,
    // Type stripping and compiling are paid once, as by bin/launch, not by every process that a test starts.
    // No proxy stands before the servers of tests: they stop at once, except where a test is about the drain.
    // Commands price with one thread where a test says nothing else: each thread loads all states.
    env: {
      RATEBOOK_DRAIN: "0",
      RATEBOOK_WORKERS: "1",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, "node_modules/.cache/compiled"),
    },
    globalSetup: [
      "test/support/suite/temporary-files.ts",
      "test/support/suite/installation.ts",
      "test/support/suite/shared-releases.ts",
      "test/support/suite/services.ts",
    ],
    sequence: { sequencer: AloneFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "sharing a process",
          include: ENDINGS.map((ending) => `test/**/*.${ending}`),
          exclude: [...OTHER_SUITE, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, exclude: OTHER_SUITE, isolate: true } },
    ],
  },
});
