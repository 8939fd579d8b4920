import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { DESCRIPTION_FILE, type Source } from "../../dataset/description.ts";
import type { WrittenHashes } from "../../dataset/written-tables.ts";
import { failure, reasonOf } from "../../runtime/failure.ts";
import type { Edition } from "../editions/edition.ts";
import { type DatasetVersion, versionAfter } from "./dataset-version.ts";

type Members = Record<string, unknown> & { sources?: unknown };

interface DescribedDataset {
  /** Of `dataset.json`. */
  readonly text: string;
  readonly version: DatasetVersion;
}

/** `dataset.json` with a source per edition and table, and its version; what else it says stays as it is. */
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
    throw failure(`${file} is not JSON (${reasonOf(error)}); mend it first`);
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
