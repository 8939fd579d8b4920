import type { Notation } from "../../pricing/worksheet/line.ts";

/** New York's page writes dollars without their sign in parentheses (ny 4, 5). */
export const NOTATION: Notation = { dollarSignInParentheses: false };
