import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isMissing, sha256Of, unreadable } from "../core/files/reading.ts";
import { failure } from "../core/runtime/failure.ts";
import { type Table, titleOf } from "./table.ts";

/** Where imports note what they wrote. */
export const WRITTEN_FILE = "editions/written.json";

/** By table such as `ca/outpatient_rates`: the SHA-256 of the CSV file that the last import wrote. */
export type WrittenHashes = Readonly<Record<string, string>>;

/** What imports wrote into a dataset; empty without imports or without their notes. */
export function readWrittenHashes(dataset: string): WrittenHashes {
  const file = join(dataset, WRITTEN_FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return {};
    throw unreadable(file, error);
  }
  try {
    return JSON.parse(text) as WrittenHashes;
  } catch {
    throw failure(`${file} is not JSON; remove it and import one of the publications again, which writes a new one.`);
  }
}

/** Whether a table was edited after its last import, so that its lines may have moved. */
export async function isEdited(written: WrittenHashes, table: Table, path: string): Promise<boolean> {
  const hash = written[titleOf(table)];
  return hash !== undefined && hash !== (await sha256Of(path));
}
