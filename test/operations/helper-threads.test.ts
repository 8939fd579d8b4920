import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const MODULE = join(import.meta.dirname, "../../src/operations/helper-threads.ts");

/** In a process of its own: the priority of a thread cannot be raised again. */
const PROGRAM = `
  import { getPriority } from "node:os";
  import { helperThreads, letHelpersGiveWay } from ${JSON.stringify(MODULE)};
  letHelpersGiveWay();
  console.log(JSON.stringify({ own: getPriority(), helpers: helperThreads().map((thread) => getPriority(thread)) }));
`;

it.runIf(process.platform === "linux")("helper threads give way to the one that answers", () => {
  const printed = execFileSync(process.execPath, ["--input-type=module-typescript", "--eval", PROGRAM], {
    encoding: "utf8",
  });
  const { own, helpers } = JSON.parse(printed) as { own: number; helpers: number[] };
  expect(helpers.length).toBeGreaterThan(0);
  for (const helper of helpers) expect(helper).toBeGreaterThan(own);
});
