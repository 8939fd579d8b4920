import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/suite/longest-first.ts";
import { SHARING_FILES } from "./test/support/suite/rooms.ts";

const EVERY_FILE = ["test/**/*.test.ts"];

export default defineConfig({
  test: {
    // Many tests wait for processes that they have started: two files more than there are cores keep all of them busy (a part of the suite took
    // 127 s with two more, 146 s with one, on two cores).
    maxWorkers: availableParallelism() + 2,
    // Some tests start servers and run commands, and the machine may be busy with others.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Type stripping and compiling are paid once, as by bin/launch, not by every process that a test starts.
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, "node_modules/.cache/compiled"),
    },
    globalSetup: ["test/support/suite/installation.ts", "test/support/suite/shared-releases.ts"],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: "sharing a process", include: SHARING_FILES, isolate: false } },
      { extends: true, test: { name: "by itself", include: EVERY_FILE, exclude: SHARING_FILES, isolate: true } },
    ],
  },
});
