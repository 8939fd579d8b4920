import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { failure } from "../../src/core/runtime/failure.ts";
import { faultText } from "../../src/dataset/fault.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";

/** The version of the sample that the pictures compare it with. */
export const EARLIER_VERSION = "2026.10";

const RATES = "ca/outpatient_rates.csv";

/** Cells of the sample, and what they were a month before: two that have been raised since, two that have been cut. */
const EARLIER_CELLS = [
  ["99213,Medicine,2.4,1,1,,true,,,2023-03-15,", "99213,Medicine,2.35,1,1,,true,,,2023-03-15,"],
  ["99213,Podiatrist,2.4,52,1,,true,,,2023-03-15,", "99213,Podiatrist,2.35,52,1,,true,,,2023-03-15,"],
  ["00142,Anesthesia,5.42,", "00142,Anesthesia,5.50,"],
  ["00170,Anesthesia,4.52,", "00170,Anesthesia,4.75,"],
] as const;

/** Adds the sample as it might have been a month before to the releases of a server, so that there is something that changed. */
export async function addEarlier(root: string, folder: string, releasesFolder: string): Promise<void> {
  const dataset = join(folder, "dataset");
  cpSync(join(root, "data", "sample"), dataset, { recursive: true });
  const manifest = join(dataset, "dataset.json");
  const about = JSON.parse(readFileSync(manifest, "utf8")) as object;
  writeFileSync(manifest, JSON.stringify({ ...about, version: EARLIER_VERSION }));
  const rates = join(dataset, RATES);
  writeFileSync(rates, EARLIER_CELLS.reduce(replaced, readFileSync(rates, "utf8")));
  mkdirSync(releasesFolder, { recursive: true });
  const built = await buildRelease({ dataset, out: join(releasesFolder, `${"0".repeat(64)}.db`), states });
  if (!built.ok) throw failure(`The earlier sample is faulty:\n${built.faults.map(faultText).join("\n")}`);
}

function replaced(text: string, [now, before]: (typeof EARLIER_CELLS)[number]): string {
  if (!text.includes(now)) throw failure(`data/sample/${RATES} has no line that begins with "${now}" any more.`);
  return text.replace(now, before);
}
