import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { rollingRestart } from "../../scripts/nodes/rolling-restart.ts";
import { PROXIES } from "../deploy/support/proxies.ts";
import { foundBy, newWorkspace, SEED } from "../fire/support.ts";

const notify = (what: string) => {
  if (what.includes("not installed")) process.stderr.write(`${what}\n`);
};
const SHORT = { seed: SEED, nodes: 2, hasDatabase: false, clients: 2, pauseShare: 10, rounds: 1, notify };
const STOPS = "nodes say that they stop before they refuse connections";

const installed = PROXIES.filter(({ program }) => program !== null);

it.runIf(installed.length > 0)(
  "nodes that are restarted one after the other behind the shipped proxies lose no request",
  async () => {
    const findings = new Findings();
    // With the default drain: a busy machine needs what it has beyond the 2 s that the proxies take to notice.
    await rollingRestart(await newWorkspace(), { ...SHORT, variables: { RATEBOOK_DRAIN: "5" } }, findings);
    expect(foundBy(findings)).toEqual([]);
    for (const { name } of installed) expect(findings.countOf(`requests through ${name}`), name).toBeGreaterThan(0);
    expect(findings.countOf(STOPS)).toBe(2);
  },
);

it.runIf(installed.length > 0)("a node without a drain is found", async () => {
  const findings = new Findings();
  await rollingRestart(await newWorkspace(), { ...SHORT, nodes: 1, variables: { RATEBOOK_DRAIN: "0" } }, findings);
  expect(findings.kept.filter(({ what }) => what === STOPS)).toHaveLength(1);
});
