import type { Factor } from "../core/money/factor.ts";
import {
  type DecimalRange,
  decimal,
  integer,
  isWithin,
  oneOf,
  pattern,
  procedureCode,
  rangeText,
  required,
  text,
} from "./column.ts";
import { type DatedRow, datedTable, type Table, undatedTable } from "./table.ts";

/** The folder of tables that all states share (conventions 7). */
export const COMMON = "common";

/** HCPCS Level II: a letter A-V and four digits. CPT descriptions are licensed and never carried. */
const LEVEL_II = /^[A-V][0-9]{4}$/;

export const hcpcs = undatedTable({
  folder: COMMON,
  name: "hcpcs",
  called: "descriptions of HCPCS codes",
  columns: {
    code: required(procedureCode(LEVEL_II, "a HCPCS Level II code, a letter A-V and four digits")),
    description: required(text()),
  },
  key: ["code"],
});

export const aprDrg = undatedTable({
  folder: COMMON,
  name: "apr_drg",
  called: "descriptions of APR-DRGs",
  words: {
    soi: "severity of illness",
  },
  columns: {
    drg: required(pattern(/^[0-9]{3}$/, "three digits")),
    soi: integer(1, 4),
    description: required(text()),
  },
  key: ["drg", "soi"],
});

export const taxonomy = undatedTable({
  folder: COMMON,
  name: "taxonomy",
  called: "names of taxonomies",
  columns: {
    code: required(pattern(/^[0-9A-Za-z]{10}$/, "a NUCC code of ten characters")),
    displayName: required(text()),
  },
  key: ["code"],
});

/** The column `entity_type` of providers: whether a provider is a person. */
export const ENTITY_TYPES = ["Individual", "Organization"] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

/** A rule of tables of providers: a row that neither identifier finds is refused. */
export function hasAnIdentifier(row: { readonly npi: string | null; readonly stateProviderId: string | null }) {
  return row.npi === null && row.stateProviderId === null
    ? { column: "npi", reason: "fill at least one of npi and state_provider_id" }
    : null;
}

export const commonTables = [hcpcs, aprDrg, taxonomy];

export function isLevelII(code: string): boolean {
  return LEVEL_II.test(code);
}

/** A program-wide figure that may change over time: its built-in value and the values allowed. */
export interface ProgramParameter extends DecimalRange {
  /** Null: none is built in. */
  readonly builtIn: string | null;
  /** The message of a result that needs it when neither the file nor the code has a value. */
  readonly unpublished?: string;
}

export type ProgramParameters = Readonly<Record<string, ProgramParameter>>;

type ParameterColumns = {
  readonly name: ReturnType<typeof required<string>>;
  readonly value: ReturnType<typeof required<Factor>>;
};

/** `parameters.csv` of a state (conventions 7). */
export interface ParameterTable extends Table<DatedRow<ParameterColumns>, "name"> {
  readonly parameters: ProgramParameters;
}

export function parameterTable(folder: string, section: string, parameters: ProgramParameters): ParameterTable {
  const table = datedTable({
    folder,
    name: "parameters",
    called: "figures of the program",
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
  return { ...table, parameters };
}
