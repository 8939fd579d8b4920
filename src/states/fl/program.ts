import { type Program, programOf } from "../../pricing/program.ts";
import { PARAMETERS, type ParameterName, parameters } from "./tables.ts";

/** The program-wide figures of Florida Medicaid on a day (fl 2.9). */
export const floridaProgram = programOf(parameters, PARAMETERS);

export type FloridaProgram = Program<ParameterName>;
