import { NO_AMOUNT_CODES } from "../../jobs/no-amount-codes.ts";
import { closedObject, type Json } from "./json-schema.ts";

const text = (description: string): Json => ({ type: "string", description });
const nullableText = (description: string): Json => ({ type: ["string", "null"], description });
const texts = (description: string): Json => ({ type: "array", items: { type: "string" }, description });
const count = (description: string): Json => ({ type: "integer", description });
const list = (description: string, items: Json): Json => ({ type: "array", items, description });
const byName = (values: string, description: string): Json => ({
  type: "object",
  additionalProperties: { type: values },
  description,
});
const linesAndAmount = (description: string): Json => ({
  ...closedObject("Lines and dollars", { lines: count("How many lines."), amount: text("Dollars, to the cent.") }),
  description,
});

/** An object of which some members are there in some answers only. */
function partlyThere(title: string, always: Json, sometimes: Json): Json {
  return { ...closedObject(title, always), properties: { ...always, ...sometimes } };
}

/** Also of each group of the totals. */
const VERDICTS: Json = {
  underpaid: linesAndAmount("Compared and paid too little by more than the tolerance, and what is missing."),
  paid_nothing: linesAndAmount("Of the underpaid those that were paid nothing, as denied lines are."),
  overpaid: linesAndAmount("Compared and paid too much by more than the tolerance, and how much too much."),
  taken_back: linesAndAmount("Lines with a payment below nothing, and how much they take back: not compared."),
};

const MODIFIER_NOT_PRICED = linesAndAmount(
  "Lines with a modifier that changes what is paid and that their rate is without, and what they come to at the rate: not compared, and in no other total.",
);

const group = partlyThere(
  "Group of lines",
  {
    key: text(
      "What the lines have in common; `(none)` where they have nothing there, `(others)` beyond 100,000 groups. A name of more than 200 characters is cut and ends with `[cut, ...]`, a hash of all of it.",
    ),
    lines: count("Lines of the group."),
    not_priced: count("Those of them without a price."),
    expected: text("What its lines with one amount come to."),
    modifier_not_priced: MODIFIER_NOT_PRICED,
  },
  {
    label: text("What the key is called, where that is known."),
    compared: count("Lines that were compared."),
    paid: text("What was paid for the lines that were compared."),
    difference: text("What they should have been paid minus that."),
    ...VERDICTS,
  },
);

const largest = closedObject("Line that is far off", {
  input_line: count("The line of the file."),
  billing_code: nullableText("Its code."),
  provider: nullableText("Its provider."),
  expected_amount: text("What it should have been paid."),
  paid: text("What was paid."),
  difference: text("The first minus the second: positive where too little was paid."),
  formula: nullableText("How the amount was worked out."),
  lookup: byName("string", "The parameters of its lookup, to ask for it by itself."),
  assumed: texts("Defaults that its price rests on, in words."),
});

const reason = closedObject("Reason for no price", {
  code: { type: "string", enum: NO_AMOUNT_CODES, description: "The kind of reason." },
  meaning: text("What it means."),
  remedy: text("What to do about it."),
  lookups: count("How many lines."),
  messages: list(
    "What these lines were told, without their values.",
    closedObject("Message", { message: text("The message."), lookups: count("How many lines.") }),
  ),
});

const assumption = closedObject("Default that prices rest on", {
  parameter: text("The parameter that was not sent."),
  value: nullableText("The value that was taken; null where lines differ."),
  reason: text("Why that one."),
  lines: count("How many lines."),
});

const staleTable = closedObject("Old table", {
  table: text("Its title."),
  edition: text("The edition that was priced from."),
  months: count("Months from the edition to the latest day that was priced."),
});

const tableWithoutEdition = closedObject("Table without an edition", {
  table: text("Its title."),
  first_day: text("The first day priced that no loaded edition covers."),
  last_day: text("The last such day."),
  days: texts("All such days, 3,660 at most: days between them may have an edition."),
});

const ALWAYS: Json = {
  file: text("The file with the results."),
  release: closedObject("Release that was priced with", {
    name: text("Name of the dataset."),
    version: text("Version of the dataset."),
    content_hash: text("SHA-256 of the compiled content."),
  }),
  lookups: count("Lines of claims."),
  results: count("Results of all of them: a line can have several."),
  priced: count("Lines with an amount."),
  with_several_amounts: count("Those of them with several amounts, which are in no total."),
  total: text("What the lines with one amount come to."),
  modifier_not_priced: MODIFIER_NOT_PRICED,
  modifier_not_known: linesAndAmount(
    "Lines of the total with a modifier that is on no list and has no published rate, and what is expected of them without it.",
  ),
  charge_limit: {
    ...closedObject("Charge limit", {
      column: nullableText("The column with what was billed; null where expected is not limited to it."),
      lines: count("Lines that were billed below what the rate comes to."),
      amount: text("How much less than the rate is expected of them."),
    }),
    description: "Expected is at most what was billed.",
  },
  not_priced: count("Lines without an amount."),
  not_priced_by_reason: list("Why, the most frequent reason first.", reason),
  faulty: count("Lines that are not read as claims."),
  doubtful: count("Lines whose units or amounts cannot be read."),
  faults_file: nullableText("The file with both; null where there are none."),
  guessed_columns: list(
    "Columns that no heading names, guessed by their values and by words of their headings.",
    closedObject("Guessed column", { heading: text("Its heading."), meaning: text("What it was taken for.") }),
  ),
  noted: byName("integer", "How cells and rows were read, and how often, by name."),
  noted_in_words: texts("The same in words."),
  empty_tables: texts("Tables of the release without rows that lines needed."),
  tables_without_edition: list("Tables without an edition for days that were priced.", tableWithoutEdition),
  stale_tables: list("Tables of editions that are old for the days that were priced.", staleTable),
  assumed: list("Defaults that prices rest on, the most frequent first.", assumption),
  compared: count("Lines that were compared with what was paid."),
  totals: list(
    "Lines added up by what was asked for.",
    closedObject("Totals", {
      by: text("What they are added up by."),
      groups_total: count("How many groups there are."),
      groups: list("The thousand where most is missing, the worst first.", group),
    }),
  ),
};

/** `left_out` where the summary of a job was shortened. Where no column says what was paid, `may_be_paid`; where one does, all others. */
const SOMETIMES: Json = {
  compared_with: {
    ...closedObject("Compared column", {
      column: text("Its heading."),
      meaning: { type: "string", enum: ["allowed_amount", "paid_amount"], description: "What it has." },
    }),
    description:
      "The column that expected amounts are compared with. What this summary calls paid is what the column has.",
  },
  tolerance: byName("string", "Up to how much is as expected: `dollars` or `percent`."),
  ...VERDICTS,
  underpaid_modifier_not_known: linesAndAmount("Of the underpaid those with a modifier that is on no list."),
  as_expected: linesAndAmount("Compared and off by the tolerance at most, and by how much together."),
  not_compared: count("Lines with a price and nothing to compare it with."),
  total_expected: text("What the lines that were compared should have been paid."),
  total_paid: text("What was paid for them."),
  total_difference: text("The first minus the second."),
  largest_differences: list("The fifty lines that are furthest off either way, the furthest first.", largest),
  may_be_paid: texts("Where nothing is compared: columns that may be what was paid."),
  left_out: texts("What the summary of a job lacks, in words, where it would have been larger than 4 MiB."),
};

/** What came of a file of claims. */
export const repricingSummarySchema: Json = {
  ...partlyThere("Summary of a repricing", ALWAYS, SOMETIMES),
  type: ["object", "null"],
  description: "When it is done: what `ratebook reprice --json` prints. Amounts are texts, digit for digit.",
};
