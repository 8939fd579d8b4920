import { execFileSync } from "node:child_process";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const PROGRAM = join(import.meta.dirname, "support/nicenesses.ts");
const BEHIND = 5;
const LAST = constants.priority.PRIORITY_LOW;

interface Nicenesses {
  readonly own: number;
  readonly helpers: readonly number[];
  readonly givenWay: number;
}

/** In a process of its own: the priority of a thread cannot be raised again. */
function nicenesses(own: number): Nicenesses {
  return JSON.parse(execFileSync(process.execPath, [PROGRAM, String(own)], { encoding: "utf8" }));
}

describe.runIf(process.platform === "linux")("helper threads give way to the one that answers", () => {
  // The tests themselves may run at a lower priority than usual, which cannot be raised.
  const usual = getPriority();

  it.each([
    ["at the usual priority", usual],
    ["at a lower one", Math.max(usual, 10)],
    ["near the lowest, where less than that is behind", Math.max(usual, 17)],
    ["at the lowest, where nothing is behind", LAST],
  ])("%s", (_where, own) => {
    const behind = Math.min(own + BEHIND, LAST);
    const found = nicenesses(own);
    expect(found.own).toBe(own);
    expect(found.helpers.length).toBeGreaterThan(0);
    expect(new Set(found.helpers)).toEqual(new Set([behind]));
    expect(found.givenWay).toBe(behind);
  });
});
