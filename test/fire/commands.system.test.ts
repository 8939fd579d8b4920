import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { faultCommands } from "../../scripts/faults/command-faults.ts";
import { FAULTS, PlanFile } from "../../scripts/faults/plans.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { Random } from "../../scripts/fire/random.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

it("a command that is cut off leaves every file old or new, and succeeds when it is tried again", async () => {
  const findings = new Findings();
  await faultCommands(await newWorkspace(), new Random(SEED), { triesMin: 2, milliseconds: 0 }, findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.table()).toMatch(/build, .* 1 .*import, .* 1 /s);
});

describe("inject", () => {
  it("the n-th file operation of a command fails, and the plan names it", async () => {
    const workspace = await newWorkspace();
    const plans = new PlanFile(workspace.folder);
    const home = workspace.path("home");
    const create = ["keys", "create", "--home", home, "--name", "n", "--states", "ca"];
    const operations = FAULTS.EROFS as readonly string[];
    plans.set({ fault: "EROFS", operations, folder: home, nth: 1, lasts: true });
    const refused = await workspace.run(create, plans.variables(workspace.path("clock")));
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(home);
    expect(plans.hits[0]).toContain(`mkdir ${home}`);
  });

  it("a command is killed in the middle of a write", async () => {
    const workspace = await newWorkspace();
    const plans = new PlanFile(workspace.folder);
    const folder = workspace.fresh("out");
    mkdirSync(`${folder}/dataset`);
    writeFileSync(`${folder}/rates.db`, "old");
    plans.set({ fault: "KILL", operations: ["open"], folder, nth: 1, lasts: false });
    const build = ["build", `${folder}/dataset`, "--out", `${folder}/rates.db`];
    const killed = await workspace.run(build, plans.variables(workspace.path("clock")));
    expect(killed.signal).toBe("SIGKILL");
    expect(readFileSync(`${folder}/rates.db`, "utf8")).toBe("old");
  });
});
