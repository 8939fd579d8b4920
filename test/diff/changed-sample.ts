import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAMPLE } from "../cli/support/ratebook.ts";

/** The sample in a folder of its own, with other outpatient rates of California. */
export function changedSample(folder: string, change: (rates: string) => string): string {
  cpSync(SAMPLE, folder, { recursive: true });
  const file = join(folder, "ca", "outpatient_rates.csv");
  const rates = readFileSync(file, "utf8");
  const changed = change(rates);
  if (changed === rates) throw new Error("The change does not fit the sample.");
  writeFileSync(file, changed);
  return folder;
}
