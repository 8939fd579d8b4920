import { statSync } from "node:fs";
import { refuseOther, type WantedRelease } from "../../../catalogue/release-folder.ts";
import { titleOf } from "../../../dataset/table.ts";
import { monthsOrNever } from "../../../operations/setting.ts";
import { todayIn } from "../../../operations/today.ts";
import { publicationsOf } from "../../../pricing/publication-editions.ts";
import type { Release } from "../../../release/release.ts";
import { bytesText } from "../bytes-text.ts";
import type { Examined } from "../examined.ts";
import { modeText } from "../file-mode.ts";
import { type DoctorFinding, doubt, fault, well } from "../finding.ts";
import { activeRemedy, releaseRemedy } from "./release-remedy.ts";

interface ReleaseExamined extends Pick<Examined, "timeZone" | "staleAfter"> {
  readonly release: string;
}

/** More would hide the other findings; `coverage` has them all. */
const NAMED_MAX = 5;

/**
 * Opened as a server opens it: every block is proved, and format and rules are those of this program. `active` is what a catalogue says
 * that the file is.
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
  // The states bring everything that they declare; they are loaded where a release is looked at.
  const [{ openReleaseInSlices }, { states }] = await Promise.all([
    import("../../../release/open.ts"),
    import("../../../states/index.ts"),
  ]);
  let release: Release | null = null;
  try {
    release = await openReleaseInSlices(file, states);
    if (active !== null) refuseOther(active, release.description);
    return release;
  } catch (error) {
    release?.close();
    const remedy = active === null ? releaseRemedy(error, file) : activeRemedy(error);
    return fault("release", (error as Error).message, remedy);
  }
}

function about({ file, description, states }: Release): DoctorFinding {
  const { name, version, contentHash } = description;
  const held = [...states.keys()].join(", ");
  const size = bytesText(statSync(file).size);
  return well("release", `${file} is sound: ${name} ${version}, for ${held}, ${size}, content ${contentHash}.`);
}

/** Publications whose newest edition is older than prices of today should be made of. */
function editionFindings(
  { states, description }: Release,
  { timeZone, staleAfter }: ReleaseExamined,
): readonly DoctorFinding[] {
  const today = todayIn(timeZone)();
  const limit = monthsOrNever(staleAfter);
  const stale = new Map<string, string>();
  for (const { state } of states.values()) {
    for (const table of state.tables) {
      if (table === state.providers.table) continue;
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
  return [doubt("release", found, '"ratebook status DATASET" tells where newer ones are published.')];
}

/** Whoever writes to a file in service takes it out of service. */
function openToWriters(file: string): readonly DoctorFinding[] {
  const { mode } = statSync(file);
  if (process.platform === "win32" || (mode & 0o002) === 0) return [];
  return [doubt("release", `Anybody may write to ${file} (mode ${modeText(mode)}).`, `"chmod o-w ${file}".`)];
}
