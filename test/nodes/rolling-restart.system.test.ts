import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { rollingRestart } from "../../scripts/nodes/rolling-restart.ts";
import { PROXIES } from "../deploy/support/proxies.ts";
import { foundBy, newWorkspace, SEED } from "../fire/support.ts";

const notify = (what: string) => {
  if (what.includes("not installed")) process.stderr.write(`${what}\n`);
};
/** A node of several processes stops as one does: test/serve/operations/server.system.test.ts has both. */
const NODES = { nodes: 2, workers: 1, hasDatabase: false };
const LIGHT = { lookups: 40, clients: 2, pauseShare: 0, pauseMillisecondsMin: 250 };
const ONCE = { seed: SEED, rounds: 1, notify };
const STOPS = "nodes say that they stop before they refuse connections";

const installed = PROXIES.filter(({ program }) => program !== null);

it.runIf(installed.length > 0)(
  "nodes that are restarted one after the other behind the shipped proxies lose no request",
  async () => {
    const findings = new Findings();
    // With the default drain: a busy machine needs what it has beyond the 2 s that the proxies take to notice.
    const variables = { RATEBOOK_DRAIN: "5" };
    await rollingRestart(await newWorkspace(), { ...NODES, ...LIGHT, ...ONCE, variables }, findings);
    expect(foundBy(findings)).toEqual([]);
    for (const { name } of installed) expect(findings.countOf(`requests through ${name}`), name).toBeGreaterThan(0);
    expect(findings.countOf(STOPS)).toBe(2);
  },
);
