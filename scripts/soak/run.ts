import { Findings } from "../fire/findings.ts";
import { askedFor } from "../fire/options.ts";
import { PROMISED } from "../fire/patience.ts";
import { Random } from "../fire/random.ts";
import { finished } from "../fire/report.ts";
import { endOnSignals, Workspace } from "../fire/workspace.ts";
import { soak } from "./soak.ts";

/* npm run soak: a busy day at 80 % of what the server can do, with everything that happens on one (docs/reliability.md). */

const tool = { name: "soak", about: "mixed load at 80 % of capacity while it is disturbed", minutes: 10, parts: [] };
const options = askedFor(tool, process.argv.slice(2));
endOnSignals();
const workspace = new Workspace();
const findings = new Findings();
try {
  const length = { loadMilliseconds: options.minutes * 60_000, capacityMilliseconds: 5_000 };
  await soak(workspace, new Random(options.seed), length, PROMISED, findings);
} finally {
  workspace.close();
}
finished(tool.name, options, findings);
