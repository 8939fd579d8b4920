import { difference } from "../../money/arithmetic.ts";
import { percentChange } from "../../money/comparison.ts";
import { dollarText } from "../../money/money.ts";
import { csvCell } from "../../text/csv.ts";
import type { ClaimPrice } from "./claim-price.ts";
import { type ClaimOutcome, outcomeOf, type PricedClaim } from "./priced-claim.ts";

/** A line of the claims that is no lookup. */
export interface FaultyClaim {
  readonly line: number;
  readonly reason: string;
}

const COLUMNS = [
  "input_line",
  "billing_code",
  "provider",
  "outcome",
  "before",
  "after",
  "difference",
  "percent",
  "reason_before",
  "reason_after",
] as const;

/** As the JSON of the effect calls them. */
const OUTCOME_WORDS: Readonly<Record<ClaimOutcome, string>> = {
  unchanged: "unchanged",
  raised: "raised",
  cut: "cut",
  gained: "gained",
  lost: "lost",
  unpriced: "not_priced_in_either",
  several: "with_several_amounts",
  takenBack: "taken_back",
};

export const CLAIMS_CSV_HEADER = `${COLUMNS.join(",")}\n`;

/** What two releases make of one claim, as a line of a CSV. An amount that a side has not is empty, with the reason in its place. */
export function claimCsvLine(claim: PricedClaim | FaultyClaim): string {
  const cells = "reason" in claim ? faultyCells(claim) : pricedCells(claim);
  return `${COLUMNS.map((column) => csvCell(cells[column] ?? "")).join(",")}\n`;
}

type Cells = Partial<Record<(typeof COLUMNS)[number], string | null>>;

function faultyCells({ line, reason }: FaultyClaim): Cells {
  return { input_line: String(line), outcome: "faulty", reason_before: reason, reason_after: reason };
}

function pricedCells({ line, code, provider, before, after }: PricedClaim): Cells {
  const areBoth = before.kind === "priced" && after.kind === "priced";
  return {
    input_line: String(line),
    billing_code: code,
    provider,
    outcome: OUTCOME_WORDS[outcomeOf(before, after)],
    before: amountCell(before),
    after: amountCell(after),
    difference: areBoth ? dollarText(difference(after.amount, before.amount)) : null,
    percent: areBoth ? percentChange(before.amount, after.amount) : null,
    reason_before: reasonCell(before),
    reason_after: reasonCell(after),
  };
}

function amountCell(price: ClaimPrice): string | null {
  return price.kind === "priced" ? dollarText(price.amount) : null;
}

function reasonCell(price: ClaimPrice): string | null {
  if (price.kind === "several") return "Several amounts: which is meant is not ours to say.";
  if (price.kind === "takenBack") return "The line takes money back: it is in no total.";
  return price.kind === "unpriced" ? price.reason : null;
}
