/* Practitioners whom Medicare pays 85 % of its physician fee schedule: nurse practitioners, clinical nurse specialists and physician assistants. */

/** Registries call the column of the NUCC taxonomy code so. */
const TAXONOMY_COLUMNS = ["primaryTaxonomy", "primaryTaxonomyCode"];

/** How NUCC codes of physician assistants, nurse practitioners and clinical nurse specialists begin. */
const REDUCED = /^(363A|363L|364S)/i;

/** Whether a record is of such a practitioner, or may be because the registry has no taxonomy for it. */
export function mayBeReduced(record: Readonly<Record<string, unknown>>): boolean {
  const codes = TAXONOMY_COLUMNS.flatMap((column) => {
    const cell = record[column];
    return typeof cell === "string" && cell !== "" ? [cell] : [];
  });
  return codes.length === 0 || codes.some((code) => REDUCED.test(code));
}

/** For the note of a row with such records. */
export const REDUCED_NOTE =
  "Nurse practitioners, clinical nurse specialists or physician assistants may be among these records: Medicare pays them 85 % of its schedule, which is not applied here.";
