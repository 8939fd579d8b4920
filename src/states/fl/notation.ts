import type { Notation } from "../../pricing/worksheet/line.ts";

/** Florida's page writes dollars in parentheses without their sign (fl 4.3, 4.4, 5.4). */
export const NOTATION: Notation = { dollarSignInParentheses: false };
