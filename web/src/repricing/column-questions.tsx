import { countText, plural } from "../../../src/core/text/plural.ts";
import {
  BILLED_AMOUNT,
  CHARGES,
  NO_HEADINGS,
  PAID_AMOUNT,
  PAID_AS_CREDIT,
} from "../../../src/reprice/values/column-names.ts";
import type { Problem } from "../api/ask.ts";
import { labelOf, listText } from "../words/names.ts";
import { IDS } from "./control-ids.ts";
import type { Draft } from "./order-state.ts";
import type { ShownTable } from "./use-job.ts";

export type ColumnQuestion = ShownTable["questions"][number];

/** What is said of the columns, and of negative payments. */
type Said = Pick<Draft, "columns" | "areTakebacks">;
type Answer = Pick<Said, "columns"> & Partial<Said>;

/** Of modifiers a line has several, so all columns are meant together. */
const SEVERAL = "modifier";

/** What the form says about the columns once a question is answered with one of them; null: with none. */
export function answerOf({ meaning, headings }: ColumnQuestion, picked: string | null): Answer {
  // The column has what was paid either way.
  if (meaning === PAID_AS_CREDIT) {
    const role = picked === null ? PAID_AMOUNT : PAID_AS_CREDIT;
    return { columns: Object.fromEntries(headings.map((heading) => [heading, role])), areTakebacks: picked === null };
  }
  const isPicked = (heading: string) => picked !== null && (heading === picked || meaning === SEVERAL);
  return { columns: Object.fromEntries(headings.map((heading) => [heading, isPicked(heading) ? meaning : null])) };
}

/** The questions that the reader has neither answered nor declined. */
export function openQuestions(table: ShownTable | null, { columns, areTakebacks }: Said): readonly ColumnQuestion[] {
  return (table?.questions ?? []).filter(({ meaning, headings }) =>
    // To say that a column is what was paid is no answer about its signs.
    meaning === PAID_AS_CREDIT
      ? !areTakebacks && !headings.some((heading) => columns[heading] === PAID_AS_CREDIT)
      : !headings.every((heading) => Object.hasOwn(columns, heading)),
  );
}

/** Questions as they were first posed, each once: an answered one stays where it is, with its answer. */
export function allQuestions(
  before: readonly ColumnQuestion[],
  next: readonly ColumnQuestion[],
): readonly ColumnQuestion[] {
  return [...before, ...next.filter(({ meaning }) => !before.some((each) => each.meaning === meaning))];
}

/** The question in words. */
export function questionText({ meaning, headings, payments }: ColumnQuestion): string {
  if (payments !== undefined) {
    const { negative, total } = payments;
    return `${negative} of the first ${countText(total, "payment")} in "${headings[0]}" ${plural(negative, "is", "are")} negative. Does your system write payments as credits?`;
  }
  const label = labelOf(meaning).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  const names = listText(headings.map((heading) => `"${heading}"`));
  if (meaning === SEVERAL)
    return headings.length === 1 ? `${names} looks like modifiers. Use it?` : `${names} look like modifiers. Use them?`;
  // A column with statuses of discharges decides which claims are transfers.
  if (/^transfer/.test(meaning)) return `${names} looks like the discharge status. Use it to find transfers?`;
  if (headings.length === 1) return `${names} looks like the ${label}. Use it?`;
  return `${names} could ${headings.length === 2 ? "both" : "all"} be the ${label}. Which one is it?`;
}

interface ColumnQuestionsProps {
  readonly questions: readonly ColumnQuestion[];
  readonly table: ShownTable;
  readonly draft: Said;
  readonly isLocked: boolean;
  readonly onAnswer: (answer: Answer) => void;
}

/** What the reader decides before the file is priced. */
export function ColumnQuestions({ questions, table, draft, isLocked, onAnswer }: ColumnQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <div class="questions" id={IDS.questions} tabIndex={-1}>
      {questions.map((question) => {
        const { meaning, headings, needed, help } = question;
        const { columns, areTakebacks } = draft;
        const isOfCredits = meaning === PAID_AS_CREDIT;
        const picked = headings.find((heading) => Object.hasOwn(columns, heading) && columns[heading] === meaning);
        const isDeclined = isOfCredits
          ? areTakebacks && picked === undefined
          : headings.every((heading) => Object.hasOwn(columns, heading) && columns[heading] === null);
        const options = meaning === SEVERAL ? headings.slice(0, 1) : headings;
        const description = help ?? table.meanings.find(({ name }) => name === meaning)?.description ?? "";
        const radio = (value: string | null, label: string, samples: readonly string[], isChecked: boolean) => (
          <label class="box" key={value ?? ""}>
            <input
              type="radio"
              name={`question-${meaning}`}
              checked={isChecked}
              disabled={isLocked}
              onChange={() => onAnswer(answerOf(question, value))}
            />{" "}
            {label}
            {samples.length === 0 ? null : <span class="hint"> ({samples.join(", ")})</span>}
          </label>
        );
        return (
          <fieldset key={meaning} class="question">
            <legend>{questionText(question)}</legend>
            {description === "" ? null : <p class="hint">{description}</p>}
            {options.map((heading) =>
              radio(
                heading,
                isOfCredits
                  ? "Yes, change their signs"
                  : meaning === SEVERAL
                    ? "Yes, as modifiers"
                    : headings.length === 1
                      ? "Yes, use it"
                      : heading,
                samplesOf(meaning === SEVERAL ? headings : [heading], table),
                meaning === SEVERAL ? picked !== undefined : picked === heading,
              ),
            )}
            {needed && headings.length > 1
              ? null
              : radio(
                  null,
                  isOfCredits
                    ? "No, they are takebacks"
                    : headings.length === 1
                      ? "No, keep it, not used"
                      : "None of them: keep, not used",
                  [],
                  isDeclined,
                )}
          </fieldset>
        );
      })}
    </div>
  );
}

const SAMPLES_MAX = 3;

function samplesOf(headings: readonly string[], { headings: columns }: ShownTable): readonly string[] {
  const samples = columns.flatMap(({ heading, samples: own }) => (headings.includes(heading) ? own : []));
  return [...new Set(samples)].slice(0, SAMPLES_MAX);
}

/** What no column is although a line needs it, in words; empty where nothing is missing. */
export function missingColumns(table: ShownTable): readonly string[] {
  const taken = new Set(table.headings.map(({ meaning }) => meaning));
  const isOpen = (name: string) => table.questions.some(({ meaning }) => meaning === name);
  const required = table.meanings.filter(
    ({ name, required: isNeeded }) => isNeeded && !taken.has(name) && !isOpen(name),
  );
  const identifiers = table.meanings.filter(({ identifies_provider }) => identifies_provider);
  const isIdentified = identifiers.some(({ name }) => taken.has(name) || isOpen(name));
  const provider = listText(identifiers.map(({ name }) => labelOf(name))).replace(/ and ([^,]*)$/, " or $1");
  return [
    ...required.map(({ name }) => `No column was recognized as the ${labelOf(name).toLowerCase()}.`),
    ...(isIdentified || identifiers.length === 0 ? [] : [`No column was recognized as the provider: ${provider}.`]),
  ];
}

/** Whether a column is used as what was billed, which limits what is expected. */
export function hasBilledColumn({ headings }: Pick<ShownTable, "headings">): boolean {
  return headings.some(({ meaning }) => meaning === BILLED_AMOUNT || (meaning !== null && CHARGES.includes(meaning)));
}

/** What to do about a file that begins with a claim; null for other refusals. No column of such a file has a name. */
export function missingHeadings({ detail }: Problem): string | null {
  if (!detail.includes(NO_HEADINGS)) return null;
  return "The first line of the file looks like a claim, not like headings. Put a line with the names of the columns above it, and choose the file again.";
}

/** More would hide what is missing; the list of sheets has all. */
const SHEETS_MAX = 5;

/** The sheets of a workbook that may have the claims instead: those that are shown. */
export function otherSheets({ sheets, hidden_sheets, sheet }: ShownTable): readonly string[] {
  return sheets.filter((name) => name !== sheet && !hidden_sheets.includes(name)).slice(0, SHEETS_MAX);
}
