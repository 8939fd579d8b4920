import { onTestFinished } from "vitest";
import type { Findings } from "../../scripts/fire/findings.ts";
import { type KnownLookup, knownLookups } from "../../scripts/fire/known-lookups.ts";
import { Random } from "../../scripts/fire/random.ts";
import { compiled, madeKey } from "../../scripts/fire/sample.ts";
import { Server } from "../../scripts/fire/server.ts";
import { Workspace } from "../../scripts/fire/workspace.ts";

/** The same inputs in every run. */
export const SEED = 20_261_116;

/** What a short run has found, in a form that a failing test shows. */
export function foundBy(findings: Findings): readonly string[] {
  return findings.kept.map(({ what, problem, input }) =>
    `${what}: ${problem} ${JSON.stringify(input)}`.slice(0, 1_500),
  );
}

export function newWorkspace(): Workspace {
  const workspace = new Workspace();
  onTestFinished(() => workspace.close());
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
