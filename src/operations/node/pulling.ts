import { shortHash } from "../../catalogue/named-release.ts";
import type { CataloguedRelease, ReleaseCatalogue } from "../../catalogue/release-catalogue.ts";
import { type ReleaseFolder, refuseOther } from "../../catalogue/release-folder.ts";
import { failure, reasonOf } from "../../runtime/failure.ts";
import { orRefused } from "../answering.ts";
import type { Log } from "../log.ts";
import type { Product } from "../product.ts";

interface Means {
  readonly catalogue: Pick<ReleaseCatalogue, "read">;
  readonly folder: ReleaseFolder;
  readonly product: Pick<Product, "describeRelease">;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Opens a file as a server does, every block and rule compared, and refuses it when it is not the release that it is named after. */
async function proveRelease(
  { describeRelease }: Means["product"],
  release: CataloguedRelease,
  file: string,
): Promise<void> {
  refuseOther(release, await orRefused(() => describeRelease(file)));
}

/** The same for a release of a home's own catalogue, which can be had from nowhere else: whoever reads why is told how to put it back. */
export async function proveKept(product: Means["product"], release: CataloguedRelease, file: string): Promise<void> {
  try {
    await proveRelease(product, release, file);
  } catch (error) {
    throw failure(
      `The active release ${release.version} (${shortHash(release)}) cannot be served: ${reasonOf(error)} ` +
        'Put it back with "ratebook releases push FILE", or activate another one with "ratebook releases activate".',
    );
  }
}

/** Sees to it that a release of a database is on the disk, proved: what is there already is proved again, and pulled anew when it is not sound. */
export async function pullRelease(means: Means, release: CataloguedRelease): Promise<void> {
  const { catalogue, folder, product, log } = means;
  const about = { release: release.name, version: release.version, hash: release.contentHash };
  if (folder.has(release)) {
    try {
      return await proveRelease(product, release, folder.fileOf(release));
    } catch (error) {
      log.warn("release_on_disk_refused", { ...about, reason: reasonOf(error) });
    }
  }
  log.info("release_pulling", about);
  await folder.bring(release, catalogue.read(release), (file) => proveRelease(product, release, file));
  log.info("release_pulled", about);
}
