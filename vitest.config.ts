import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Many tests wait for processes that they have started, so every core is worth using; more files at a time only slow each other down.
    maxWorkers: "100%",
    // Some tests start servers and run commands, and the machine may be busy with others.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
