import type { Columns } from "../../dataset/column.ts";
import { type ParameterTable, type ProgramParameters, parameterTable } from "../../dataset/common-tables.ts";
import {
  type DatedRow,
  datedTable,
  type Table,
  type TableDeclaration,
  type UndatedRow,
  undatedTable,
} from "../../dataset/table.ts";
import type { CareSetting } from "../../registry/definition.ts";

/** The settings whose prices a table is for, said where it is declared. */
interface Priced {
  readonly prices: readonly CareSetting[];
}

/** The tables of a state, in the order in which its `tables.ts` declares them: that of its page. */
export class StateTables {
  readonly #folder: string;
  readonly #settings = new Map<Table, readonly CareSetting[]>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get all(): readonly Table[] {
    return [...this.#settings.keys()];
  }

  /** The dated tables of the prices of a setting. */
  pricing(setting: CareSetting): readonly Table[] {
    return this.all.filter((table) => this.#settings.get(table)?.includes(setting));
  }

  /** A rate table: every row has a period. */
  dated<Of extends Columns, const Key extends keyof Of & string, const ReadBy extends keyof Of & string = Key>({
    prices,
    ...declaration
  }: TableDeclaration<Of, DatedRow<Of>, Key, ReadBy> & Priced): Table<DatedRow<Of>, ReadBy> {
    return this.#with(datedTable({ folder: this.#folder, ...declaration }), prices);
  }

  /** A table whose rows are effective on every day, such as the providers; no price is made of it. */
  undated<Of extends Columns, const Key extends keyof Of & string, const ReadBy extends keyof Of & string = Key>(
    declaration: TableDeclaration<Of, UndatedRow<Of>, Key, ReadBy>,
  ): Table<UndatedRow<Of>, ReadBy> {
    return this.#with(undatedTable({ folder: this.#folder, ...declaration }), []);
  }

  /** The figures of the program. */
  parameters(section: string, parameters: ProgramParameters): ParameterTable {
    return this.#with(parameterTable(this.#folder, section, parameters), []);
  }

  #with<Of extends Table<never, string>>(table: Of, prices: readonly CareSetting[]): Of {
    this.#settings.set(table as unknown as Table, prices);
    return table;
  }
}
