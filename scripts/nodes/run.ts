import { runTool } from "../fire/run-tool.ts";
import { PROMISED_OF_NODES } from "./fleet.ts";
import { severalNodes } from "./several-nodes.ts";

/* npm run nodes: several nodes over one PostgreSQL, all of which break at random (docs/reliability.md). */

const tool = {
  name: "nodes",
  about: "several nodes under load while they and their database break",
  minutes: 10,
  parts: [],
  count: { option: "nodes", about: "how many nodes", usual: 3, min: 2, max: 8 },
};
await runTool(tool, async ({ options, workspace, findings }) => {
  const trial = {
    seed: options.seed,
    nodes: options.count ?? tool.count.usual,
    milliseconds: options.minutes * 60_000,
    clientsPerNode: 8,
    warmingMilliseconds: 5_000,
    pace: { outageMillisecondsMax: 60_000, calmMillisecondsMax: 30_000 },
    promises: PROMISED_OF_NODES,
    tell: (what: string) => console.error(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${what}`),
  };
  await severalNodes(workspace, trial, findings);
});
