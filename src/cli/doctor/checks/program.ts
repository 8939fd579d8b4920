import { programVersion } from "../../../files/installation.ts";
import { type DoctorFinding, fault, well } from "../finding.ts";

/** The oldest Node that runs the source as it is, and that the tests run with. */
const OLDEST_NODE = 24;

export function programFindings(nodeVersion: string): readonly DoctorFinding[] {
  const found = `Ratebook ${programVersion()} on Node ${nodeVersion}, ${process.platform} ${process.arch}.`;
  if (Number.parseInt(nodeVersion.slice(1), 10) >= OLDEST_NODE) return [well("program", found)];
  const remedy = `Install Node ${OLDEST_NODE} or newer, or run "npm install" in the folder of the program, which brings it.`;
  return [fault("program", found, remedy)];
}
