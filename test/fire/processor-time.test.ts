import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { processorShares, processorTime } from "../../scripts/soak/processor-time.ts";

it("says who had the processors between two times", () => {
  const from = { server: 100, tool: 10, stolen: 50, idle: 1_000, all: 2_000 };
  const to = { server: 140, tool: 25, stolen: 80, idle: 1_010, all: 2_100 };
  expect(processorShares(from, to)).toBe(
    "server 40 %, this tool 15 %, the host of the machine 30 %, others 5 %, idle 10 %",
  );
});

it("counts the time of a process with that of children that have ended", () => {
  const before = processorTime(process.pid);
  // Half a second of the processor's time, however long that takes.
  const busy = "while (process.cpuUsage().user < 500_000);";
  expect(spawnSync(process.execPath, ["--eval", busy]).status).toBe(0);
  const after = processorTime(process.pid);
  // Hundredths of a second.
  expect(after.server - before.server).toBeGreaterThanOrEqual(50);
  expect(after.all - before.all).toBeGreaterThanOrEqual(50);
});
