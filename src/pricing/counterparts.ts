import { aprDrg, hcpcs, isLevelII } from "../dataset/common-tables.ts";
import type { RowOf, Table } from "../dataset/table.ts";
import type { CareSetting } from "../registry/definition.ts";

/*
 * Rows that are of use only together with rows of another table: a fee with a conversion indicator and its factor, a rate
 * and the hospital that it belongs to. Data in part is normal, so none of this is a fault of a dataset; coverage tells it.
 */

/** The value by which a row belongs to its counterpart; null when it needs or offers none. */
type ValueOf = (row: never) => string | null;

/** Rows of a rate table or of a common one. */
export interface TableEnd {
  readonly table: Table;
  readonly value: ValueOf;
}

/** The providers that can be asked about in a setting, such as hospitals for inpatient stays. */
export interface PricedProviders {
  readonly pricedIn: CareSetting;
  readonly value: ValueOf;
}

/** Providers that are found by an identifier, by the name that code has for the parameter. */
export interface FoundProviders {
  readonly foundBy: string;
  readonly value: ValueOf;
}

/** Rows that need a counterpart, and where it may stand: in any of several places. */
export interface Counterpart {
  /** What is lacking, in words: `conversion indicators of fees without a conversion factor`. */
  readonly what: string;
  readonly of: TableEnd | PricedProviders;
  readonly needs: readonly (TableEnd | FoundProviders)[];
}

/** Codes whose descriptions may be published: HCPCS Level II. */
export function describedCodes(table: Table, code: ValueOf): Counterpart {
  return {
    what: "HCPCS Level II codes without a description",
    of: {
      table,
      value: (row) => {
        const value = code(row);
        return value !== null && isLevelII(value) ? value : null;
      },
    },
    needs: [{ table: hcpcs as Table, value: (row: RowOf<typeof hcpcs>) => row.code }],
  };
}

/** Weights are published for each severity of a DRG, and descriptions for the DRG alone or with its severity. */
export function describedDrgs(table: Table): Counterpart {
  return {
    what: "APR-DRGs with a weight and without a description",
    of: { table, value: (row: { readonly drg: string }) => row.drg },
    needs: [{ table: aprDrg as Table, value: (row: RowOf<typeof aprDrg>) => row.drg }],
  };
}
