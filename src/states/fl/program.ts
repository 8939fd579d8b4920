import { programOf } from "../../pricing/program.ts";
import { PARAMETERS, parameters } from "./tables.ts";

/** The program-wide figures of Florida Medicaid (fl 2.9). */
export const floridaProgram = programOf(parameters, PARAMETERS);
