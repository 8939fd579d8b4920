import type { Examined } from "../examined.ts";
import type { DoctorFinding } from "../finding.ts";
import { activeReleaseFindings } from "./active-release.ts";
import { releaseFindings } from "./release.ts";
import { sharedReleaseFindings } from "./shared-release.ts";

/** What a server would serve: the file that was named, or the active release of the database or of the home. */
export function servedReleaseFindings(examined: Examined): Promise<readonly DoctorFinding[]> {
  const { release, database } = examined;
  if (release !== null) return releaseFindings({ ...examined, release });
  return database === null ? activeReleaseFindings(examined) : sharedReleaseFindings(examined, database);
}
