import { type FixtureCell, xlsx } from "../../../imports/fixtures.ts";

type Rows = readonly (readonly FixtureCell[])[];

const TITLE: Rows = [["History"], ["Revised"]];
const PX = ["Px-Based Weight", "Units Limit"];
const FEE = ["Reimbursement Amount", "Max units"];

/** The dates of the second and third sheet, each over a pair of columns. */
const PAIRED: readonly FixtureCell[] = [null, null, "July 1 \n2011", null, new Date("2026-01-01"), null];

interface Sheets {
  readonly dates?: readonly FixtureCell[];
  readonly weights?: Rows;
  readonly pairDates?: readonly FixtureCell[];
  readonly procedures?: Rows;
  readonly fees?: Rows;
}

/** A workbook laid out as the Department of Health prints it: three sheets, dates in the row above the captions. */
export function apgWorkbook(sheets: Sheets) {
  const dates = sheets.dates ?? [null, null, "Dec 1\n2008", "July 1 \n2011", "Jan 1, 2026"];
  const pairDates = sheets.pairDates ?? PAIRED;
  const procedureHeads = ["HCPCS Code", "HCPCS Description"];
  const content = xlsx({
    "Final APG Based Weights": [...TITLE, dates, ["APG", "APG Description"], ...(sheets.weights ?? [])],
    "Final Px Based Weights": [...TITLE, pairDates, [...procedureHeads, ...PX, ...PX], ...(sheets.procedures ?? [])],
    "Fee Schedule": [
      ...TITLE,
      pairDates,
      [...procedureHeads, ...FEE, ...FEE],
      [null, null, "(per unit)", null, "(per unit)", null],
      ...(sheets.fees ?? []),
    ],
  });
  return { name: "history_and_fee_schedule.xlsx", content };
}
