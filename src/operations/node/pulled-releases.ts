import { statSync } from "node:fs";
import type { ReleaseCatalogue } from "../../catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../catalogue/release-folder.ts";
import type { Home } from "../home.ts";
import { isPushedToHome } from "../home-catalogue.ts";
import type { Log } from "../log.ts";
import type { Product } from "../product.ts";
import { runningServers } from "../server-status.ts";
import { KEPT_ON_DISK } from "./node-for.ts";
import { pullRelease } from "./pulling.ts";

interface Means {
  readonly home: Home;
  readonly catalogue: Pick<ReleaseCatalogue, "active" | "list" | "read">;
  readonly product: Pick<Product, "describeRelease">;
  readonly log: Pick<Log, "info" | "warn">;
}

/** Releases of a database on the disk of a process that serves none of them, each proved once: that takes seconds, and whoever prices asks all the time. */
export class PulledReleases {
  readonly #means: Means;
  readonly #folder: ReleaseFolder;
  /** By content hash, what tells the file that was proved from one that has taken its place. */
  readonly #proved = new Map<string, string>();

  constructor(means: Means) {
    this.#means = means;
    this.#folder = new ReleaseFolder(means.home.releasesFolder);
  }

  /** Where a release is, brought there if need be; null when the catalogue has none with this content. */
  async fileWith(contentHash: string): Promise<string | null> {
    const file = this.#folder.fileOf({ contentHash });
    const proved = this.#proved.get(contentHash);
    if (proved !== undefined && proved === identityOf(file)) return file;
    const { catalogue } = this.#means;
    const release = (await catalogue.list()).find((each) => each.contentHash === contentHash);
    if (release === undefined) return null;
    const before = identityOf(file);
    await pullRelease({ ...this.#means, folder: this.#folder }, release);
    const identity = identityOf(file);
    if (identity !== null) this.#proved.set(contentHash, identity);
    if (identity !== before) await this.#removeOld(contentHash);
    return file;
  }

  /** A server of the same home keeps what it serves and what it is about to. */
  async #removeOld(wanted: string): Promise<void> {
    const { home, catalogue } = this.#means;
    const active = await catalogue.active();
    const isPushedHere = await isPushedToHome(home);
    const kept = new Set([wanted, active?.contentHash, ...runningServers(home).map(({ release }) => release.hash)]);
    this.#folder.keepLast(KEPT_ON_DISK, (contentHash) => kept.has(contentHash) || isPushedHere(contentHash));
    for (const hash of this.#proved.keys()) if (!this.#folder.has({ contentHash: hash })) this.#proved.delete(hash);
  }
}

/** Null when there is no file. */
function identityOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}
