import { createHash } from "node:crypto";
import type { WrittenHashes } from "../../dataset/written-tables.ts";
import type { Edition } from "../editions/edition.ts";

/** As many digits as tell the states of one dataset apart. */
const FINGERPRINT_DIGITS = 8;

/** Versions of datasets that nobody has named yet: what imports write, and what a new dataset begins with. */
const FIRST_VERSION = "1";
const MADE_BY_IMPORT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9a-f]{8}$/;

export interface DatasetVersion {
  readonly value: string;
  /** Whether it was written by hand, so that imports leave it alone. */
  readonly isKept: boolean;
}

/**
 * `2026-01-15-3f9a1c2b`: the day of the newest edition of rates, and a fingerprint of everything that imports brought. The same data
 * have the same version, whatever the order in which they came; other data have another one. A registry that is newer than the rates
 * must not make them look new, so it gives the day only where there are no rates.
 */
export function versionAfter(
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
