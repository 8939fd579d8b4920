import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { makeFolders, OWNER_ONLY_FOLDER } from "../core/files/writing.ts";
import { DESCRIPTION_FILE } from "../dataset/description.ts";

/*
 * The sample as it was before its last rates, so that "What changed" has something to compare on a fresh start. It is derived from
 * the sample: no figure is made for it, and the package does not grow.
 */

/** Rows that begin on this day or later are not in the earlier sample. All of them are made up: no real figure is left out. */
const CUT = { day: "2026-07-01", dayBefore: "2026-06-30" };

export const EARLIER_VERSION = "2026.06";

const EARLIER_DESCRIPTION = `The sample as it was before ${CUT.day}: without the rates that begin on that day or later, and with the rates before them without an end. It is there to compare with.`;

/** Writes the dataset of the earlier sample into a folder. */
export function writeEarlierSample(sample: string, folder: string): void {
  const about = JSON.parse(readFileSync(join(sample, DESCRIPTION_FILE), "utf8")) as { readonly description: string };
  mkdirSync(folder, { recursive: true });
  const earlier = { ...about, version: EARLIER_VERSION, description: `${EARLIER_DESCRIPTION} ${about.description}` };
  writeFileSync(join(folder, DESCRIPTION_FILE), JSON.stringify(earlier));
  for (const entry of readdirSync(sample, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".csv")) continue;
    const part = basename(entry.parentPath);
    mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(
      join(folder, part, entry.name),
      earlierTable(readFileSync(join(entry.parentPath, entry.name), "utf8")),
    );
  }
}

/** The dates of a row are its last two cells in all dated tables of the sample. */
const DATED_HEADER = /,effective_start_date,effective_end_date$/;
const DATES = /,([0-9-]{10}),([0-9-]{10})?$/;

/** A table without the rows that begin at the cut or later; those that end with the day before go on. */
export function earlierTable(text: string): string {
  const [header = "", ...lines] = text.split("\n");
  if (!DATED_HEADER.test(header)) return text;
  const kept = lines.flatMap((line) => {
    const [, start = "", end] = DATES.exec(line) ?? [];
    if (start >= CUT.day) return [];
    return [end === CUT.dayBefore ? line.slice(0, -end.length) : line];
  });
  return [header, ...kept].join("\n");
}

/** Puts the earlier sample into the releases of a home, in the place of one that an earlier start put there. */
export function placeEarlierSample(
  releasesFolder: string,
  { file, contentHash }: { readonly file: string; readonly contentHash: string },
  hashBefore: string | null,
): void {
  makeFolders(releasesFolder, OWNER_ONLY_FOLDER);
  const fileOf = (hash: string) => join(releasesFolder, `${hash}.db`);
  if (hashBefore !== null && hashBefore !== contentHash) rmSync(fileOf(hashBefore), { force: true });
  const target = fileOf(contentHash);
  if (existsSync(target)) return;
  const draft = `${target}.partial`;
  copyFileSync(file, draft);
  renameSync(draft, target);
}
