import { isOutside } from "../../runtime/failure.ts";
import { clockFindings } from "./checks/clock.ts";
import { databaseFindings } from "./checks/database.ts";
import { homeFindings } from "./checks/home.ts";
import { keyFindings } from "./checks/keys.ts";
import { memoryFindings } from "./checks/memory.ts";
import { openFilesFindings } from "./checks/open-files.ts";
import { portFindings } from "./checks/port.ts";
import { programFindings } from "./checks/program.ts";
import { servedReleaseFindings } from "./checks/served-release.ts";
import { sharedKeyFindings } from "./checks/shared-keys.ts";
import { spaceFindings } from "./checks/space.ts";
import { timeZoneFindings } from "./checks/time-zone.ts";
import type { Examined } from "./examined.ts";
import { type DoctorFinding, fault } from "./finding.ts";

type Check = (examined: Examined) => readonly DoctorFinding[] | Promise<readonly DoctorFinding[]>;

/** By what they look at, in the order in which a server comes to need it. */
const CHECKS: Readonly<Record<string, Check>> = {
  program: () => programFindings(process.version),
  memory: memoryFindings,
  "open files": () => openFilesFindings(),
  "time zone": timeZoneFindings,
  home: homeFindings,
  space: spaceFindings,
  keys: (examined) =>
    examined.database === null ? keyFindings(examined) : sharedKeyFindings(examined.home, examined.database),
  release: servedReleaseFindings,
  clock: clockFindings,
  port: portFindings,
  database: databaseFindings,
};

/** Looks at everything that a server needs, one after the other. Nothing is made or changed. */
export async function examine(examined: Examined): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) findings.push(...(await looked(name, check, examined)));
  return findings;
}

/** What a check cannot look at, a server cannot use either; our own mistakes are thrown. */
async function looked(name: string, check: Check, examined: Examined): Promise<readonly DoctorFinding[]> {
  try {
    return await check(examined);
  } catch (error) {
    if (!isOutside(error)) throw error;
    return [fault(name, error.message, "Mend the cause and look again.")];
  }
}
