import { PROMISED } from "../fire/patience.ts";
import { Random } from "../fire/random.ts";
import { runTool } from "../fire/run-tool.ts";
import { soak } from "./soak.ts";

/* npm run soak: a busy day of a server, with everything that happens on one (docs/reliability.md). */

const tool = { name: "soak", about: "mixed load on a server while it is disturbed", minutes: 10, parts: [] };
await runTool(tool, async ({ options, workspace, findings }) => {
  const length = { loadMilliseconds: options.minutes * 60_000, warmingMilliseconds: 5_000 };
  await soak(workspace, new Random(options.seed), length, PROMISED, findings);
});
