import type { Notation } from "../../pricing/worksheet/line.ts";

/** Georgia's page writes dollars with their sign everywhere (ga 4.2, 5.3). */
export const NOTATION: Notation = { dollarSignInParentheses: true };
