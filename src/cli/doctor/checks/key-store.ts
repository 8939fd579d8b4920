import { statSync } from "node:fs";
import { type ExaminedKeys, examinedKeys } from "../../../keys/examined-keys.ts";
import { isFailure } from "../../../runtime/failure.ts";
import { isOpenToOthers, modeText } from "../file-mode.ts";
import { type DoctorFinding, doubt, fault } from "../finding.ts";

/** The store of a home, or why it cannot be used. `remedy` is where keys come from when it is damaged. */
export function soundStore(file: string, remedy: string): ExaminedKeys | DoctorFinding {
  try {
    return examinedKeys(file);
  } catch (error) {
    // What we say ourselves is that a newer program has written it.
    if (isFailure(error)) return fault("keys", error.message, "Upgrade Ratebook, or use another --home.");
    return fault("keys", `${file} cannot be read (${(error as Error).message}).`, remedy);
  }
}

export function openStore(file: string): readonly DoctorFinding[] {
  const { mode } = statSync(file);
  if (!isOpenToOthers(mode)) return [];
  return [doubt("keys", `Others may read or write ${file} (mode ${modeText(mode)}).`, `"chmod 600 ${file}".`)];
}
