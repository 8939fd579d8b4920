import { join } from "node:path";
import { californiaAt } from "../../../../support/shared-release.ts";

/** Two releases of the sample with California alone, which differ in their version. */
export async function twoReleases(folder: string): Promise<readonly [first: string, later: string]> {
  const [first, later] = [join(folder, "first.db"), join(folder, "later.db")];
  await californiaAt(first);
  await californiaAt(later, { version: "later" });
  return [first, later];
}
