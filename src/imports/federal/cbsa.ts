import { listed } from "../../dataset/published.ts";
import type { Table } from "../../dataset/table.ts";
import { oneLine } from "../declaring/conversions.ts";
import { heading } from "../declaring/fields.ts";
import { type Feed, type OpenReader, type Publication, publication, section } from "../declaring/publication.ts";

/** The year of a delineation is in its name; the month matters only for the order of editions. */
function asOf(fileName: string): string | null {
  const [year] = /20[0-9]{2}/.exec(fileName) ?? [];
  return year === undefined ? null : `${year}-07-01`;
}

const fields = {
  cbsaCode: heading("CBSA Code"),
  cbsaTitle: heading("CBSA Title", oneLine),
  county: heading("County/County Equivalent", oneLine),
  stateName: heading("State Name", oneLine),
};

type CountyInArea = typeof fields;

const about = {
  ...listed("federal/cbsa"),
  asOf,
} as const;

export const cbsa: Publication = publication({ ...about, sections: [section({ fields })] });

export function cbsaFor(feeds: readonly (Table | Feed)[], read: OpenReader<CountyInArea>): Publication {
  return publication({ ...about, sections: [section({ fields, feeds, read })] });
}
