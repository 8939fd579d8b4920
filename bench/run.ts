import { parseArgs } from "node:util";
import { full } from "./modes/full.ts";
import { growth } from "./modes/growth.ts";
import { nodes } from "./modes/nodes.ts";
import { peer } from "./modes/peer.ts";
import { stages } from "./modes/stages.ts";
import { standard } from "./modes/standard.ts";
import { accept, regressions } from "./support/baseline.ts";
import { isMissed, type Report, say, sayReport } from "./support/report.ts";

/*
 * The budgets of the service, each against a floor measured in the same run, so that the figures
 * mean the same on every machine (docs/contributing/performance.md). A number takes that many providers instead,
 * for a trial: `npm run bench -- --full 20000`.
 */

const MODES: Readonly<Record<string, (providers?: number) => Promise<Report>>> = { full, growth, nodes, peer, stages };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: "boolean" },
    growth: { type: "boolean" },
    nodes: { type: "boolean" },
    peer: { type: "boolean" },
    stages: { type: "boolean" },
    accept: { type: "boolean" },
    check: { type: "boolean" },
  },
});
const chosen = Object.keys(MODES).find((mode) => values[mode as keyof typeof values]);
const run = chosen === undefined ? standard : (MODES[chosen] as (typeof MODES)[string]);
const report = await run(positionals[0] === undefined ? undefined : Number(positionals[0]));
sayReport(report);
if (isMissed(report)) process.exitCode = 1;

if (values.accept) accept(report);
if (values.check && !holdsItsGround(report)) process.exitCode = 1;

function holdsItsGround(measured: Report): boolean {
  const worse = regressions(measured);
  if (worse === null) say("\nNo run of this kind was accepted yet; accept one with --accept.");
  else say(worse.length === 0 ? "\nNothing got worse." : `\nGot worse:\n${worse.join("\n")}`);
  return worse?.length === 0;
}
