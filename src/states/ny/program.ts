import { programOf } from "../../pricing/program.ts";
import { PARAMETERS, parameters } from "./tables.ts";

/** The program-wide figures of New York Medicaid (ny 2). */
export const newYorkProgram = programOf(parameters, PARAMETERS);
