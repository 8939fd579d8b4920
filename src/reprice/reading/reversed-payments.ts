import { lettersAndDigits } from "../../core/text/closest.ts";
import { quoted } from "../../core/text/refusal.ts";
import { looksReversed, type PaymentSigns } from "../values/amounts.ts";
import { PAID_AMOUNT, PAID_AS_CREDIT } from "../values/column-names.ts";
import type { Advice } from "./advice.ts";
import type { ColumnContents } from "./column-contents.ts";

/* Ledgers write payments as credits, below zero. Read as they stand, nearly all lines of such a file would be takebacks. */

const CREDIT_IN_LETTERS = lettersAndDigits(PAID_AS_CREDIT);

/** What is known of the columns. */
interface PaymentHeadings {
  readonly names: readonly string[];
  readonly decided: ReadonlyMap<string, string>;
  readonly contents?: readonly ColumnContents[] | null;
}

/** Payments whose signs look reversed, as they would be read. */
export interface ReversedPayments extends PaymentSigns {
  readonly place: number;
  /** It was said to have credits, and most of its payments are above zero. */
  readonly isCredit: boolean;
}

/** Whether a column with what was paid has it as credits, below zero. Its heading says so in any spelling: `Paid As Credit`. */
export function isPaidAsCredit(heading: string, { decided }: Pick<PaymentHeadings, "decided">): boolean {
  const said = decided.get(heading);
  return said === undefined ? lettersAndDigits(heading) === CREDIT_IN_LETTERS : said === PAID_AS_CREDIT;
}

/** The column with what was paid, where most of its first payments are negative; null elsewhere. */
export function reversedPayments(headings: PaymentHeadings, places: readonly number[] = []): ReversedPayments | null {
  const [place] = places;
  if (place === undefined || places.length > 1) return null;
  const signs = headings.contents?.[place]?.signs;
  if (signs === undefined) return null;
  const isCredit = isPaidAsCredit(headings.names[place] as string, headings);
  const read = isCredit ? { positive: signs.negative, negative: signs.positive } : signs;
  return looksReversed(read) ? { ...read, place, isCredit } : null;
}

/** A warning before pricing: all these lines would be takebacks. */
export function reversedText(
  { place, negative, positive, isCredit }: ReversedPayments,
  names: readonly string[],
  { columnIs }: Advice,
): string {
  const heading = names[place] as string;
  const counted = `${negative} of the first ${negative + positive} payments in ${quoted(heading)}`;
  return isCredit
    ? `${counted} are above zero, and it is read as credits: they count as takebacks. If they are no credits, say ${columnIs(heading, PAID_AMOUNT)}.`
    : `${counted} are negative and count as takebacks. If so many are payments written as credits, say ${columnIs(heading, PAID_AS_CREDIT)}.`;
}
