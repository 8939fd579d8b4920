import {
  array,
  boolean,
  choice,
  integer,
  named,
  nullableString,
  object,
  optional,
  record,
  type Schema,
  string,
  stringArray,
  type ValueOf,
  withDescription,
} from "../../core/schema/schema.ts";
import { NO_RATE_CODES, type NoRateCode } from "../../pricing/no-rate.ts";
import { releaseSchema } from "../../pricing/state/release-json.ts";
import { assumptionSchema } from "../pricing/data-notes.ts";
import { type LinesAndAmount, linesAndAmountSchema } from "../pricing/payment-comparison.ts";
import { NOT_COMPARED, type NoAmountCode, type NotComparedCode, UNREADABLE_UNITS } from "../pricing/reason.ts";
import { ALLOWED_AMOUNT, PAID_AMOUNT } from "../values/column-names.ts";
import { NOT_OWED_CODES } from "../values/not-owed.ts";
import { remittanceObject } from "./remittance.ts";

// The summary of a repricing as JSON, in `ratebook reprice --json` and in a finished job. Amounts are texts, digit for digit.

const linesAndAmount = named("LinesAndAmount", linesAndAmountSchema);

function lines(description: string): Schema<LinesAndAmount> {
  return withDescription(linesAndAmount, description);
}

const UNDERPAID = lines("Compared and paid too little by more than the tolerance, and what is missing.");
const PAID_NOTHING = lines("Of the underpaid those that were paid nothing, as denied lines are.");
const OVERPAID = lines("Compared and paid too much by more than the tolerance, and how much too much.");
const TAKEN_BACK = lines(
  "Lines with a payment below zero, and how much they take back: part of `not_compared` or of `not_priced`.",
);
const MODIFIER_NOT_PRICED = lines(
  "Lines whose modifier changes what is paid but has no rate, and what they come to without it. In no other total.",
);

const group = object("Group of lines", {
  key: string(
    "What the lines have in common; `(none)` where they have nothing there, `(others)` beyond 100,000 groups. A name above 200 characters is cut and ends with `[cut, ...]`, a hash of all of it.",
  ),
  label: optional(string("What the key is called, where that is known.")),
  lines: integer("Lines of the group."),
  not_priced: integer("Those of them without a price."),
  expected: string("What is expected of its lines."),
  modifier_not_priced: MODIFIER_NOT_PRICED,
  compared: optional(integer("Lines that were compared.")),
  paid: optional(string("What was paid for the lines that were compared.")),
  underpaid: optional(UNDERPAID),
  paid_nothing: optional(PAID_NOTHING),
  overpaid: optional(OVERPAID),
  difference: optional(string("What they should have been paid minus that.")),
  taken_back: optional(TAKEN_BACK),
  not_owed: optional(integer("Lines that were not owed, where the file has a column `not_owed`.")),
});

const listedLine = {
  input_line: integer("The line of the file."),
  claim: nullableString("The number of its claim, where a heading of the file names it."),
  payer_claim: nullableString("The payer's number of its claim, where the file has a column `payer_claim`."),
  billing_code: nullableString("Its code."),
  provider: nullableString("Its provider."),
  provider_name: nullableString("The name of the provider."),
  billed: nullableString("What was billed for it."),
  is_billed_below_rate: boolean("Whether that is less than its rate comes to, and so the most that is expected."),
  units: nullableString("Its units, where it has any: a rate per unit is paid for each."),
  groups: stringArray("Its group in each of `totals`, in their order."),
  lookup: record(string("The value of the parameter."), "The parameters of its lookup, to send it by itself."),
};

const exampleLine = named(
  "ExampleLine",
  object("Line with a reason", {
    ...listedLine,
    detail: nullableString(
      "The reason with the amounts of the line; null where all lines with the code have the same.",
    ),
  }),
);

const varianceMembers = {
  expected_amount: string("What it should have been paid."),
  paid: string("What was paid."),
  difference: string("The first minus the second: positive where too little was paid."),
  formula: nullableString("How the amount was worked out."),
  remarks: stringArray("Remarks on its amounts, in words."),
  has_takeback: boolean("Whether a takeback of the file may belong to it."),
  is_put_on_patient: boolean("Whether it was paid nothing and the payer put it on the patient."),
};

const largestDifference = object("Line that is far off", {
  ...listedLine,
  ...varianceMembers,
  assumed: stringArray("Defaults that its price rests on, in words."),
});

const { groups: _groups, ...lineOfList } = listedLine;

/** A line of the list of variances. */
export const varianceLineSchema = object("Line with a variance", { ...lineOfList, ...varianceMembers });

/** A part of the list of variances. */
export const variancesSchema = object("Variances", {
  total: integer("Lines that the filter leaves, of those that can be listed."),
  left: integer("Lines with a variance beyond the number that can be listed; the results have them."),
  lines: array(varianceLineSchema, "The largest variance first, either way."),
});
export type Variances = ValueOf<typeof variancesSchema>;

const NO_AMOUNT_CODES: readonly NoAmountCode[] = [
  ...(Object.keys(NO_RATE_CODES) as NoRateCode[]),
  UNREADABLE_UNITS,
  ...NOT_OWED_CODES,
];

const PAID_AT_ALTERNATIVE = withDescription(
  object("Lines paid at another published rate", {
    above: lines("All of them, and how much above the default rate they were paid."),
  }),
  "Lines paid more than expected, and exactly at another published rate: part of `not_compared` (`paid_at_alternative`), and not of `overpaid`.",
);

const notPriced = object("Reason for no price", {
  code: choice(NO_AMOUNT_CODES, "The kind of reason."),
  meaning: string("What it means."),
  remedy: string("What to do about it."),
  lookups: integer("How many lines."),
  messages: array(
    object("Message", {
      message: string("The message."),
      lookups: integer("How many lines."),
      add: stringArray("Parameters that these lines lack: a column for each would give them a price."),
      examples: array(exampleLine, "The first twenty of these lines."),
    }),
    "The messages of these lines, without their values.",
  ),
});

const notCompared = object("Reason for no comparison", {
  code: choice(Object.keys(NOT_COMPARED) as NotComparedCode[], "The kind of reason."),
  meaning: string("What it means."),
  remedy: string("What to do about it."),
  lines: integer("How many lines."),
  examples: array(exampleLine, "The first twenty of these lines."),
});

const notOwed = object("Reason why lines were not owed", {
  code: choice(NOT_OWED_CODES, "The code in the column."),
  words: string("The code in words."),
  meaning: string("What it means."),
  remedy: string("What to do about it."),
  lines: integer("How many lines."),
  priced: integer("Those of them with a price; they are among the lines that are not compared."),
  paid: string("What was paid for them; below zero where money was taken back."),
  expected: string("What those with one amount come to at the rate: in no other total."),
});

export const npisOfFile = {
  total: integer("How many different NPIs the lines have."),
  found: integer("How many of them are providers of the state in the release."),
  elsewhere: array(
    object("NPIs of another state", {
      state: string("Code of the state."),
      found: integer("How many of these are providers there."),
    }),
    "Other states of the release and the key that have some of those not found, the most first. After pricing, of those in `missing`; before, only where most are not found.",
  ),
};

const npisSchema = object("NPIs of the file", {
  ...npisOfFile,
  missing: array(
    object("NPI that is not found", {
      npi: string("The NPI."),
      lines: integer("How many lines have it."),
      states: stringArray("Codes of the other states that have it."),
    }),
    "The first hundred of those that were not found, those of the most lines first. The workbook has all.",
  ),
});

const point = object("Lines with the same amounts", {
  expected: string("What each should have been paid."),
  paid: string("What was paid for each."),
  lines: integer("How many lines."),
});

const staleTable = object("Old table", {
  table: string("Its title."),
  edition: string("The edition that was priced from."),
  months: integer("Months from the edition to the latest day that was priced."),
});

const tableWithoutEdition = object("Table without an edition", {
  table: string("Its title."),
  first_day: string("The first day priced that no loaded edition covers."),
  last_day: string("The last such day."),
  days: stringArray("All such days, 3,660 at most: days between them may have an edition."),
});

const ALL_TAKEBACKS = boolean("Whether all takebacks of the file are known.");

/** Optional: `may_be_paid` when no column has the paid amount, all others when one has; `left_out` when a job's summary was shortened. */
export const summaryObject = object("Summary of a repricing", {
  file: string("The file with the results."),
  release: releaseSchema,
  lookups: integer("Lines of claims."),
  results: integer("Results of all of them: a line can have several."),
  priced: integer("Lines with an amount."),
  with_several_amounts: integer("Those of them with several amounts, which are in no total."),
  total: string("What is expected of all lines together."),
  modifier_not_priced: MODIFIER_NOT_PRICED,
  modifier_not_known: lines(
    "Lines of the total whose modifier is on no list and has no published rate, and what is expected of them without it.",
  ),
  charge_limit: withDescription(
    object("Charge limit", {
      column: nullableString("The column with what was billed; null where expected is not limited to it."),
      lines: integer("Lines that were billed below what the rate comes to."),
      amount: string("How much less than the rate is expected of them."),
    }),
    "Expected is at most what was billed.",
  ),
  not_priced: integer("Lines without an amount."),
  not_priced_by_reason: array(notPriced, "Why, the most frequent reason first."),
  faulty: integer("Lines that are not read as claims."),
  other_states: optional(
    array(
      object("Lines of another state", {
        state: string("The code of the state."),
        lines: integer("How many lines."),
        in_words: string("The same in a sentence, with what to do."),
      }),
      "Faulty lines whose `payer_state` is another state, the most first. Absent without such a column.",
    ),
  ),
  doubtful: integer("Lines whose units, amounts or denial codes cannot be read."),
  faults_file: nullableString("The file with both; null where there are none."),
  guessed_columns: array(
    object("Guessed column", { heading: string("Its heading."), meaning: string("What it was taken for.") }),
    "Columns that no heading names, guessed by their values and by words of their headings.",
  ),
  noted: record(integer("How often."), "How cells and rows were read, and how often, by name."),
  noted_in_words: stringArray("The entries of `noted` in words."),
  empty_tables: stringArray("Tables of the release without rows that lines needed."),
  tables_without_edition: array(tableWithoutEdition, "Tables without an edition for days that were priced."),
  stale_tables: array(staleTable, "Tables of editions that are old for the days that were priced."),
  assumed: array(assumptionSchema, "Defaults that prices rest on, the most frequent first."),
  npis: optional(
    withDescription(
      npisSchema,
      "The providers of the file. Absent where no column has NPIs, or more than 20,000 of them.",
    ),
  ),
  compared: integer("Lines that were compared with what was paid."),
  compared_with: optional(
    withDescription(
      object("Compared column", {
        column: string("Its heading."),
        meaning: choice([ALLOWED_AMOUNT, PAID_AMOUNT], "What it has."),
      }),
      "The column that expected amounts are compared with. What this summary calls paid is what the column has.",
    ),
  ),
  negative_payments: optional(
    withDescription(
      object("Negative payments", {
        column: string("The heading of the column with the payments."),
        lines: integer("Lines with a payment below zero, as it was read: they are takebacks, and are not compared."),
        total: integer("Lines with a payment above or below zero."),
        are_credits: boolean("Whether the column was read as `paid_as_credit`, which changed its signs."),
      }),
      "Present where most payments are negative: the meaning `paid_as_credit` changes their signs.",
    ),
  ),
  tolerance: optional(record(string("The figure."), "Up to how much is as expected: `dollars` or `percent`.")),
  underpaid: optional(UNDERPAID),
  paid_nothing: optional(PAID_NOTHING),
  underpaid_with_takebacks: optional(
    withDescription(
      object("Underpaid lines with takebacks", {
        lines: integer("How many lines."),
        dollars: string("What is missing on them, to the cent."),
        is_complete: ALL_TAKEBACKS,
        in_words: string("The same in words."),
      }),
      "Underpaid lines with a takeback in the file: they may have been paid again. Absent for a remittance.",
    ),
  ),
  paid_with_takebacks: optional(
    withDescription(
      object("Paid lines with takebacks", {
        lines: integer("How many lines."),
        dollars: string("What was paid for them."),
        overpaid_lines: integer("Overpaid lines among them."),
        is_complete: ALL_TAKEBACKS,
        in_words: string("The same in words."),
      }),
      "Other lines whose payment may have been taken back. Absent for a remittance.",
    ),
  ),
  underpaid_modifier_not_known: optional(lines("Of the underpaid those with a modifier that is on no list.")),
  overpaid: optional(OVERPAID),
  as_expected: optional(lines("Compared and off by the tolerance at most, and by how much together.")),
  not_compared: optional(integer("Lines with a price that are not compared, those that were not owed among them.")),
  not_compared_by_reason: optional(array(notCompared, "Why, the most frequent reason first.")),
  paid_at_alternative: optional(PAID_AT_ALTERNATIVE),
  taken_back: optional(TAKEN_BACK),
  not_owed: optional(
    array(
      notOwed,
      "Lines that the state does not owe, by reason, the most frequent first. Absent without a column `not_owed`.",
    ),
  ),
  remittance: optional(
    withDescription(
      named("Remittance", remittanceObject),
      "What a remittance says besides its lines. Absent for other files.",
    ),
  ),
  total_expected: optional(string("What the lines that were compared should have been paid.")),
  total_paid: optional(string("What was paid for them.")),
  total_difference: optional(string("The first minus the second.")),
  largest_differences: optional(
    array(largestDifference, "The two hundred lines that are furthest off either way, the furthest first."),
  ),
  points: optional(
    array(
      point,
      "The lines that were compared, by their amounts: 1,500 different pairs at most, in the order of the file.",
    ),
  ),
  points_left: optional(integer("Lines that were compared and have no point.")),
  may_be_paid: optional(stringArray("Where nothing is compared: columns that may be what was paid.")),
  totals: array(
    object("Totals", {
      by: string("What they are added up by."),
      groups_total: integer("How many groups there are."),
      groups: array(named("GroupOfLines", group), "The thousand where most is missing, the worst first."),
    }),
    "Lines added up by what the order names.",
  ),
  left_out: optional(
    stringArray("What the summary of a job lacks, in words, where it would have been larger than 4 MiB."),
  ),
});

export const summarySchema = named("RepricingSummary", summaryObject);

export type RepricingSummary = ValueOf<typeof summaryObject>;
export type GroupOfLines = ValueOf<typeof group>;
export type NotPriced = ValueOf<typeof notPriced>;
export type NotOwedReason = ValueOf<typeof notOwed>;
export type NotCompared = ValueOf<typeof notCompared>;
export type ExampleLine = ValueOf<typeof exampleLine>;
/** A line that is listed by itself, as an example or as one that is far off. */
export type ListedLineJson = Omit<ExampleLine, "detail">;
