import { wholeOf } from "../../../catalogue/chunks.ts";
import { shortHash } from "../../../catalogue/named-release.ts";
import { PostgresCatalogue } from "../../../catalogue/postgres-catalogue.ts";
import type { CataloguedRelease } from "../../../catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../catalogue/release-folder.ts";
import type { Database } from "../../../database/database.ts";
import { homeIn } from "../../../operations/home.ts";
import { NOTHING_TO_SERVE } from "../../../operations/node/nothing-to-serve.ts";
import { contentBytesOf, HEADER_BYTES } from "../../../release/release-file.ts";
import { ReleaseRefused } from "../../../release/soundness.ts";
import { isFailure } from "../../../runtime/failure.ts";
import { bytesText } from "../bytes-text.ts";
import type { Examined } from "../examined.ts";
import { lookedAt } from "../examined-database.ts";
import { type DoctorFinding, doubt, fault, well } from "../finding.ts";
import { releaseFindings } from "./release.ts";
import { activeRemedy } from "./release-remedy.ts";

type NodeExamined = Pick<Examined, "home" | "timeZone" | "staleAfter">;

/** The active release of the database's catalogue: on the disk of this node already, or as it would be pulled. */
export async function sharedReleaseFindings(examined: NodeExamined, url: string): Promise<readonly DoctorFinding[]> {
  const { why, remedy } = NOTHING_TO_SERVE;
  const none = [fault("release", why, `${remedy} Until then a node waits, and answers that it is not ready.`)];
  const findings = await lookedAt<readonly DoctorFinding[]>(url, none, async (database) => {
    const active = await new PostgresCatalogue(database).active();
    return active === null ? none : await activeFindings(examined, database, active);
  });
  if (findings !== null) return findings;
  return [doubt("release", "The database could not be asked for it.", "See what is said of the database.")];
}

/** What is sound on the disk is served from there; anything else is pulled, so that it must be whole in the database. */
async function activeFindings(
  examined: NodeExamined,
  database: Database,
  active: CataloguedRelease,
): Promise<readonly DoctorFinding[]> {
  const folder = new ReleaseFolder(homeIn(examined.home).releasesFolder);
  if (folder.has(active)) {
    const onDisk = await releaseFindings({ ...examined, release: folder.fileOf(active) }, active);
    if (onDisk.every(({ verdict }) => verdict !== "fault")) return onDisk;
  }
  const name = `${active.name} ${active.version} (${shortHash(active)})`;
  try {
    await readAll(database, active, name);
    const size = bytesText(active.bytes);
    return [well("release", `${name} is active and whole in the database, ${size}: a node pulls and proves it.`)];
  } catch (error) {
    if (!isFailure(error) && !(error instanceof ReleaseRefused)) throw error;
    return [fault("release", error.message, activeRemedy(error))];
  }
}

/** Reads it as a node pulls it, a chunk at a time, and keeps nothing. */
async function readAll(database: Database, active: CataloguedRelease, name: string): Promise<void> {
  const chunks = new PostgresCatalogue(database).read(active);
  let isFirst = true;
  for await (const chunk of wholeOf(chunks, active, `${name} in the database is not what was pushed.`)) {
    // Its beginning says which program reads it.
    if (isFirst) contentBytesOf(name, chunk.subarray(0, HEADER_BYTES), active.bytes);
    isFirst = false;
  }
}
