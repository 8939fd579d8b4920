import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../cli/support/ratebook.ts";
import { writeFixture } from "../support.ts";

it("a file that is kept in memory ends in a message before the memory does", async () => {
  const path = writeFixture({ name: "rows.csv", content: "99213,40.00\n".repeat(1_000_000) });
  const script = join(import.meta.dirname, "support", "hold-all-rows.ts");
  const ended = await run(process.execPath, [script, path], { NODE_OPTIONS: "--max-old-space-size=256" });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^Failure: reading it needs more memory than the \d+ MB that Node\.js may use; is it/);
});
