/* What can be said about a file to reprice: once, in the words of the command's help. Forms and tools for agents make sentences of them. */

interface OrderWords {
  readonly what: string;
  /** What its absence stands for. */
  readonly absent?: string;
}

export const ORDER_WORDS = {
  sheet: { what: "the sheet of a workbook that has the lookups, by its name or its number", absent: "the first" },
  columns: { what: "what columns are that are not recognised", absent: "by their headings" },
  compare: {
    what: "the column with the amount to compare: what was allowed or what was paid",
    absent: "by its heading, allowed before paid",
  },
  noChargeLimit: { what: "expect the rate also where less was billed", absent: "expected is at most what was billed" },
  fields: {
    what: "the fields of the result to write, such as payment_rate,error_message; all for every field",
    absent: "the amount, its kind, provider, period, calculation and error",
  },
  tolerance: {
    what: "differences up to this much are as expected: dollars such as 0.50, or a percentage such as 1%",
    absent: "none, to the cent",
  },
  by: {
    what: "totals by code, provider, month and columns of the input, such as code,Payer",
    absent: "code,provider,month where payments are compared or a workbook is written",
  },
  dryRun: { what: "show the columns and the first ten lines as they would be read" },
} as const satisfies Readonly<Record<string, OrderWords>>;

/** As a sentence; `notation` says how it is written there. */
export function orderSentence({ what }: OrderWords, notation = ""): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${notation}.`;
}

/** As a sentence, with what its absence stands for. */
export function orderSentences(words: OrderWords, notation = ""): string {
  const { absent } = words;
  return `${orderSentence(words, notation)}${absent === undefined ? "" : ` When absent: ${absent}.`}`;
}
