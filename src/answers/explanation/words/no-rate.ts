import { NO_RATE_CODES } from "../../../pricing/no-rate.ts";
import type { ExplainedNoRate } from "../explanation.ts";
import { keyText, periodOf } from "./period.ts";

/** Why there is no price, and what would help. */
interface ToldNoRate {
  readonly message: string | null;
  readonly code: string;
  readonly meaning: string;
  /** What was looked for: the table, the key and the day. */
  readonly sought: string | null;
  readonly nearest: string | null;
  /** A parameter, with the value to send where one is known, and why. */
  readonly remedies: readonly { readonly send: string; readonly why: string }[];
}

export function toldNoRate({ code, message, sought, nearest, remedy }: ExplainedNoRate): ToldNoRate {
  return {
    message,
    code,
    meaning: NO_RATE_CODES[code],
    sought: sought === null ? null : `${sought.table}: ${keyText(sought.key) || "any row"}, on ${sought.date}`,
    nearest: nearest === null ? null : periodOf(nearest.start, nearest.end),
    remedies: remedy.map(({ parameter, value, why }) => ({
      send: value === null ? parameter : `${parameter}=${value}`,
      why,
    })),
  };
}
