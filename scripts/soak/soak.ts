import type { Findings } from "../fire/findings.ts";
import { knownLookups } from "../fire/known-lookups.ts";
import type { Patience } from "../fire/patience.ts";
import { sizeOf } from "../fire/process-size.ts";
import type { Random } from "../fire/random.ts";
import { compiled, madeKey } from "../fire/sample.ts";
import { Server } from "../fire/server.ts";
import { checkSettled } from "../fire/settling.ts";
import type { Workspace } from "../fire/workspace.ts";
import { Disturbances } from "./disturbances.ts";
import { capacityOf, load } from "./load.ts";
import { Mix } from "./mix.ts";
import { rudeClients } from "./rude-clients.ts";

const WORKERS = 2;
const LOOKUPS = 400;
const CAPACITY_SHARE = 0.8;

interface Length {
  readonly loadMilliseconds: number;
  /** For how long the capacity is measured; the server is warm after it. */
  readonly capacityMilliseconds: number;
}

/** Loads a server of two workers for a while and disturbs it; every answer is compared with the right one. */
export async function soak(
  workspace: Workspace,
  random: Random,
  { loadMilliseconds, capacityMilliseconds }: Length,
  patience: Patience,
  findings: Findings,
): Promise<void> {
  const release = await compiled(workspace.path("sample.db"));
  const home = workspace.path("home");
  const { key } = await madeKey(workspace, home, "--rate", "off");
  const lookups = await knownLookups(release, random.branch("lookups"), LOOKUPS);
  const server = await Server.start(workspace, ["--release", release, "--home", home, "--workers", String(WORKERS)]);
  const mix = await Mix.quietly(server.port, key, lookups, random.branch("searches"));
  const capacity = await capacityOf(server.port, mix, random.branch("capacity"), capacityMilliseconds);
  const base = sizeOf(server.pid);

  let isOver = false;
  const disturbances = new Disturbances({ workspace, server, home, lookups, workers: WORKERS, patience, findings });
  const around = Promise.all([
    disturbances.until(() => isOver, random.branch("disturbances")),
    rudeClients(server.port, mix, random.branch("rude"), () => !isOver, findings),
  ]);
  const perSecond = capacity * CAPACITY_SHARE;
  findings.note(
    "load",
    `${Math.round(perSecond)} requests a second, ${CAPACITY_SHARE * 100} % of ${Math.round(capacity)}`,
  );
  const judging = { isExplained: () => disturbances.isExplained, patience, findings };
  await load(server.port, mix, random.branch("load"), perSecond, loadMilliseconds, judging);
  isOver = true;
  await around;
  findings.check("the server lives", server.hasEnded ? server.said.slice(-2_000) : null, null);
  if (!server.hasEnded) await checkSettled(server, base, key, lookups, findings);
  const code = await server.stop();
  findings.check("the server stops", code === 0 ? null : `exit code ${code}`, null);
}
