/* Descriptions of the options of a repricing, in the words of the command's help. The form and the tool for agents make sentences of them. */

interface OptionDescription {
  readonly what: string;
  /** The default. */
  readonly absent?: string;
}

export const OPTION_DESCRIPTIONS = {
  sheet: { what: "the sheet of a workbook that has the lookups, by its name or its number", absent: "the first" },
  claims: { what: "the claims (X12 837) of a remittance (X12 835), to join with it", absent: "none" },
  columns: { what: "the meaning of columns that are not recognised", absent: "by their headings" },
  compare: {
    what: "the column with the amount to compare: what was allowed or what was paid",
    absent: "by its heading, allowed before paid",
  },
  noChargeLimit: {
    what: "expect the full rate even if less was billed",
    absent: "expected is at most what was billed",
  },
  medicare: { what: "add what Medicare pays for each line's code, and the ratio of the rate to it" },
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
} as const satisfies Readonly<Record<string, OptionDescription>>;

/** The words as a sentence; `notation` shows how the value is written in that interface. */
export function optionSentence({ what }: OptionDescription, notation = ""): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${notation}.`;
}

/** The words as sentences, with the default. */
export function optionSentences(words: OptionDescription, notation = ""): string {
  const { absent } = words;
  return `${optionSentence(words, notation)}${absent === undefined ? "" : ` When absent: ${absent}.`}`;
}
