import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { testFiles, tracesOf } from "./support/suite/sharing.ts";

/** What a test file with this text does that leaves a trace in its process. */
function tracesIn(text: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-traces-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "some.test.ts");
  writeFileSync(file, text);
  return tracesOf(file).map((trace) => trace.slice(trace.indexOf(": ") + 2));
}

it.each([
  ["replaces a module", 'vi.mock("../src/core/money/money.ts");'],
  ["sets the clock", "vi.useFakeTimers();"],
  ["sets variables or globals", 'vi.stubEnv("TZ", "UTC");'],
  ["sets variables or globals", 'process.env.TZ = "UTC";'],
  ["sets variables or globals", 'process.env["TZ"] = "UTC";'],
  ["sets variables or globals", "delete process.env.TZ;"],
  ["sets the limits of tests", "vi.setConfig({ testTimeout: 1 });"],
  ["spies on what all files have", 'vi.spyOn(Date, "now");'],
  ["spies on what all files have", 'vi.spyOn(process, "kill");'],
  ["changes the process", "process.chdir(folder);"],
  ["changes the process", 'process.kill(process.pid, "SIGTERM");'],
  ["changes the process", "process.exitCode = 0;"],
  ["changes a builtin", "Array.prototype.at = () => 1;"],
])("a file that %s has a process to itself: %s", (trace, text) => {
  expect(tracesIn(text)).toEqual([trace]);
});

it.each([
  "const { HOME } = process.env;",
  "if (process.env.CI === undefined) return;",
  'vi.spyOn(store, "list");',
  'server.process.kill("SIGKILL");',
  "if (child.process.exitCode === null) return;",
])("a file that leaves no trace shares a process: %s", (text) => {
  expect(tracesIn(text)).toEqual([]);
});

it("every test file runs once, and the trace of a helper is that of the files that import it", () => {
  const { sharing, alone } = testFiles();
  expect(sharing.filter((file) => alone.includes(file))).toEqual([]);
  expect(sharing).toContain("test/core/money/arithmetic.test.ts");
  expect(alone).toContain("test/release/build-proof.test.ts");
});
