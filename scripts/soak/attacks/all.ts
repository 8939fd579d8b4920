import type { Attack } from "./attack.ts";
import { entityWorkbooks, largeSummaries, longFiles, numberFormats, tinyFiles } from "./files.ts";
import { tinyChunks, tinyChunksOfBodies } from "./tiny-chunks.ts";

/** Every attack, by the name of its row. */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  "tiny chunks on 40 connections": tinyChunks(40),
  "tiny chunks of forms and batches": tinyChunksOfBodies(40),
  "tiny chunks on 200 connections, two workers": tinyChunks(200, ["--workers", "2"]),
  "jobs with large summaries": largeSummaries,
  "workbooks of entities": entityWorkbooks,
  "workbooks of number formats": numberFormats,
  "tiny files of four keys": tinyFiles,
  "long files of one key": longFiles,
};
