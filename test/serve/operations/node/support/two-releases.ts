import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLE } from "../../../../cli/support/ratebook.ts";
import { releaseAt } from "../../../../support/shared-release.ts";

/** Two releases of the sample, which differ in their version. */
export async function twoReleases(folder: string): Promise<readonly [first: string, later: string]> {
  const [first, later] = [join(folder, "first.db"), join(folder, "later.db")];
  await releaseAt(first, SAMPLE);
  const dataset = join(folder, "later");
  cpSync(SAMPLE, dataset, { recursive: true });
  const about = JSON.parse(readFileSync(join(SAMPLE, "dataset.json"), "utf8")) as object;
  writeFileSync(join(dataset, "dataset.json"), JSON.stringify({ ...about, version: "later" }));
  await releaseAt(later, dataset);
  return [first, later];
}
