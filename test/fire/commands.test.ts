import { expect, it } from "vitest";
import { faultCommands } from "../../scripts/faults/command-faults.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { Random } from "../../scripts/fire/random.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

it("a command that is cut off leaves every file old or new, and succeeds when it is tried again", async () => {
  const findings = new Findings();
  await faultCommands(await newWorkspace(), new Random(SEED), { triesMin: 2, milliseconds: 0 }, findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.table()).toMatch(/build, .* 1 .*import, .* 1 /s);
});
