import { isOutside } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { wrapped } from "../../core/text/terminal.ts";
import { type ExitCode, print, printJson } from "../command-io.ts";
import { databaseFindings } from "../doctor/database.ts";
import { type DoctorFinding, type Examined, failed } from "../doctor/finding.ts";
import { homeFindings, keyFindings, sharedKeyFindings, spaceFindings } from "../doctor/home.ts";
import {
  clockFindings,
  memoryFindings,
  openFilesFindings,
  portFindings,
  priorityFindings,
  programFindings,
  timeZoneFindings,
} from "../doctor/machine.ts";
import { fixedFileFindings, servedReleaseFindings } from "../doctor/release.ts";

/** Examines what a server would start with. The findings are the answer, and go to standard output. */
export async function doctor({ json, ...examined }: Examined & { readonly json: boolean }): Promise<ExitCode> {
  const findings = await examine(examined);
  if (json) printJson({ can_serve: canServe(findings), findings });
  else print(findingsText(findings));
  return canServe(findings) ? 0 : 1;
}

type Check = (examined: Examined) => readonly DoctorFinding[] | Promise<readonly DoctorFinding[]>;

/** In the order in which a server needs them. */
const CHECKS: Readonly<Record<string, Check>> = {
  program: () => programFindings(process.version),
  memory: memoryFindings,
  "open files": () => openFilesFindings(),
  priority: () => priorityFindings(),
  "time zone": timeZoneFindings,
  home: homeFindings,
  space: spaceFindings,
  keys: (examined) =>
    examined.database === null ? keyFindings(examined) : sharedKeyFindings(examined.home, examined.database),
  release: async (examined) => [...(await servedReleaseFindings(examined)), ...(await fixedFileFindings(examined))],
  clock: clockFindings,
  port: portFindings,
  database: databaseFindings,
};

/** Runs all checks. Nothing is created or changed. */
async function examine(examined: Examined): Promise<readonly DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const [name, check] of Object.entries(CHECKS)) findings.push(...(await looked(name, check, examined)));
  return findings;
}

/** What a check cannot read, a server cannot use either; bugs are thrown. */
async function looked(name: string, check: Check, examined: Examined): Promise<readonly DoctorFinding[]> {
  try {
    return await check(examined);
  } catch (error) {
    if (!isOutside(error)) throw error;
    return [failed(name, error.message, "Fix the cause and look again.")];
  }
}

const MARKS = { ok: "ok     ", warning: "WARNING", error: "ERROR  " } as const;

/** Whether no finding prevents serving. */
function canServe(findings: readonly DoctorFinding[]): boolean {
  return findings.every(({ verdict }) => verdict !== "error");
}

/** A paragraph for each finding, and a conclusion. */
function findingsText(findings: readonly DoctorFinding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const paragraphs = findings.map(({ check, verdict, found, remedy }) => {
    const lead = `${MARKS[verdict]}  ${check.padEnd(width)}  `;
    const lines = [wrapped(lead, found)];
    if (remedy !== null) lines.push(wrapped(`${" ".repeat(lead.length)}-> `, remedy));
    return lines.join("\n");
  });
  return [...paragraphs, "", conclusion(findings)].join("\n");
}

function conclusion(findings: readonly DoctorFinding[]): string {
  const errors = findings.filter(({ verdict }) => verdict === "error").length;
  const warnings = findings.filter(({ verdict }) => verdict === "warning").length;
  const look = warnings === 0 ? "" : ` Look at ${plainCountText(warnings, "warning", "warnings")}.`;
  if (errors === 0) return `Nothing keeps it from serving.${look}`;
  return `${plainCountText(errors, "error keeps", "errors keep")} it from serving.${look}`;
}
