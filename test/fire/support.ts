import { afterAll, onTestFinished } from "vitest";
import type { Findings } from "../../scripts/fire/findings.ts";
import { SAMPLE } from "../../scripts/fire/sample.ts";
import { Workspace } from "../../scripts/fire/workspace.ts";
import { RATEBOOK, ratebook } from "../cli/support/ratebook.ts";
import { sharedRelease } from "../support/shared-release.ts";

/** The same inputs in every run. */
export const SEED = 20_261_116;

/** What a short run has found, in a form that a failing test shows. */
export function foundBy(findings: Findings): readonly string[] {
  return findings.kept.map(({ what, problem, input }) =>
    `${what}: ${problem} ${JSON.stringify(input)}`.slice(0, 1_500),
  );
}

/** A workspace of one test. */
export async function newWorkspace(): Promise<Workspace> {
  return await workspaceUntil(onTestFinished);
}

/** A workspace that the tests of a file share. */
export async function sharedWorkspace(): Promise<Workspace> {
  return await workspaceUntil(afterAll);
}

async function workspaceUntil(atEnd: (act: () => void) => void): Promise<Workspace> {
  const sample = await sharedRelease(SAMPLE);
  const workspace = new Workspace({ ratebook: RATEBOOK, runHere: ratebook, sample: sample.file });
  atEnd(() => {
    workspace.close();
    sample.discard();
  });
  return workspace;
}
