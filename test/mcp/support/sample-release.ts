import { join } from "node:path";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { releaseAt } from "../../support/shared-release.ts";

/** Puts a release of the sample into a folder, and tells where it is. */
export async function sampleRelease(folder: string): Promise<string> {
  const out = join(folder, "sample.db");
  await releaseAt(out, SAMPLE);
  return out;
}
