import type { CodeType } from "../values.ts";
import type { EapgFound } from "./eapg.ts";
import type { FeeFound } from "./fee-schedule.ts";

/** What a lookup finds on its way to the price; a failed one shows only the system of its code (fl 4.5). */
export interface Found extends FeeFound, EapgFound {
  /** The code system it was looked for in; null when that is open. */
  readonly codeType: CodeType | null;
}
