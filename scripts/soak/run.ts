import { PROMISED } from "../fire/patience.ts";
import { Random } from "../fire/random.ts";
import { runTool } from "../fire/run-tool.ts";
import { attacks } from "./attacks/attacks.ts";
import { soak } from "./soak.ts";

/* npm run soak: a busy day of a server, with everything that happens on one, and those who wish it ill (docs/contributing/reliability.md). */

const PARTS = ["load", "attacks"];

const tool = { name: "soak", about: "mixed load on a server while it is disturbed", minutes: 10, parts: PARTS };
await runTool(tool, async ({ options, workspace, findings }) => {
  const isWanted = (part: string) => options.only.length === 0 || options.only.includes(part);
  const random = new Random(options.seed);
  const length = { loadMilliseconds: options.minutes * 60_000, warmingMilliseconds: 5_000 };
  if (isWanted("load")) await soak(workspace, random.branch("load"), length, PROMISED, findings);
  if (isWanted("attacks")) await attacks(workspace, random.branch("attacks"), findings);
});
