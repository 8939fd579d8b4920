import { NO_RATE_CODES } from "../pricing/no-rate.ts";
import { UNREADABLE_UNITS } from "../reprice/pricing/reason.ts";

/** Why a line of a job has no amount, every code that there is. */
export const NO_AMOUNT_CODES: readonly string[] = [...Object.keys(NO_RATE_CODES), UNREADABLE_UNITS];
