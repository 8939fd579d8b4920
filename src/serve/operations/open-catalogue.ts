import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { programVersion } from "../../core/files/installation.ts";
import { failure } from "../../core/runtime/failure.ts";
import { EmbeddedCatalogue } from "../../nodes/catalogue/embedded-catalogue.ts";
import { PostgresCatalogue } from "../../nodes/catalogue/postgres-catalogue.ts";
import type { ReleaseCatalogue, ServingNode } from "../../nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../nodes/catalogue/release-folder.ts";
import { Database } from "../../nodes/database/database.ts";
import { makeSchema } from "../../nodes/database/schema.ts";
import { type Home, homeIn, openHome } from "./home.ts";
import { refuseFollowing } from "./key-place.ts";
import { runningServers, type ServerStatus } from "./server-status.ts";

export interface CataloguePlace {
  readonly home: string;
  /** Null: the catalogue of the home. */
  readonly database: string | null;
}

/** How it is used: `push` creates a missing one; `activate` also decides what is served. */
type Use = "push" | "activate" | "other";

/**
 * Uses the catalogue of a database or of a home, and closes it. A push creates that of a home; otherwise a mistyped name creates nothing.
 */
export async function withCatalogue<Outcome>(
  { home, database: url }: CataloguePlace,
  use: Use,
  work: (catalogue: ReleaseCatalogue) => Promise<Outcome>,
): Promise<Outcome> {
  if (url === null) return await closing(homeCatalogue(home, use), work);
  const database = new Database(url, { applicationName: "ratebook releases" });
  return await closing(new PostgresCatalogue(database), async (catalogue) => {
    try {
      await makeSchema(database);
      return await work(catalogue);
    } catch (error) {
      throw database.failureFrom(error);
    }
  });
}

function homeCatalogue(folder: string, use: Use): ReleaseCatalogue {
  const home = homeIn(folder);
  if (use !== "other") refuseFollowing(folder, home);
  if (use === "push") return catalogueOfHome(openHome(folder));
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue !== null) return catalogue;
  throw failure(
    `No release has been pushed to the home ${folder}: check --home or --database, or push one with "ratebook releases push".`,
  );
}

async function closing<Outcome>(
  catalogue: ReleaseCatalogue,
  work: (catalogue: ReleaseCatalogue) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await work(catalogue);
  } finally {
    await catalogue.close();
  }
}

/** The catalogue of a home, created when there is none. */
function catalogueOfHome(home: Home): EmbeddedCatalogue {
  return new EmbeddedCatalogue({
    file: home.catalogueFile,
    folder: new ReleaseFolder(home.releasesFolder),
    servers: () => serversOf(home),
  });
}

/** The catalogue of a home with pushed releases; null otherwise. Creates nothing. */
export function existingCatalogueOfHome(home: Home): EmbeddedCatalogue | null {
  return existsSync(home.catalogueFile) ? catalogueOfHome(home) : null;
}

/** The file of the active release of a home; null when there is none. Creates nothing. */
export async function activeReleaseOf(folder: string): Promise<string | null> {
  const home = homeIn(folder);
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) return null;
  const active = await closing(catalogue, (opened) => opened.active());
  return active === null ? null : new ReleaseFolder(home.releasesFolder).fileOf(active);
}

/** A home keeps the releases that were pushed to it, whatever its server pulls. */
export async function isPushedToHome(home: Home): Promise<(contentHash: string) => boolean> {
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) return () => false;
  const kept = new Set((await catalogue.list()).map(({ contentHash }) => contentHash));
  await catalogue.close();
  return (contentHash) => kept.has(contentHash);
}

/** The running servers of a home that serve a file of their own (`--release`): what is activated does not reach them. */
export function fixedFileServers(home: Home): readonly ServerStatus[] {
  const { link } = new ReleaseFolder(home.releasesFolder);
  return runningServers(home).filter(({ releaseFile }) => releaseFile !== link);
}

export function fixedFileText({ pid, host, port, releaseFile }: ServerStatus): string {
  return `Server ${pid} on ${host}:${port} serves ${releaseFile} and does not follow the catalogue.`;
}

/** What an operator does about such a server. */
export const FIXED_FILE_REMEDY =
  'Start it without --release (RATEBOOK_RELEASE), or build the new release to that file and run "ratebook reload".';

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
