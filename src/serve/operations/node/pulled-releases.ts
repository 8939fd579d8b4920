import { statSync } from "node:fs";
import { failure, reasonOf } from "../../../core/runtime/failure.ts";
import {
  type CataloguedRelease,
  type ReleaseCatalogue,
  shortHash,
} from "../../../nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder, refuseOther } from "../../../nodes/catalogue/release-folder.ts";
import { orRefused } from "../answering.ts";
import type { Home } from "../home.ts";
import type { Log } from "../log.ts";
import { isPushedToHome } from "../open-catalogue.ts";
import type { Product } from "../product.ts";
import { runningServers } from "../server-status.ts";

interface PullContext {
  readonly catalogue: Pick<ReleaseCatalogue, "read">;
  readonly folder: ReleaseFolder;
  readonly product: Pick<Product, "describeRelease">;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Opens a file as a server does, with every block and rule verified, and refuses it when it is not the release of its name. */
async function verifyRelease(
  { describeRelease }: PullContext["product"],
  release: CataloguedRelease,
  file: string,
): Promise<void> {
  refuseOther(release, await orRefused(() => describeRelease(file)));
}

/** Verifies a release of a home's catalogue. It has no other source, so the message says how to restore it. */
export async function verifyKept(
  product: PullContext["product"],
  release: CataloguedRelease,
  file: string,
): Promise<void> {
  try {
    await verifyRelease(product, release, file);
  } catch (error) {
    throw failure(
      `The active release ${release.version} (${shortHash(release)}) cannot be served: ${reasonOf(error)} ` +
        'Put it back with "ratebook releases push FILE", or activate another one with "ratebook releases activate".',
    );
  }
}

/**
 * Ensures that a release of a database is on the disk and verified. A file that is there is verified again, and pulled again when it is not
 * sound.
 */
export async function pullRelease(options: PullContext, release: CataloguedRelease): Promise<void> {
  const { catalogue, folder, product, log } = options;
  const about = { release: release.name, version: release.version, hash: release.contentHash };
  if (folder.has(release)) {
    try {
      return await verifyRelease(product, release, folder.fileOf(release));
    } catch (error) {
      log.warn("release_on_disk_refused", { ...about, reason: reasonOf(error) });
    }
  }
  log.info("release_pulling", about);
  await folder.bring(release, catalogue.read(release), (file) => verifyRelease(product, release, file));
  log.info("release_pulled", about);
}

/** Releases that a node keeps on its disk: rolling back to the last two needs no pull. */
export const KEPT_ON_DISK = 3;

interface PullOptions {
  readonly home: Home;
  readonly catalogue: Pick<ReleaseCatalogue, "active" | "list" | "read">;
  readonly product: Pick<Product, "describeRelease">;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Cache of verified release files for `ratebook work`. Verifying takes seconds, so each file is verified once. */
export class PulledReleases {
  readonly #options: PullOptions;
  readonly #folder: ReleaseFolder;
  /** By content hash, the identity of the verified file, to notice a replaced one. */
  readonly #verified = new Map<string, string>();

  constructor(options: PullOptions) {
    this.#options = options;
    this.#folder = new ReleaseFolder(options.home.releasesFolder);
  }

  /** The path of a release, pulled if necessary; null when the catalogue has none with this content. */
  async fileWith(contentHash: string): Promise<string | null> {
    const file = this.#folder.fileOf({ contentHash });
    const verified = this.#verified.get(contentHash);
    if (verified !== undefined && verified === identityOf(file)) return file;
    const { catalogue } = this.#options;
    const release = (await catalogue.list()).find((each) => each.contentHash === contentHash);
    if (release === undefined) return null;
    const before = identityOf(file);
    await pullRelease({ ...this.#options, folder: this.#folder }, release);
    const identity = identityOf(file);
    if (identity !== null) this.#verified.set(contentHash, identity);
    if (identity !== before) await this.#removeOld(contentHash);
    return file;
  }

  /** A server of this home keeps the release that it serves and the next one. */
  async #removeOld(wanted: string): Promise<void> {
    const { home, catalogue } = this.#options;
    const active = await catalogue.active();
    const isPushedHere = await isPushedToHome(home);
    const kept = new Set([wanted, active?.contentHash, ...runningServers(home).map(({ release }) => release.hash)]);
    this.#folder.keepLast(KEPT_ON_DISK, (contentHash) => kept.has(contentHash) || isPushedHere(contentHash));
    for (const hash of this.#verified.keys()) if (!this.#folder.has({ contentHash: hash })) this.#verified.delete(hash);
  }
}

function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
