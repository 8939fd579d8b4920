import { programOf } from "../../pricing/program.ts";
import { PARAMETERS, parameters } from "./tables.ts";

/** The program-wide figures of Medi-Cal (ca 2.6). */
export const mediCalProgram = programOf(parameters, PARAMETERS);
