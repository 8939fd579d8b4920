import { programOf } from "../../pricing/program.ts";
import { PARAMETERS, parameters } from "./tables.ts";

/** The program-wide figures of Georgia Medicaid (ga 2.9). */
export const georgiaProgram = programOf(parameters, PARAMETERS);
