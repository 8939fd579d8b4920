import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { BUSY } from "../../scripts/fire/patience.ts";
import { Random } from "../../scripts/fire/random.ts";
import { KINDS } from "../../scripts/soak/mix.ts";
import { soak } from "../../scripts/soak/soak.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

/** Until each disturbance has happened once, however long that takes. */
const UNTIL_DISTURBED = { loadMilliseconds: Number.POSITIVE_INFINITY, warmingMilliseconds: null };
const CLIENTS = { clients: 2, pauseShare: 0, pauseMillisecondsMin: 500, fileClientsMax: 1, fileRoundsMax: 1 };
const LIGHT = { ...CLIENTS, lookupsMax: 16, disturbancesMax: 3 };

it("a server that is disturbed while it is asked gives right answers and holds no connection afterwards", async () => {
  const findings = new Findings();
  await soak(await newWorkspace(), new Random(SEED), UNTIL_DISTURBED, BUSY, findings, LIGHT);
  expect(foundBy(findings)).toEqual([]);
  for (const kind of KINDS) expect(findings.countOf(kind), kind).toBeGreaterThan(0);
  expect(findings.countOf("jobs, uploaded")).toBeGreaterThan(0);
  expect(findings.countOf("jobs, none is left")).toBe(1);
  for (const disturbance of ["reloads", "keys, a revoked one is refused", "workers killed, another takes the place"])
    expect(findings.countOf(disturbance), disturbance).toBe(1);
});
