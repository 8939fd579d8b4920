import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { BUSY } from "../../scripts/fire/patience.ts";
import { Random } from "../../scripts/fire/random.ts";
import { soak } from "../../scripts/soak/soak.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

it("a busy server that is disturbed gives right answers and holds no more afterwards", {
  timeout: 240_000,
}, async () => {
  const findings = new Findings();
  const length = { loadMilliseconds: 4_000, warmingMilliseconds: 1_000 };
  await soak(newWorkspace(), new Random(SEED), length, BUSY, findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("status 200")).toBeGreaterThan(100);
  expect(findings.countOf("reloads")).toBeGreaterThan(0);
});
