import type { ServiceAnswer } from "../answers/answer.ts";
import { type CsvTable, csvColumn, csvTable, fieldColumns } from "../answers/csv-table.ts";
import { choice, defaulting, text, wholeNumber } from "../pricing/request/kinds.ts";
import { RELEASE_DIFF_PATH, RELEASES_PATH } from "../pricing/state/api-paths.ts";
import { HASH_CHARACTERS } from "../release/release.ts";
import {
  CHANGE_COLUMNS,
  changeRows,
  LISTED_MAX,
  type ListedChange,
  type ListedRelease,
  listedRelease,
  type ReleaseDiff,
  type Releases,
  releaseDiffSchema,
  releasesSchema,
} from "./wire.ts";

/*
 * The answers about the releases that a server keeps. Their routes, documents, tables and client methods follow from these declarations.
 * They are no kinds of answers (`src/answers`): those are answered from one release, without a catalogue.
 */

type ReleasesAnswer = ServiceAnswer & { readonly table: (answered: never) => CsvTable };

export const releases = {
  name: "releases",
  path: RELEASES_PATH,
  summary: "The releases that can be compared",
  description: () => "Names the release in service and the earlier ones that the service keeps.",
  rows: "One row for each release.",
  formats: ["json", "csv"],
  parameters: () => ({}),
  schema: () => releasesSchema,
  table: ({ releases: listed, unreadable_files }: Releases): CsvTable =>
    csvTable<ListedRelease>(
      [
        ...fieldColumns<ListedRelease>(listedRelease, (release) => release),
        csvColumn("unreadable_files", () => unreadable_files),
      ],
      listed,
    ),
} satisfies ReleasesAnswer;

/** A release by its version or by its hash. */
const NAMING = `its version, or at least the first ${HASH_CHARACTERS} characters of its content hash.`;

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** More than the changes of all tables together that are kept. */
const OFFSET_MAX = 1_000 * LISTED_MAX;

export const releaseDiff = {
  name: "releases-diff",
  path: RELEASE_DIFF_PATH,
  summary: "What changed from one release to another",
  description: () =>
    "Compares two releases row by row over all their days: what was added, ended, raised and cut, with amounts and percentages. The first request for a pair may take half a minute; a 503 with Retry-After says to ask again.",
  rows: "One row for each cell that differs.",
  formats: ["json", "csv"],
  parameters: (codes: readonly string[]) => ({
    from: text({
      description: `The earlier release: ${NAMING} When absent: the first of GET ${RELEASES_PATH} that is neither in service nor the later one.`,
    }),
    to: text({ description: `The later release: ${NAMING} When absent: the one in service.` }),
    state: choice(codes, {
      description: "Changes of one state alone, by its code; all states of the key when absent.",
    }),
    table: text({ description: "Changes of one table alone, such as ca/outpatient_rates." }),
    limit: defaulting(
      wholeNumber({ min: 1, max: PAGE_MAX }, { description: "At most this many changes." }),
      PAGE_DEFAULT,
    ),
    offset: defaulting(wholeNumber({ min: 0, max: OFFSET_MAX }, { description: "Leaves out the first so many." }), 0),
  }),
  schema: () => releaseDiffSchema,
  /** The rows of `ratebook diff --csv`, one for each cell that differs. */
  table: ({ head, changes }: ChangesPage): CsvTable =>
    csvTable<ChangedCell>(
      [
        ...CHANGE_COLUMNS.map((heading, place) => csvColumn<ChangedCell>(heading, ({ cells }) => cells[place])),
        csvColumn("change_number", ({ number }) => number),
        csvColumn("changes_listed", () => head.changes_listed),
      ],
      changedCells(changes, head.offset),
    ),
} satisfies ReleasesAnswer;

/** A page of changes, each as the JSON that is sent. */
export interface ChangesPage {
  readonly head: Pick<ReleaseDiff, "changes_listed" | "offset">;
  readonly changes: readonly string[];
}

/** A changed cell, and its change: the numbers connect pages. */
interface ChangedCell {
  readonly number: number;
  readonly cells: readonly string[];
}

function* changedCells(changes: readonly string[], offset: number): Generator<ChangedCell> {
  for (const [place, json] of changes.entries()) {
    const number = offset + place + 1;
    for (const cells of changeRows(JSON.parse(json) as ListedChange)) yield { number, cells };
  }
}
