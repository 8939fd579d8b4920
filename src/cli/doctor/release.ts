import { statSync } from "node:fs";
import { isFailure } from "../../core/runtime/failure.ts";
import { titleOf } from "../../dataset/table.ts";
import { PostgresCatalogue } from "../../nodes/catalogue/postgres-catalogue.ts";
import {
  type CataloguedRelease,
  type ReleaseCatalogue,
  shortHash,
  wholeOf,
} from "../../nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder, refuseOther, type WantedRelease } from "../../nodes/catalogue/release-folder.ts";
import type { Database } from "../../nodes/database/database.ts";
import { publicationsOf, rateTablesOf } from "../../pricing/state/freshness.ts";
import type { Release } from "../../release/release.ts";
import { contentBytesOf, HEADER_BYTES } from "../../release/release-file.ts";
import { ReleaseRefused } from "../../release/soundness.ts";
import { homeIn } from "../../serve/operations/home.ts";
import { NOTHING_TO_SERVE } from "../../serve/operations/node/release-follower.ts";
import {
  existingCatalogueOfHome,
  FIXED_FILE_REMEDY,
  fixedFileServers,
  fixedFileText,
} from "../../serve/operations/open-catalogue.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { lookedAt } from "./database.ts";
import { bytesText, type DoctorFinding, type Examined, failed, modeText, passed, warned } from "./finding.ts";

/** What a server would serve: the named file, or the active release of the database or of the home. */
export function servedReleaseFindings(examined: Examined): Promise<readonly DoctorFinding[]> {
  const { release, database } = examined;
  if (release !== null) return releaseFindings({ ...examined, release });
  return database === null ? activeReleaseFindings(examined) : sharedReleaseFindings(examined, database);
}

/** Running servers that serve another release than the active one of their home, since they have a file of their own. */
export async function fixedFileFindings({ home: folder }: Pick<Examined, "home">): Promise<readonly DoctorFinding[]> {
  const home = homeIn(folder);
  const catalogue = existingCatalogueOfHome(home);
  const active = catalogue === null ? null : await activeIn(catalogue);
  if (active === null) return [];
  return fixedFileServers(home)
    .filter(({ release }) => release.hash !== active.contentHash)
    .map((server) => warned("release", `${active.version} is active. ${fixedFileText(server)}`, FIXED_FILE_REMEDY));
}

/** The active release of a home's catalogue: a server without --release and --database serves it, or ends. */
async function activeReleaseFindings(
  examined: Pick<Examined, "home" | "timeZone" | "staleAfter">,
): Promise<readonly DoctorFinding[]> {
  const { why, remedy } = NOTHING_TO_SERVE;
  const home = homeIn(examined.home);
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) {
    return [failed("release", `None was named, and none has been pushed to ${examined.home}.`, remedy)];
  }
  const active = await activeIn(catalogue);
  if (active === null) return [failed("release", why, remedy)];
  const file = new ReleaseFolder(home.releasesFolder).fileOf(active);
  return await releaseFindings({ ...examined, release: file }, active);
}

/** Closes the catalogue after use. */
async function activeIn(catalogue: ReleaseCatalogue): Promise<CataloguedRelease | null> {
  try {
    return await catalogue.active();
  } finally {
    await catalogue.close();
  }
}

type NodeExamined = Pick<Examined, "home" | "timeZone" | "staleAfter">;

/** The active release of the database's catalogue: on the disk of this node, or as it would be pulled. */
async function sharedReleaseFindings(examined: NodeExamined, url: string): Promise<readonly DoctorFinding[]> {
  const { why, remedy } = NOTHING_TO_SERVE;
  const none = [failed("release", why, `${remedy} Until then a node waits, and answers that it is not ready.`)];
  const findings = await lookedAt<readonly DoctorFinding[]>(url, none, async (database) => {
    const active = await new PostgresCatalogue(database).active();
    return active === null ? none : await activeFindings(examined, database, active);
  });
  if (findings !== null) return findings;
  return [warned("release", "The database could not be queried for it.", "See the finding on the database.")];
}

/** A sound file on the disk is served; otherwise it is pulled, so it must be complete in the database. */
async function activeFindings(
  examined: NodeExamined,
  database: Database,
  active: CataloguedRelease,
): Promise<readonly DoctorFinding[]> {
  const folder = new ReleaseFolder(homeIn(examined.home).releasesFolder);
  if (folder.has(active)) {
    const onDisk = await releaseFindings({ ...examined, release: folder.fileOf(active) }, active);
    if (onDisk.every(({ verdict }) => verdict !== "error")) return onDisk;
  }
  const name = `${active.name} ${active.version} (${shortHash(active)})`;
  try {
    await readAll(database, active, name);
    const size = bytesText(active.bytes);
    return [passed("release", `${name} is active and whole in the database, ${size}: a node pulls and verifies it.`)];
  } catch (error) {
    if (!isFailure(error) && !(error instanceof ReleaseRefused)) throw error;
    return [failed("release", error.message, activeRemedy(error))];
  }
}

/** Reads it as a node pulls it, a chunk at a time, and keeps nothing. */
async function readAll(database: Database, active: CataloguedRelease, name: string): Promise<void> {
  const chunks = new PostgresCatalogue(database).read(active);
  let isFirst = true;
  for await (const chunk of wholeOf(chunks, active, `${name} in the database is not what was pushed.`)) {
    // Its header names the format.
    if (isFirst) contentBytesOf(name, chunk.subarray(0, HEADER_BYTES), active.bytes);
    isFirst = false;
  }
}

interface ReleaseExamined extends Pick<Examined, "timeZone" | "staleAfter"> {
  readonly release: string;
}

/** More would hide the other findings; `coverage` has them all. */
const NAMED_MAX = 5;

/**
 * Opened as a server opens it: every block is verified, and format and rules are those of this program. `active`: the catalogue's record of
 * the file.
 */
export async function releaseFindings(
  examined: ReleaseExamined,
  active: WantedRelease | null = null,
): Promise<readonly DoctorFinding[]> {
  const { release: file } = examined;
  const release = await opened(file, active);
  if ("verdict" in release) return [release];
  try {
    return [about(release), ...editionFindings(release, examined), ...openToWriters(file)];
  } finally {
    release.close();
  }
}

async function opened(file: string, active: WantedRelease | null): Promise<Release | DoctorFinding> {
  // The states load everything that they declare; they are loaded only where a release is checked.
  const [{ openReleaseInSlices }, { states }] = await Promise.all([
    import("../../release/open.ts"),
    import("../../states/index.ts"),
  ]);
  let release: Release | null = null;
  try {
    release = await openReleaseInSlices(file, states);
    if (active !== null) refuseOther(active, release.description);
    return release;
  } catch (error) {
    release?.close();
    const remedy = active === null ? releaseRemedy(error, file) : activeRemedy(error);
    return failed("release", (error as Error).message, remedy);
  }
}

function about({ file, description, states }: Release): DoctorFinding {
  const { name, version, contentHash } = description;
  const held = [...states.keys()].join(", ");
  const size = bytesText(statSync(file).size);
  return passed("release", `${file} is sound: ${name} ${version}, for ${held}, ${size}, content ${contentHash}.`);
}

/** Publications whose newest edition is too old for today's prices. */
function editionFindings(
  { states, description }: Release,
  { timeZone, staleAfter }: ReleaseExamined,
): readonly DoctorFinding[] {
  const today = todayIn(timeZone)();
  const limit = monthsOrNever(staleAfter);
  const stale = new Map<string, string>();
  for (const { state } of states.values()) {
    for (const table of rateTablesOf(state)) {
      for (const publication of publicationsOf(titleOf(table), description.sources, limit)) {
        const edition = publication.staleOn(today);
        if (edition !== null) stale.set(publication.name ?? titleOf(table), edition);
      }
    }
  }
  if (stale.size === 0) return [];
  const named = [...stale].slice(0, NAMED_MAX).map(([name, edition]) => `${name} of ${edition}`);
  const more = stale.size > NAMED_MAX ? ` and ${stale.size - NAMED_MAX} more` : "";
  const found = `Editions more than ${limit} months old are in use: ${named.join(", ")}${more}.`;
  return [warned("release", found, '"ratebook status DATASET" shows where newer ones are published.')];
}

/** Writing to a file in service takes it out of service. */
function openToWriters(file: string): readonly DoctorFinding[] {
  const { mode } = statSync(file);
  if (process.platform === "win32" || (mode & 0o002) === 0) return [];
  return [warned("release", `Anybody may write to ${file} (mode ${modeText(mode)}).`, `"chmod o-w ${file}".`)];
}

/** The remedy for a named file that cannot be served. It never advises to overwrite a file that is no release. */
function releaseRemedy(error: unknown, file: string): string {
  const kind = error instanceof ReleaseRefused ? error.kind : "unsound";
  if (kind === "newer") return "Upgrade Ratebook, or name a release that this one has built.";
  if (kind === "other")
    return 'Name a release with --release; "ratebook build DATASET --out FILE" makes one, to a new file.';
  if (kind === "missing") return `Check --release, or compile it: "ratebook build DATASET --out ${file}".`;
  return `A release is compiled again by one command: "ratebook build DATASET --out ${file}", with the folder that it was built from.`;
}

function activeRemedy(error: unknown): string {
  const kind = error instanceof ReleaseRefused ? error.kind : "unsound";
  if (kind === "newer") return 'Upgrade Ratebook, or activate an older release with "ratebook releases activate".';
  return 'Push it again with "ratebook releases push FILE", or activate another one with "ratebook releases activate".';
}
