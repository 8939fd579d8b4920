import { existsSync } from "node:fs";
import type { CataloguedRelease } from "../../../catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../catalogue/release-folder.ts";
import { homeIn } from "../../../operations/home.ts";
import { embeddedCatalogue } from "../../../operations/node/node-for.ts";
import { NOTHING_TO_SERVE } from "../../../operations/node/nothing-to-serve.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, fault } from "../finding.ts";
import { releaseFindings } from "./release.ts";

/** The active release of a home's catalogue, which a server without --release and --database serves, or ends. */
export async function activeReleaseFindings(
  examined: Pick<Examined, "home" | "timeZone" | "staleAfter">,
): Promise<readonly DoctorFinding[]> {
  const { why, remedy } = NOTHING_TO_SERVE;
  const home = homeIn(examined.home);
  // Opening the catalogue would make it.
  if (!existsSync(home.catalogueFile)) {
    return [fault("release", `None was named, and none has been pushed to ${examined.home}.`, remedy)];
  }
  const active = await activeOf(home);
  if (active === null) return [fault("release", why, remedy)];
  const file = new ReleaseFolder(home.releasesFolder).fileOf(active);
  return await releaseFindings({ ...examined, release: file }, active);
}

async function activeOf(home: ReturnType<typeof homeIn>): Promise<CataloguedRelease | null> {
  const catalogue = embeddedCatalogue(home);
  try {
    return await catalogue.active();
  } finally {
    await catalogue.close();
  }
}
