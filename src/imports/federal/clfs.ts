import { firstOfYear, lastOfYear, quarterToYearEnd } from "../../core/calendar/period.ts";
import { laboratoryFees } from "../../dataset/medicare-tables.ts";
import { listed } from "../../dataset/published.ts";
import type { RowOf, Table } from "../../dataset/table.ts";
import { amount, date, procedureCode, upperCase } from "../declaring/conversions.ts";
import { heading } from "../declaring/fields.ts";
import { type OpenReader, type Publication, publication, section } from "../declaring/publication.ts";

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
  ...listed("federal/clfs"),
  period: quarterToYearEnd,
  asOf,
} as const;

const layout = { member: /clfs.*\.csv$/i, fields };

type LaboratoryTable = Table<RowOf<typeof laboratoryFees>>;

/** A table of Medicare's laboratory fees. A rate is effective from its own day in its year to the end of it, unless a later quarter replaces it. */
export function clfsFor(table: LaboratoryTable): Publication {
  return publication({ ...about, sections: [section({ ...layout, feeds: [table as Table], read: feesOf(table) })] });
}

function feesOf(table: LaboratoryTable): OpenReader<LaboratoryFee> {
  return ({ asOf: edition }) => ({
    record({ code, modifier, rate, year, effectiveFrom }, intake) {
      if (year !== edition.slice(0, 4)) intake.refuse(year ?? "", `the year of ${edition}, which the edition is as of`);
      if (rate === null || rate === "0.00") return intake.leaveOut("no amount", code ?? "");
      if (effectiveFrom === null) {
        const title = "rates without an EFF_DATE, taken from the first day of the edition";
        intake.find({ title, example: code ?? "" });
      }
      const yearEnd = lastOfYear(edition);
      if (effectiveFrom !== null && effectiveFrom > yearEnd) {
        intake.refuse(effectiveFrom, `a day no later than ${yearEnd}, the last day of the rates of ${year}`);
      }
      // Earlier rates come from the files of earlier years.
      const yearStart = firstOfYear(edition);
      const isOfEarlierYear = effectiveFrom !== null && effectiveFrom < yearStart;
      if (isOfEarlierYear) {
        const title = `rates with an EFF_DATE before their YEAR, taken from ${yearStart} on`;
        intake.find({ title, example: `${code}: ${effectiveFrom}` });
      }
      intake.sum("fees", rate);
      intake.take(table, {
        code,
        modifier,
        rate,
        effectiveStartDate: isOfEarlierYear ? yearStart : effectiveFrom,
        effectiveEndDate: yearEnd,
      });
    },
  });
}

/** Medicare's own table (medicare 2.6); a state that caps its rates at Medicare's has one too. */
export const clfs: Publication = clfsFor(laboratoryFees);
