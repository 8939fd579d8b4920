import { expect, it } from "vitest";
import { faultCommands } from "../../scripts/faults/command-faults.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { Random } from "../../scripts/fire/random.ts";
import { FAULT_MILLISECONDS_MAX, foundBy, newWorkspace, SEED } from "./support.ts";

it("a command that is cut off leaves every file old or new, and succeeds when it is tried again", {
  timeout: FAULT_MILLISECONDS_MAX,
}, async () => {
  const findings = new Findings();
  await faultCommands(newWorkspace(), new Random(SEED), { triesMin: 3, milliseconds: 0 }, findings);
  expect(foundBy(findings)).toEqual([]);
});
