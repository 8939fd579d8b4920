import { PROMISED } from "../fire/patience.ts";
import { Random } from "../fire/random.ts";
import { runTool } from "../fire/run-tool.ts";
import { soak } from "./soak.ts";

/* npm run soak: a busy day at 80 % of what the server can do, with everything that happens on one (docs/reliability.md). */

const tool = { name: "soak", about: "mixed load at 80 % of capacity while it is disturbed", minutes: 10, parts: [] };
await runTool(tool, async ({ options, workspace, findings }) => {
  const length = { loadMilliseconds: options.minutes * 60_000, capacityMilliseconds: 5_000 };
  await soak(workspace, new Random(options.seed), length, PROMISED, findings);
});
