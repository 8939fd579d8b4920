import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/suite/longest-first.ts";
import { IN_THREADS_VARIABLE, testFiles } from "./test/support/suite/sharing.ts";
import { threadsOfInstallation } from "./test/support/suite/threads.ts";

const { sharing, alone } = testFiles();

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
    // For what hangs. A test waits for what it needs and judges by that: how long it takes depends on what else the machine is doing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Type stripping and compiling are paid once, as by bin/launch, not by every process that a test starts.
    // No proxy stands before the servers of tests: they stop at once, except where a test is about the drain.
    // Commands price with one thread where a test says nothing else: each thread loads all states.
    env: {
      RATEBOOK_DRAIN: "0",
      RATEBOOK_WORKERS: "1",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, "node_modules/.cache/compiled"),
    },
    setupFiles: ["test/support/suite/processor-time.ts"],
    globalSetup: [
      "test/support/suite/temporary-files.ts",
      "test/support/suite/installation.ts",
      "test/support/suite/shared-releases.ts",
      "test/support/suite/services.ts",
    ],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "sharing a process", include: [...sharing], isolate: false } },
      { extends: true, test: { name: "by itself", include: [...alone], isolate: true } },
    ],
  },
});
