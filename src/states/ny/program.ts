import { type Program, programOf } from "../../pricing/program.ts";
import { PARAMETERS, type ParameterName, parameters } from "./tables.ts";

/** The program-wide figures of New York Medicaid on a day (ny 2). */
export const newYorkProgram = programOf(parameters, PARAMETERS);

export type NewYorkProgram = Program<ParameterName>;
