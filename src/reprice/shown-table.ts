import {
  array,
  boolean,
  integer,
  named,
  nullableString,
  object,
  optional,
  string,
  stringArray,
  type ValueOf,
  withDescription,
} from "../core/schema/schema.ts";
import { snakeCase } from "../core/text/spelling.ts";
import { lookupOf } from "../pricing/state/state.ts";
import { type Claims, type ClaimsOptions, headingsOf } from "./claims.ts";
import { type ColumnContents, contentsText, looksLikeClaim } from "./reading/column-contents.ts";
import { choiceHelp, MAY_BE } from "./reading/column-messages.ts";
import { soundsLikeDischargeStatus, soundsLikeModifier, soundsLikeOwnNpi, wordsIn } from "./reading/guessed-columns.ts";
import { inOneLine } from "./reading/input-columns.ts";
import {
  type Headings,
  isSaid,
  type Recognised,
  recognised,
  rolesOf,
  saysPayment,
} from "./reading/recognised-columns.ts";
import { isPaidAsCredit } from "./reading/reversed-payments.ts";
import { USUAL_GROUPINGS } from "./report/grouping.ts";
import type { PaymentSigns } from "./values/amounts.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  DENIAL_CODE,
  MODIFIER,
  NOT_OWED,
  PAID_AMOUNT,
  PAID_AS_CREDIT,
  PAYER_STATE,
  UNITS,
} from "./values/column-names.ts";
import { OTHER_DAYS_OF_STAY } from "./values/length-of-stay.ts";
import { NOT_OWED_CODES } from "./values/not-owed.ts";

const shownColumn = object("Heading", {
  heading: string("As it stands in the file, in one line."),
  meaning: nullableString("What the column was taken for; null where the column is kept as it is."),
  is_guess: boolean("No heading names it: it was guessed by its values and by words of its heading."),
  seems_to_hold: string("What its first values look like, in words, such as `days`."),
  samples: stringArray("Its first three different values as they stand in the file, each cut to 60 characters."),
});

const columnQuestion = object("Question about columns", {
  meaning: string("What they look like, as the field `columns` has it."),
  headings: stringArray("The columns, the likeliest first: of modifiers all of them, otherwise one of them."),
  needed: boolean("The file is refused until the field `columns` names one of them."),
  help: optional(string("What the choice means for the rates, in words. Of the question `npi`.")),
  payments: optional(
    withDescription(
      object("Signs of payments", {
        negative: integer("Payments below zero."),
        total: integer("Payments above or below zero."),
      }),
      "Of the question `paid_as_credit`: most of the first payments are negative. As they stand they are takebacks.",
    ),
  ),
});

const columnMeaning = object("Meaning of a column", {
  name: string("As the field `columns` has it."),
  description: string("The description."),
  required: boolean("No line can be priced without it."),
  identifies_provider: boolean("One of those with this mark is needed."),
});

/** What was recognised of a table: enough for a person to correct it. */
const table = object("Table of a dry run", {
  sheets: stringArray("The sheets of a workbook; empty for a text."),
  hidden_sheets: stringArray("Those of the sheets that the workbook hides."),
  sheet: nullableString("The sheet that is read."),
  is_remittance: boolean("A remittance in X12 (835): the field `claims` can have its claims (837)."),
  headings: array(shownColumn, "The columns in the order of the file."),
  meanings: array(columnMeaning, "What a column can be: the values of the field `columns`."),
  groupings: stringArray("What the field `by` can have besides headings."),
  questions: array(
    columnQuestion,
    "Columns that look like something that changes a price or a comparison, and are not used. The field `columns` answers a question, and null in it declines it.",
  ),
});

export const shownTableSchema = named("ShownTable", table);
export type ShownTable = ValueOf<typeof table>;

/** Columns of a claim line besides the parameters of its lookup, in words. */
const BESIDES: Readonly<Record<string, string>> = {
  ...OTHER_DAYS_OF_STAY,
  [UNITS]: "How many units the line has; one where the cell is empty.",
  [BILLED_AMOUNT]: "What was billed for the line: the most that is expected.",
  [PAID_AMOUNT]: "What was paid for the line, to compare the expected amount with.",
  [PAID_AS_CREDIT]: "What was paid, where your system writes payments as credits, below zero: their signs are changed.",
  [ALLOWED_AMOUNT]: "What the payer allowed for the line; it is compared before what was paid.",
  [DENIAL_CODE]:
    "Why the payer denied the line: a claim adjustment reason code such as CO-29, or denied. Such a line is not compared if nothing was paid.",
  [PAYER_STATE]:
    "The state whose program pays the line, such as CA or California. Lines of another state are rejected.",
  [NOT_OWED]: `Why the state owes nothing for the line: ${NOT_OWED_CODES.join(", ")}. Such a line is not compared.`,
};

/** Also when columns are missing or two have one role: then both are shown with it. */
export function shownTable(claims: Claims, options: ClaimsOptions): ShownTable {
  const { header, sheets, contents, remittance } = claims;
  const headings = inOneLine(headingsOf(header.names, options, claims));
  const found = recognised(headings);
  const { roles, guessed } = found;
  const shownAs = (role: string, place: number) =>
    role === PAID_AMOUNT && isPaidAsCredit(headings.names[place] as string, headings) ? PAID_AS_CREDIT : role;
  const meaningAt = new Map(
    [...roles].flatMap(([role, places]) => places.map((place) => [place, shownAs(role, place)] as const)),
  );
  const { parameters } = lookupOf(options.state, options.setting);
  const declared = new Map(Object.entries(parameters).map(([key, parameter]) => [snakeCase(key), parameter]));
  return {
    sheets: sheets.names,
    hidden_sheets: sheets.hidden,
    sheet: sheets.chosen,
    is_remittance: remittance !== null,
    headings: headings.names.map((heading, place) => ({
      heading,
      meaning: meaningAt.get(place) ?? null,
      is_guess: guessed.has(place),
      seems_to_hold: contents === null ? "" : contentsText(contents[place] as ColumnContents),
      samples: contents?.[place]?.samples ?? [],
    })),
    meanings: rolesOf(headings.lookup).map((name) => ({
      name,
      description: declared.get(name)?.description ?? BESIDES[name] ?? "",
      required: declared.get(name)?.required ?? false,
      identifies_provider: declared.get(name)?.identifiesProvider ?? false,
    })),
    groupings: USUAL_GROUPINGS,
    questions: columnQuestions(headings, found).map(({ role, places, isNeeded, signs }) => ({
      meaning: role,
      headings: places.map((place) => headings.names[place] as string),
      needed: isNeeded,
      ...helpOf(choiceHelp(role, headings.lookup)),
      ...(signs === undefined
        ? {}
        : { payments: { negative: signs.negative, total: signs.negative + signs.positive } }),
    })),
  };
}

function helpOf(help: string | null): Pick<ShownTable["questions"][number], "help"> {
  return help === null ? {} : { help };
}

/**
 * A question about columns that look like something that changes a price or a comparison, and are not used. The reader answers or
 * declines it before the file is priced: a silent choice would be a wrong amount on every line.
 */
interface ColumnQuestion {
  readonly role: string;
  /** Of a question whether payments are credits: their signs. */
  readonly signs?: PaymentSigns;
  /** The likeliest first. Of modifiers all of them, since a line has several; otherwise one of them. */
  readonly places: readonly number[];
  /** The file is refused without an answer. */
  readonly isNeeded: boolean;
}

const NPI = "npi";
/** The parameters that a discharge status decides begin with this word in every state. */
const TRANSFER = /^transfer/;

/** The open questions, those first without which the file is refused. `contents` is needed: without values nothing looks like anything. */
function columnQuestions(headings: Headings, found: Recognised): readonly ColumnQuestion[] {
  const { names, contents, lookup } = headings;
  if (contents === undefined || contents === null || looksLikeClaim(names)) return [];
  const needed = [...found.open].map(([role, places]) => ({ role, places, isNeeded: true }));
  const taken = new Set([...found.roles.values(), ...found.open.values()].flat());
  const free = [...names.keys()].filter((place) => !taken.has(place) && !isSaid(names[place] as string, headings));
  const looking = (looks: (words: ReadonlySet<string>, contents: ColumnContents) => boolean) =>
    free.filter((place) => looks(wordsIn(names[place] as string), contents[place] as ColumnContents));
  const mayBe = (role: string) => (found.rivals.get(role) ?? found.proposals.get(role) ?? []).filter(isFree);
  const isFree = (place: number) => free.includes(place);
  const isOpen = (role: string) => !found.roles.has(role) && !found.open.has(role);

  const asked = new Map<string, readonly number[]>();
  const ask = (role: string | undefined, places: readonly number[]) => {
    const left = [...new Set(places)].filter((place) => ![...asked.values()].flat().includes(place));
    if (role !== undefined && left.some(isFree)) asked.set(role, left);
  };
  const known = rolesOf(lookup);
  if (known.includes(MODIFIER)) ask(MODIFIER, looking(soundsLikeModifier));
  if (isOpen(PAID_AMOUNT) && isOpen(ALLOWED_AMOUNT)) {
    const amounts = free.filter((place) => contents[place]?.forms.has("amount"));
    ask(PAID_AMOUNT, [...mayBe(PAID_AMOUNT), ...amounts.filter((place) => saysPayment(names[place] as string))]);
  }
  // The surer heading was taken, and the other one may be the provider who is paid.
  const others = looking(soundsLikeOwnNpi);
  if (!found.open.has(NPI)) ask(NPI, [...(found.roles.get(NPI) ?? []), ...mayBe(NPI), ...others]);
  ask(
    known.find((role) => TRANSFER.test(role) && isOpen(role)),
    looking(soundsLikeDischargeStatus),
  );
  for (const role of [lookup.dayParameter, ...MAY_BE.keys()]) if (isOpen(role)) ask(role, mayBe(role));
  const { reversed } = found;
  const credits =
    reversed === null || reversed.isCredit
      ? []
      : [{ role: PAID_AS_CREDIT, places: [reversed.place], isNeeded: false, signs: reversed }];
  return [...needed, ...credits, ...[...asked].map(([role, places]) => ({ role, places, isNeeded: false }))];
}
