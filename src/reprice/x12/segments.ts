import { failure } from "../../core/runtime/failure.ts";
import { PROCEDURE, QUALIFIERS } from "./elements.ts";
import type { Segment } from "./syntax.ts";

// What remittances (835) and claims (837) write alike.

/** A service of a claim, as it was billed and paid. */
export interface Procedure {
  /** Empty where a line has a revenue code alone. */
  readonly code: string;
  readonly modifiers: readonly string[];
  readonly hasRevenueCode: boolean;
  readonly revenueCode: string;
}

/** Ten times what the guide allows: the lines of one claim are in memory. */
export const LINES_MAX = 9_999;

/** `allowed`: how many the guide allows. */
export function tooMany({ number, id }: Segment, what: string, max: number, parts: string, allowed: number): Error {
  return failure(
    `segment ${number} (${id}): the ${what} has more than ${max} ${parts}, and a ${what} has ${allowed} at most; have the file sent again`,
  );
}

/** The first two digits of a hospital's inpatient type of bill. */
const INPATIENT_BILL = "11";

/** Whether an institutional claim is a stay: by its type of bill, or by a DRG, which stays of other types have too (12, 18, 21). */
export function isStayBilled(facility: string, drg: string): boolean {
  return drg !== "" || facility === INPATIENT_BILL;
}

export const NPI = /^[0-9]{10}$/;

/** The NPI in a segment that names a provider; empty where it has another number of the provider. */
export function npiOf(
  segment: Segment,
  at: { readonly identificationCodeQualifier: number; readonly identificationCode: number },
): string {
  const isNpi = segment.element(at.identificationCodeQualifier) === QUALIFIERS.nationalProviderIdentifier;
  return isNpi ? segment.element(at.identificationCode) : "";
}

/** The procedure and its modifiers. A line may have a revenue code instead of one, or beside it. */
export function procedureIn(segment: Segment, position: number, besides: string): Procedure {
  const qualifier = segment.component(position, PROCEDURE.qualifier);
  const isProcedure = (QUALIFIERS.procedures as readonly string[]).includes(qualifier);
  const isAlone = qualifier === QUALIFIERS.revenueCodeAlone;
  const revenueCode = besides === "" && isAlone ? segment.component(position, PROCEDURE.code) : besides;
  const hasRevenueCode = revenueCode !== "" || isAlone;
  if (!isProcedure) return { code: "", modifiers: [], hasRevenueCode, revenueCode };
  const modifiers: string[] = [];
  for (let place = 0; place < PROCEDURE.modifiersMax; place += 1) {
    const modifier = segment.component(position, PROCEDURE.firstModifier + place);
    if (modifier !== "") modifiers.push(modifier);
  }
  return { code: segment.component(position, PROCEDURE.code), modifiers, hasRevenueCode, revenueCode };
}
