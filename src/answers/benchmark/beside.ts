import type { RateLookup } from "../../pricing/lookup.ts";
import { flag } from "../../pricing/request/kinds.ts";
import type { Parameters } from "../../pricing/request/parameter.ts";
import type { RequestFault } from "../../pricing/request/read.ts";
import { type CsvColumn, csvColumn } from "../csv-table.ts";
import { canBeCompared, STAYS_NOT_COMPARED } from "./compared.ts";
import type { MedicareRatio } from "./schema.ts";
import { shareCell } from "./words.ts";

/* What answers with many results have of a benchmark when it is requested: the parameter, the columns and the words. */

/** Whether a request asks for Medicare's price beside each result. */
export interface BesideMedicare {
  readonly isBesideMedicare: boolean;
}

const NAME = "medicare";

/** The option of commands that sets the parameter. */
export const MEDICARE_TOGGLE = { [NAME]: "add what Medicare pays for the same, and the ratio" };

/** The parameter of a lookup of procedures; stays have none. */
export function medicareParameter(lookup: RateLookup): Parameters {
  if (!canBeCompared(lookup)) return {};
  return { [NAME]: flag({ description: "Adds what Medicare pays for the same at the provider, and the ratio." }) };
}

/** Says why the parameter is unknown in a lookup of stays. */
export function aboutStays(fault: RequestFault, lookup: RateLookup): RequestFault {
  const isAsked = fault.code === "unknown_parameter" && fault.field === NAME && !canBeCompared(lookup);
  return isAsked ? { ...fault, message: `${NAME} is not a parameter of this lookup. ${STAYS_NOT_COMPARED}` } : fault;
}

/** The columns of a table, in their order, with the member of the ratio that each holds. */
export const MEDICARE_COLUMNS = {
  medicare_payment_rate: "payment_rate",
  medicare_ratio: "ratio",
  medicare_locality: "locality",
  medicare_not_compared: "not_compared",
} as const satisfies Readonly<Record<string, keyof MedicareRatio>>;

export function medicareColumns<Row>(ratioOf: (row: Row) => MedicareRatio | null): readonly CsvColumn<Row>[] {
  return Object.entries(MEDICARE_COLUMNS).map(([heading, member]) =>
    csvColumn(heading, (row) => ratioOf(row)?.[member]),
  );
}

/** The same for a terminal: Medicare's price, and what part of it Medicaid pays. */
export function medicareTextColumns<Row>(ratioOf: (row: Row) => MedicareRatio | null): readonly CsvColumn<Row>[] {
  return [
    csvColumn("medicare", (row) => ratioOf(row)?.payment_rate ?? "no price"),
    csvColumn("of_medicare", (row) => {
      const ratio = ratioOf(row);
      return ratio?.payment_rate == null ? "" : shareCell(ratio);
    }),
  ];
}
