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

/** An archive with the sample as it might have been a month before, so that there is something that changed. */
export async function archiveOfEarlier(root: string, folder: string): Promise<string> {
  const dataset = join(folder, "dataset");
  cpSync(join(root, "data", "sample"), dataset, { recursive: true });
  const manifest = join(dataset, "dataset.json");
  const about = JSON.parse(readFileSync(manifest, "utf8")) as object;
  writeFileSync(manifest, JSON.stringify({ ...about, version: EARLIER_VERSION }));
  const rates = join(dataset, RATES);
  writeFileSync(rates, EARLIER_CELLS.reduce(replaced, readFileSync(rates, "utf8")));
  const archive = join(folder, "archive");
  mkdirSync(archive);
  const built = await buildRelease({ dataset, out: join(archive, `${EARLIER_VERSION}.db`), states });
  if (!built.ok) throw failure(`The earlier sample is faulty:\n${built.faults.map(faultText).join("\n")}`);
  return archive;
}

function replaced(text: string, [now, before]: (typeof EARLIER_CELLS)[number]): string {
  if (!text.includes(now)) throw failure(`data/sample/${RATES} has no line that begins with "${now}" any more.`);
  return text.replace(now, before);
}
