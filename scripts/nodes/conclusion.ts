import { loadavg } from "node:os";
import type { ProcessSize } from "../fire/process-size.ts";
import { checkSettled } from "../fire/settling.ts";
import { waitFor } from "../fire/wait-for.ts";
import type { Changes } from "./changes.ts";
import { type Fleet, nodesUnless, toldBy } from "./fleet.ts";
import type { FleetLoad } from "./fleet-load.ts";
import type { TrialNode } from "./trial-node.ts";

/** Usage is written twice a second and sent every second. */
const COUNTED_MILLISECONDS_MAX = 60_000;

interface Left {
  /** The keys of the load. */
  readonly keyIds: readonly string[];
  readonly freeKey: string;
  /** What the nodes held once they were warm; null: not measured. */
  readonly bases: ReadonlyMap<TrialNode, ProcessSize> | null;
}

/** Looks at what is left of a fleet once its clients have gone. */
export async function concludeFleet(
  fleet: Fleet,
  { keys, releases }: Changes,
  load: FleetLoad,
  { keyIds, freeKey, bases }: Left,
): Promise<void> {
  const { nodes, database, findings, notify } = fleet;
  notify("looking at what is left");
  findings.note(
    "load of the machine",
    loadavg()
      .map((each) => each.toFixed(1))
      .join(", "),
  );
  const lost = await nodesUnless(fleet, async (node) => (await node.ready())?.status === "ready");
  findings.check("nodes end ready and connected", lost.length === 0 ? null : toldBy(lost), {});
  await releases.followed("nodes end on the active release");
  load.limits.conclude(database.disturbed, fleet.promises.limitTolerance);
  await usageAddsUp(fleet, load, keyIds);
  await keys.conclude();
  for (const node of nodes) {
    const base = bases?.get(node);
    const lookups = fleet.releases[0]?.lookups ?? [];
    if (base !== undefined) await checkSettled(node.server, base, freeKey, lookups, findings);
    const code = await node.server.stop();
    findings.check("nodes stop", code === 0 ? null : `exit code ${code}: ${node.logEnd}`, { node: node.name });
  }
}

async function usageAddsUp({ nodes, database, findings }: Fleet, { usage }: FleetLoad, keyIds: readonly string[]) {
  const lossMax = nodes.reduce((sum, node) => sum + node.lossMax, 0);
  let counted = 0;
  const isRight = async () => {
    const [row] = await database.ask(
      (sql) => sql<{ lookups: string | null }[]>`
        SELECT sum(lookups) AS lookups FROM ratebook.usage WHERE key_id IN ${sql([...keyIds])}`,
    );
    counted = Number(row?.lookups ?? 0);
    return usage.problem(counted, lossMax) === null;
  };
  await waitFor(isRight, COUNTED_MILLISECONDS_MAX);
  findings.check("usage adds up", usage.problem(counted, lossMax), {});
  findings.note(
    "usage adds up",
    `clients know of ${usage.certain} lookups, ${counted} were counted; kills may have cost ${lossMax}`,
  );
}
