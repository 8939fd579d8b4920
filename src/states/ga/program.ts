import { type Program, programOf } from "../../pricing/program.ts";
import { PARAMETERS, type ParameterName, parameters } from "./tables.ts";

/** The program-wide figures of Georgia Medicaid on a day (ga 2.9). */
export const georgiaProgram = programOf(parameters, PARAMETERS);

export type GeorgiaProgram = Program<ParameterName>;
