import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Some tests start servers and run commands, and the machine may be busy with others.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
