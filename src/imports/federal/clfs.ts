import { quarterToYearEnd } from "../../core/calendar/period.ts";
import type { Table } from "../../dataset/table.ts";
import { amount, date, procedureCode, upperCase } from "../declaring/conversions.ts";
import { heading } from "../declaring/fields.ts";
import { type Feed, type OpenReader, type Publication, publication, section } from "../declaring/publication.ts";

/** `PUF_CLFS_CY2026_Q2V1.csv`, or the ZIP `26CLABQ2.zip`: the first day of the quarter. */
function asOf(fileName: string): string | null {
  const [, full, short, quarter] =
    /(?:(20[0-9]{2})[^0-9a-z]?|(?:^|[^0-9])([0-9]{2})clab)q([1-4])/i.exec(fileName) ?? [];
  if (quarter === undefined) return null;
  return `${full ?? `20${short}`}-${String(Number(quarter) * 3 - 2).padStart(2, "0")}-01`;
}

/** The descriptions, which are licensed, are not read. */
const fields = {
  year: heading("YEAR"),
  code: heading(["HCPCS", "HCPCS Code"], procedureCode),
  modifier: heading(["MOD", "Modifier"], upperCase),
  /** The effective day of the row's rate; most rows print January 1, whatever the quarter of the file. */
  effectiveFrom: heading(["EFF_DATE", "Effective Date"], date),
  rate: heading("RATE", amount),
};

type LaboratoryFee = typeof fields;

const about = {
  folder: "federal",
  name: "clfs",
  title: "Clinical Laboratory Fee Schedule",
  publisher: "Centers for Medicare & Medicaid Services",
  published: "on CMS's Clinical Laboratory Fee Schedule files page, quarterly",
  page: "https://www.cms.gov/medicare/payment/fee-schedules/clinical-laboratory-fee-schedule-clfs/files",
  form: "ZIP with PUF_CLFS_CY{year}_Q{quarter}V{version}.csv, that CSV, or the text beside it",
  confidence: "seen",
  period: quarterToYearEnd,
  asOf,
} as const;

const layout = { member: /clfs.*\.csv$/i, fields };

export const clfs: Publication = publication({ ...about, sections: [section(layout)] });

export function clfsFor(feeds: readonly (Table | Feed)[], read: OpenReader<LaboratoryFee>): Publication {
  return publication({ ...about, sections: [section({ ...layout, feeds, read })] });
}
