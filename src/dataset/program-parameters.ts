import type { Factor } from "../money/factor.ts";
import { type DecimalRange, decimal, isWithin, oneOf, rangeText, required } from "./column.ts";
import { type DatedRow, datedTable, type Table } from "./table.ts";

/** A program-wide figure that may change over time: its built-in value and the values allowed. */
export interface ProgramParameter extends DecimalRange {
  /** Null: none is built in. */
  readonly builtIn: string | null;
  /** What a result says that needs it when neither the file nor the code has a value. */
  readonly unpublished?: string;
}

export type ProgramParameters = Readonly<Record<string, ProgramParameter>>;

type ParameterColumns = {
  readonly name: ReturnType<typeof required<string>>;
  readonly value: ReturnType<typeof required<Factor>>;
};

/** `parameters.csv` of a state (conventions 7). */
export type ParameterTable = Table<DatedRow<ParameterColumns>, "name">;

export function parameterTable(folder: string, section: string, parameters: ProgramParameters): ParameterTable {
  return datedTable({
    folder,
    name: "parameters",
    section,
    hasBuiltInValues: true,
    columns: {
      name: required<string>(oneOf(Object.keys(parameters))),
      value: required(decimal()),
    },
    key: ["name"],
    rules: [
      ({ name, value }) => {
        const range = parameters[name] as ProgramParameter;
        return isWithin(value, range) ? null : { column: "value", reason: `expected ${rangeText(range)} for ${name}` };
      },
    ],
  });
}
