import { join } from "node:path";
import { buildRelease } from "../../../src/release/build.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";

/** Compiles the sample into a folder, and tells where the release is. */
export async function sampleRelease(folder: string): Promise<string> {
  const out = join(folder, "sample.db");
  const outcome = await buildRelease({ dataset: SAMPLE, out, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults));
  return out;
}
