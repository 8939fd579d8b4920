import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Many tests wait for processes that they have started: with a file per core, a quarter of the cores would be idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Some tests start servers and run commands, and the machine may be busy with others.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
