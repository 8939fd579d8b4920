import { runTool } from "../fire/run-tool.ts";
import { PROMISED_OF_NODES } from "./fleet.ts";
import { rollingRestart } from "./rolling-restart.ts";
import { severalNodes } from "./several-nodes.ts";

/* npm run nodes: several nodes that break at random over one PostgreSQL, and that are restarted behind a proxy (docs/contributing/reliability.md). */

const tool = {
  name: "nodes",
  about: "several nodes under load while they and their database break, and while they are restarted behind a proxy",
  minutes: 10,
  parts: ["breaking", "rolling"],
  count: { option: "nodes", about: "how many nodes", usual: 3, min: 2, max: 8 },
};

const WORKERS = 2;
const LOOKUPS = 200;

/** Restarts of every node: a request that is lost rarely is lost in one of them. */
const ROUNDS = 3;

const notify = (what: string) => console.error(`${(performance.now() / 1_000).toFixed(1).padStart(6)} s  ${what}`);

await runTool(tool, async ({ options, workspace, findings }) => {
  const { seed } = options;
  const nodes = options.count ?? tool.count.usual;
  const isAsked = (part: string) => options.only.length === 0 || options.only.includes(part);
  if (isAsked("rolling")) {
    const load = { hasDatabase: true, workers: WORKERS, lookups: LOOKUPS, clients: 32, pauseShare: 1 };
    await rollingRestart(
      workspace,
      { seed, nodes, ...load, pauseMillisecondsMin: 0, rounds: ROUNDS, variables: { RATEBOOK_DRAIN: "" }, notify },
      findings,
    );
  }
  if (!isAsked("breaking")) return;
  const trial = {
    seed,
    nodes,
    milliseconds: options.minutes * 60_000,
    clientsPerNode: 8,
    warmingMilliseconds: 5_000,
    pace: { outageMillisecondsMax: 60_000, calmMillisecondsMax: 30_000 },
    promises: PROMISED_OF_NODES,
    notify,
  };
  await severalNodes(workspace, trial, findings);
});
