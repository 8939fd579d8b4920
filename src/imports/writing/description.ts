import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { DESCRIPTION_FILE, type Source } from "../../dataset/description.ts";
import type { WrittenHashes } from "../../dataset/written-tables.ts";
import type { Edition } from "../editions.ts";

type Members = Record<string, unknown> & { sources?: unknown };

interface DescribedDataset {
  readonly text: string;
  readonly version: DatasetVersion;
}

/** `dataset.json` with a source per edition and table, and its version; everything else is kept as is. */
export function describedWith(
  dataset: string,
  editions: readonly Edition[],
  hashes: WrittenHashes,
  isRateTable: (table: string) => boolean,
): DescribedDataset {
  const members = membersOf(dataset);
  const before = Array.isArray(members.sources) ? (members.sources as Partial<Source>[]) : [];
  const byHand = before.filter(({ edition }) => edition === undefined || edition === null);
  const sources = [...byHand, ...editions.flatMap(sourcesOf).sort(bySourceOrder)];
  const version = versionAfter(members.version, editions, hashes, isRateTable);
  const text = `${JSON.stringify({ ...members, version: version.value, sources }, null, 2)}\n`;
  return { text, version };
}

function membersOf(dataset: string): Members {
  const file = join(dataset, DESCRIPTION_FILE);
  if (!existsSync(file)) {
    const description = "Imported from the publications named in sources.";
    return { name: basename(resolve(dataset)), version: null, description };
  }
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, "")) as Members;
  } catch (error) {
    throw failure(`${file} is not JSON (${reasonOf(error)}); fix it first`);
  }
}

function sourcesOf({ tables, title, publisher, asOf, publication }: Edition): Source[] {
  return Object.entries(tables).map(([table, { file, sha256 }]) => ({
    table,
    publication: title,
    publisher,
    published: asOf,
    retrieved: null,
    url: null,
    sha256,
    edition: asOf,
    file,
    importer: publication,
  }));
}

function bySourceOrder(a: Source, b: Source): number {
  const [left, right] = [a, b].map(({ table, publication, edition }) => `${table} ${publication} ${edition}`);
  return (left as string) < (right as string) ? -1 : 1;
}

/** Enough digits to distinguish the states of one dataset. */
const FINGERPRINT_DIGITS = 8;

/** Versions of datasets without a version of their own: what imports write, and what a new dataset begins with. */
const FIRST_VERSION = "1";
const MADE_BY_IMPORT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{8}$/;

interface DatasetVersion {
  readonly value: string;
  /** Whether it was written by hand, so that imports keep it. */
  readonly isKept: boolean;
}

/**
 * `2026-01-15-3f9a1c2b`: the day of the newest edition of rates, and a fingerprint of all imported data. Equal data have the same
 * version, whatever the order of imports. A registry must not make older rates look new, so it gives the day only when there are
 * no rates.
 */
function versionAfter(
  before: unknown,
  editions: readonly Edition[],
  hashes: WrittenHashes,
  isRateTable: (table: string) => boolean,
): DatasetVersion {
  const isByHand = typeof before === "string" && before !== FIRST_VERSION && !MADE_BY_IMPORT.test(before);
  if (isByHand) return { value: before, isKept: true };
  const newest = newestOf(editions.filter(({ tables }) => Object.keys(tables).some(isRateTable))) ?? newestOf(editions);
  const said = [
    ...editions.flatMap(({ publication, asOf, tables }) =>
      Object.entries(tables).map(([table, { sha256 }]) => [publication, asOf, table, sha256].join(" ")),
    ),
    ...Object.entries(hashes).map((each) => each.join(" ")),
  ];
  const fingerprint = createHash("sha256").update(said.sort().join("\n")).digest("hex").slice(0, FINGERPRINT_DIGITS);
  return { value: newest === null ? FIRST_VERSION : `${newest}-${fingerprint}`, isKept: false };
}

function newestOf(editions: readonly Edition[]): string | null {
  return (
    editions
      .map(({ asOf }) => asOf)
      .sort()
      .at(-1) ?? null
  );
}
