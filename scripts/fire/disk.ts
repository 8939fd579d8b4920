import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Clients, Mix, usageOf } from "./clients.ts";
import { repriced } from "./jobs.ts";
import { claims, knownLookups, type PricedRelease, pricedClaims, pricedReleases } from "./releases.ts";
import type { Stage } from "./scene.ts";
import { Server } from "./server.ts";
import { runTests } from "./tests.ts";
import { waitFor } from "./wait-for.ts";
import { ROOT } from "./workspace.ts";

/** The mechanism of the tests: a preload that has the disk fail. */
const PRELOAD = join(ROOT, "test/cli/support/fault-at.ts");
/** The suite tries some of the moments at which a command can be killed or find the disk full: here it tries all of them. */
const COMMANDS = ["test/cli/cut-off"];
const LOOKUPS = 80;
const EVENTUALLY_MILLISECONDS_MAX = 60_000;

/** The disk fills under a server, again and again; then under commands, at every moment. */
export async function disk(stage: Stage): Promise<void> {
  const deadline = performance.now() + (stage.seconds * 1_000) / 2;
  await server(stage, () => performance.now() >= deadline);
  await runTests(stage, COMMANDS, stage.seconds);
}

/** While the disk is full, lookups are answered and files are refused. Afterwards files are repriced, and usage adds up. */
async function server({ workspace, random, findings, notify }: Stage, isOver: () => boolean): Promise<void> {
  const [release] = (await pricedReleases(workspace)) as [PricedRelease];
  const place = ["--home", workspace.path("home")];
  const [{ id, key }, { key: jobsKey }] = [await workspace.key(...place), await workspace.key(...place)];
  const [right] = await pricedClaims(workspace, [release]);
  const lookups = await knownLookups([release], random.branch(), LOOKUPS);
  const fullWhile = workspace.path("disk-is-full");
  const preload = `${PRELOAD}?${new URLSearchParams({ "full-while": fullWhile })}`;
  const started = await Server.started(workspace, ["--release", release.file, ...place], { preload });
  const mix = new Mix(lookups);
  const target = { port: started.port, isExcused: () => false };
  const clients = new Clients({ mix, key, random: random.branch(), findings, targetOf: () => target });
  for (let round = 1; round === 1 || !isOver(); round += 1) {
    notify(`the disk of a server is full (round ${round})`);
    writeFileSync(fullWhile, "");
    const { kind } = await repriced(started.port, jobsKey, claims());
    findings.check(
      "a file is refused on a full disk",
      kind === "refused" || kind === "failed" ? null : `it was ${kind}`,
    );
    rmSync(fullWhile);
    const isRepriced = async () => {
      const outcome = await repriced(started.port, jobsKey, claims());
      return outcome.kind === "done" && outcome.results === right;
    };
    const isBack = await waitFor(isRepriced, EVENTUALLY_MILLISECONDS_MAX);
    findings.check("files are repriced afterwards", isBack ? null : "none is");
  }
  await clients.end();
  findings.check("the server stops", await started.stop());
  findings.check("usage adds up", clients.usageProblem(await usageOf(workspace, place, id)));
}
