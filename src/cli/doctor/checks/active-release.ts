import type { CataloguedRelease, ReleaseCatalogue } from "../../../catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../catalogue/release-folder.ts";
import { homeIn } from "../../../operations/home.ts";
import { existingCatalogueOfHome } from "../../../operations/home-catalogue.ts";
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
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) {
    return [fault("release", `None was named, and none has been pushed to ${examined.home}.`, remedy)];
  }
  const active = await activeIn(catalogue);
  if (active === null) return [fault("release", why, remedy)];
  const file = new ReleaseFolder(home.releasesFolder).fileOf(active);
  return await releaseFindings({ ...examined, release: file }, active);
}

/** Closes the catalogue: nothing else is asked of it. */
async function activeIn(catalogue: ReleaseCatalogue): Promise<CataloguedRelease | null> {
  try {
    return await catalogue.active();
  } finally {
    await catalogue.close();
  }
}
