import { type CsvColumn, csvColumn, csvOf } from "../../answers/csv-table.ts";

/** A release as the list of releases has it. */
interface ListedRelease {
  readonly name: string;
  readonly version: string;
  readonly content_hash: string;
  readonly in_service: boolean;
}

interface ReleaseList {
  readonly releases: readonly ListedRelease[];
  readonly unreadable_files: number;
}

/** The releases: one row for each. */
export function releasesCsv({ releases, unreadable_files }: ReleaseList): string {
  const columns: readonly CsvColumn<ListedRelease>[] = [
    csvColumn("name", ({ name }) => name),
    csvColumn("version", ({ version }) => version),
    csvColumn("content_hash", ({ content_hash }) => content_hash),
    csvColumn("in_service", ({ in_service }) => in_service),
    csvColumn("unreadable_files", () => unreadable_files),
  ];
  return csvOf(columns, releases);
}
