import { type Program, programOf } from "../../pricing/program.ts";
import { PARAMETERS, type ParameterName, parameters } from "./tables.ts";

/** The program-wide figures of Medi-Cal on a day (ca 2.6). */
export const mediCalProgram = programOf(parameters, PARAMETERS);

export type MediCalProgram = Program<ParameterName>;
