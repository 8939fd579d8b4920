import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { EmbeddedCatalogue } from "../catalogue/embedded-catalogue.ts";
import type { ServingNode } from "../catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../catalogue/release-folder.ts";
import { programVersion } from "../files/installation.ts";
import type { Home } from "./home.ts";
import { runningServers } from "./server-status.ts";

/** The catalogue of a home, made when there is none. */
export function catalogueOfHome(home: Home): EmbeddedCatalogue {
  return new EmbeddedCatalogue({
    file: home.catalogueFile,
    folder: new ReleaseFolder(home.releasesFolder),
    servers: () => serversOf(home),
  });
}

/** The catalogue of a home that something was pushed to; null where nothing was. Asking makes none. */
export function existingCatalogueOfHome(home: Home): EmbeddedCatalogue | null {
  return existsSync(home.catalogueFile) ? catalogueOfHome(home) : null;
}

/** A home that has releases of its own keeps them, whatever its server pulls. */
export async function isPushedToHome(home: Home): Promise<(contentHash: string) => boolean> {
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) return () => false;
  const kept = new Set((await catalogue.list()).map(({ contentHash }) => contentHash));
  await catalogue.close();
  return (contentHash) => kept.has(contentHash);
}

/** Who serves from it. */
function serversOf(home: Home): readonly ServingNode[] {
  const seenAt = new Date().toISOString();
  return runningServers(home).map(({ pid, port, workers, release, startedAt }) => ({
    id: String(pid),
    host: hostname(),
    port,
    workers,
    productVersion: programVersion(),
    releaseHash: release.hash,
    releaseVersion: release.version,
    startedAt,
    seenAt,
  }));
}
