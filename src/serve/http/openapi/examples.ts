import type { AnswerKind } from "../../../answers/answer.ts";
import type { TableCoverage } from "../../../answers/coverage/schema.ts";
import { coverageTable } from "../../../answers/coverage.ts";
import { csvOf } from "../../../answers/csv-table.ts";
import { kindsFor, stateKinds } from "../../../answers/index.ts";
import type { KindQuestion } from "../../../answers/question.ts";
import { rate } from "../../../answers/rate.ts";
import type { Day } from "../../../core/calendar/day.ts";
import type { Json } from "../../../core/schema/schema.ts";
import { releaseDiff, releases } from "../../../diff/answers.ts";
import { changeJson } from "../../../diff/wire.ts";
import type { Example, RateLookup } from "../../../pricing/lookup.ts";
import type { ProviderSearch } from "../../../pricing/provider-search.ts";
import { STALE_AFTER_MONTHS } from "../../../pricing/state/freshness.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { ListedJob } from "../../../reprice/jobs/repricing-job.ts";
import type { LongWork } from "../long-work/question.ts";
import { jobsCsv, newJobCsv } from "../reprice/job-endpoints.ts";
import { tableOf } from "../reprice/variances.ts";

/** An example that a state declares, with its answer from the loaded data. */
export interface WorkedExample {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly answer: unknown;
  /** The answer as CSV, for the first example only. */
  readonly csv: string | null;
}

/** Two items show what a batch is. */
export const BATCH_ITEMS = 2;

type ExampleForm = Pick<AnswerKind, "name"> | "batch";

/** The worked examples of a kind of answer for a lookup, or for a state, which its provider search stands for. */
export type ExamplesOf = (of: RateLookup | ProviderSearch, form?: ExampleForm) => readonly WorkedExample[];

/** Answers every declared example of these states; those that fail are left out. */
export async function workedExamples(states: readonly State[], work: LongWork, today: Day): Promise<ExamplesOf> {
  const worked = new Map<object, ReadonlyMap<string, readonly WorkedExample[]>>();
  for (const state of states) {
    const terms = { today, states: [state.code], staleAfterMonths: STALE_AFTER_MONTHS };
    for (const lookup of state.lookups) {
      const byKind = new Map<string, readonly WorkedExample[]>();
      for (const { name: answer, examples } of kindsFor(lookup)) {
        const question = { ...terms, answer, setting: lookup.setting };
        const several = answer === rate.name ? examples(lookup).length : 1;
        byKind.set(answer, await answered(examples(lookup), work, question, several));
      }
      worked.set(lookup, byKind);
    }
    const ofState = new Map<string, readonly WorkedExample[]>();
    for (const { name: answer, examples } of stateKinds) {
      ofState.set(answer, await answered(examples(state), work, { ...terms, answer, setting: null }));
    }
    worked.set(state.search, ofState);
  }
  return (of, form = rate) => {
    if (form === "batch") return worked.get(of)?.get(rate.name)?.slice(0, BATCH_ITEMS) ?? [];
    return worked.get(of)?.get(form.name) ?? [];
  };
}

async function answered(
  examples: readonly Example[],
  work: LongWork,
  terms: Omit<KindQuestion, "kind" | "fields" | "format">,
  examplesMax = examples.length,
): Promise<WorkedExample[]> {
  const worked: WorkedExample[] = [];
  for (const { title, query } of examples) {
    if (worked.length === examplesMax) break;
    const question = { kind: "answer", ...terms, fields: query } as const;
    const json = await textOf({ ...question, format: "json" }, work);
    if (json === null) continue;
    const csv = worked.length === 0 ? await textOf({ ...question, format: "csv" }, work) : null;
    worked.push({ title, query, answer: JSON.parse(json), csv });
  }
  return worked;
}

/** Null where the question is refused. */
async function textOf(question: KindQuestion, work: LongWork): Promise<string | null> {
  const answer = await work.answer(question, new AbortController().signal, async () => true);
  return answer.ok ? (answer.body as string) : null;
}

/*
 * The document for client generators stays small: it shows one result of each lookup, and everything else once. An explanation, a
 * history or a list of providers looks alike in every state.
 */

/** For a lookup the first example with a single result; for every other kind of answer the shortest example of all states. */
export function shownExamples(states: readonly State[], examplesOf: ExamplesOf): ExamplesOf {
  const endpoints = states.flatMap((state) => [...state.lookups, state.search]);
  const shortest = new Map<ExampleForm, WorkedExample | null>();
  const shortestOf = (form: ExampleForm): WorkedExample | null => {
    const known = shortest.get(form);
    if (known !== undefined) return known;
    const worked = endpoints.flatMap((endpoint) => examplesOf(endpoint, form));
    const [first = null] = worked.toSorted((one, other) => lengthOf(one) - lengthOf(other));
    shortest.set(form, first);
    return first;
  };
  return (endpoint, form = rate) => {
    const examples = examplesOf(endpoint, form);
    if (form === rate) return firstSingleResult(examples);
    // A batch shows the answers to all of its items.
    if (form === "batch") return examples.some((example) => example === shortestOf(form)) ? examples : [];
    return examples.filter((example) => example === shortestOf(form));
  };
}

function firstSingleResult(examples: readonly WorkedExample[]): readonly WorkedExample[] {
  const single = examples.find(({ answer }) => Array.isArray(answer) && answer.length === 1) ?? examples[0];
  return single === undefined ? [] : [single];
}

function lengthOf({ answer }: WorkedExample): number {
  return JSON.stringify(answer).length;
}

/** The examples of a media type, if there are any: numbered, each with its title and the request that it answers. */
export function shownAnswers(path: string, examples: readonly WorkedExample[]): Json {
  if (examples.length === 0) return {};
  const shown = examples.map(({ title, query, answer }, place) => [
    `${place + 1}`,
    { summary: title, description: `GET ${path}?${new URLSearchParams(query)}`, value: answer },
  ]);
  return { examples: Object.fromEntries(shown) };
}

/* Examples of tables that no state declares, written by the code that writes the answers. */

const HASH = "5f0c2a9b1e7d".padEnd(64, "0");
const RELEASE = { name: "Rates", version: "2026.11", content_hash: HASH };

export function releasesExample(): string {
  return csvOf(releases.table({ releases: [{ ...RELEASE, in_service: true }], unreadable_files: 0 }));
}

export function changesExample(): string {
  const amounts = { before: "24.00", after: "25.20", difference: "1.20", percent: "5.00" };
  const figure = { column: "fee", ...amounts };
  const change = changeJson({
    table: "fl/practitioner_fees",
    kind: "raised",
    key: { procedure_code: "99213" },
    from: "2026-01-01" as Day,
    to: null,
    beforeUntil: null,
    figure,
    isDollars: false,
    cells: [figure],
  });
  const page = { head: { changes_listed: 1, offset: 0 }, changes: [JSON.stringify(change)] };
  return csvOf(releaseDiff.table(page));
}

export function coverageExample(): string {
  const edition = { publication: "ca/medi-cal-rates", newest: "2026-10-15", in_use: "2026-10-15" };
  const table: TableCoverage = {
    table: "ca/outpatient_rates",
    settings: ["outpatient"],
    rows: 21_360,
    built_in: false,
    first_day: "2015-01-01",
    last_day: null,
    rows_in_force: 10_871,
    publications: [{ ...edition, age_months: 1, stale: false }],
    stale: false,
    synthetic: "none",
  };
  const california = { state: "ca", name: "California", settings: [], provider_kinds: [] };
  const states = [{ ...california, tables: [table] }];
  const whole = { release: RELEASE, date: "2026-11-15", stale_after_months: 18 };
  return csvOf(coverageTable({ ...whole, states, not_held: ["ny"], common: [] }));
}

const JOB: ListedJob = {
  id: HASH.slice(0, 32),
  status: "running",
  state: "ca",
  setting: "outpatient",
  file_name: "claims.csv",
  claims_name: null,
  created_at: "2026-11-15T09:30:00.000Z",
  ended_at: null,
  deleted_at: null,
  release: RELEASE,
  lines_done: 12_000,
  bytes_done: 640_000,
  bytes_total: 2_100_000,
  variance: null,
  reason: null,
  results: null,
  workbook: null,
  faults: null,
};

export function jobsExample(): string {
  return jobsCsv([JOB]);
}

export function variancesExample(): string {
  const lookup = { npi: "1000700140", billing_code: "99213", date_of_service: "2026-10-01" };
  const line = {
    ...{ input_line: 2, claim: "A-17", payer_claim: null, billing_code: "99213", provider: "1000700140" },
    ...{ provider_name: "Peña Family Medicine", billed: "90.00", is_billed_below_rate: false, units: "1", lookup },
    ...{ expected_amount: "24.00", paid: "20.00", difference: "4.00", formula: null, remarks: [], has_takeback: false },
    is_put_on_patient: false,
  };
  return csvOf(tableOf({ total: 1, left: 0, lines: [line] }));
}

export function jobExample(): string {
  return newJobCsv(JOB, ["NPI is npi", "DOS is date_of_service"]);
}
