import type { Notation } from "../../pricing/worksheet/line.ts";

/** California's page writes dollars with their sign everywhere (ca 4.7, 5.7). */
export const NOTATION: Notation = { dollarSignInParentheses: true };
