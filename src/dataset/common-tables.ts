import { integer, pattern, required, text } from "./column.ts";
import { procedureCode } from "./procedure-code.ts";
import { undatedTable } from "./table.ts";

/** Tables that states share, in the dataset's `common/` folder (conventions 7). */
const COMMON = "common";

/** HCPCS Level II: a letter A-V and four digits. CPT descriptions are licensed and never carried. */
const LEVEL_II = /^[A-V][0-9]{4}$/;

export const hcpcs = undatedTable({
  folder: COMMON,
  name: "hcpcs",
  columns: {
    code: required(procedureCode(LEVEL_II, "a HCPCS Level II code, a letter A-V and four digits")),
    description: required(text()),
  },
  key: ["code"],
});

export const aprDrg = undatedTable({
  folder: COMMON,
  name: "apr_drg",
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
  columns: {
    code: required(pattern(/^[0-9A-Za-z]{10}$/, "a NUCC code of ten characters")),
    displayName: required(text()),
  },
  key: ["code"],
});

export const commonTables = [hcpcs, aprDrg, taxonomy];

export function isLevelII(code: string): boolean {
  return LEVEL_II.test(code);
}
