import { expect, onTestFinished } from "vitest";
import { preparedStage, type Stage } from "../../scripts/faults/scene.ts";
import { Findings } from "../../scripts/fire/findings.ts";
import { type KnownLookup, knownLookups } from "../../scripts/fire/known-lookups.ts";
import { Random } from "../../scripts/fire/random.ts";
import { compiled, madeKey } from "../../scripts/fire/sample.ts";
import { Server } from "../../scripts/fire/server.ts";
import { Workspace } from "../../scripts/fire/workspace.ts";
import { RATEBOOK } from "../cli/support/ratebook.ts";

/** The same inputs in every run. */
export const SEED = 20_261_116;

/** Servers are started over and over, on a machine that may be busy. */
export const FAULT_MILLISECONDS_MAX = 300_000;

/** Of each kind, in every run of the suite; `npm run faults` plays all. */
const FAULTS_MAX = 1;

/** How a test that runs beside others says what is to be done at its end; one by itself need not. */
type AtEnd = (act: () => void) => void;

/** What some scenes of `npm run faults` find, played once. */
export async function foundIn(play: (stage: Stage) => Promise<void>, atEnd: AtEnd): Promise<readonly string[]> {
  const findings = new Findings();
  await play(await preparedStage(newWorkspace(atEnd), new Random(SEED), findings, FAULTS_MAX));
  expect(findings.table().split("\n").length).toBeGreaterThan(2);
  return foundBy(findings);
}

/** What a short run has found, in a form that a failing test shows. */
export function foundBy(findings: Findings): readonly string[] {
  return findings.kept.map(({ what, problem, input }) =>
    `${what}: ${problem} ${JSON.stringify(input)}`.slice(0, 1_500),
  );
}

export function newWorkspace(atEnd: AtEnd = onTestFinished): Workspace {
  const workspace = new Workspace(RATEBOOK);
  atEnd(() => workspace.close());
  return workspace;
}

export interface SampleServer {
  readonly workspace: Workspace;
  readonly server: Server;
  readonly key: string;
  readonly lookups: readonly KnownLookup[];
}

/** A real server on the sample, with a key without a limit, that is gone after the test. */
export async function sampleServer(): Promise<SampleServer> {
  const workspace = newWorkspace();
  const release = await compiled(workspace.path("sample.db"));
  const { key } = await madeKey(workspace, workspace.path("home"), "--rate", "off");
  const server = await Server.start(workspace, ["--release", release, "--home", workspace.path("home")]);
  return { workspace, server, key, lookups: await knownLookups(release, new Random(SEED), 60) };
}
