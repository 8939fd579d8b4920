import { useEffect, useState } from "preact/hooks";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText, goTo } from "../address.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { type Sending, sendForm } from "../api/send-form.ts";
import { onLeaving } from "../api/session.ts";
import { tooLarge } from "./choose-file.tsx";
import { allQuestions, type ColumnQuestion } from "./column-questions.tsx";
import { rememberColumns, rememberedColumns } from "./remembered-columns.ts";
import type { DryRunAnswer, Job, ShownTable } from "./use-job.ts";

/*
 * The order that is being made: the draft, how its file would be read, and what is on its way. It is kept beside the view and not in
 * it, so that all of it is still there when the reader comes back from another view. It is cleared when the session is over.
 */

/** What is known about how the file would be read. */
export interface FileReading {
  readonly notes: readonly string[];
  readonly table: ShownTable | null;
  readonly lines: DryRunAnswer["lines"];
  readonly npis: DryRunAnswer["npis"];
  readonly problem: Problem | null;
}

interface OrderState {
  readonly draft: Draft;
  /** Null before the file was looked at. It stays while the next look is under way, so that nothing jumps. */
  readonly reading: FileReading | null;
  /** What is sent at the moment: the file to look at, or the file to price. */
  readonly sending: { readonly what: "look" | "order"; readonly bytes: number; readonly total: number } | null;
  /** Why the file was not taken. */
  readonly refusal: Problem | null;
  /** All questions about the columns of this file, also those that are answered. */
  readonly questions: readonly ColumnQuestion[];
  /** Whether the columns are set as they were for a file with the same headings. */
  readonly isRemembered: boolean;
}

export const EMPTY_DRAFT: Draft = {
  state: null,
  setting: null,
  file: null,
  claims: null,
  sheet: null,
  columns: {},
  areTakebacks: false,
  noChargeLimit: false,
  tolerance: "",
  by: null,
};

const EMPTY_ORDER: OrderState = {
  draft: EMPTY_DRAFT,
  reading: null,
  sending: null,
  refusal: null,
  questions: [],
  isRemembered: false,
};

let current: OrderState = EMPTY_ORDER;
let underWay: Sending<unknown> | null = null;
const watchers = new Set<(state: OrderState) => void>();

function put(changes: Partial<OrderState>): void {
  current = { ...current, ...changes };
  for (const watch of watchers) watch(current);
}

export function useOrderState(): OrderState {
  const [shown, setShown] = useState(current);
  useEffect(() => {
    watchers.add(setShown);
    setShown(current);
    return () => {
      watchers.delete(setShown);
    };
  }, []);
  return shown;
}

/** Whose lookups the file is for. */
interface Target {
  readonly state: string;
  readonly setting: string;
}

/** Changes the order. A preview of a file that is no longer chosen is cancelled. */
export function choose(changes: Partial<Draft>): void {
  const draft = changed(current.draft, changes);
  const isOtherFile = draft.file !== current.draft.file;
  const isOtherTable = areOtherColumns(current.draft, changes);
  put({
    draft,
    refusal: null,
    ...(isOtherFile ? { reading: null } : {}),
    ...(isOtherTable ? { questions: [], isRemembered: false } : {}),
  });
}

/** Drops what was remembered for these headings: the columns are recognised as if they were new. */
export function forgetColumns(target: Target): void {
  const { table } = current.reading ?? { table: null };
  if (table !== null) rememberColumns(headingsIn(table), target, {});
  put({ draft: { ...current.draft, columns: {} }, questions: [], isRemembered: false });
  lookSoon(target, 0);
}

function headingsIn({ headings }: ShownTable): readonly string[] {
  return headings.map(({ heading }) => heading);
}

/** Takes the columns as they were for a file with the same headings; returns whether there are any. */
function takeRemembered(table: ShownTable, target: Target): boolean {
  const { draft } = current;
  if (Object.keys(draft.columns).length > 0) return false;
  const columns = rememberedColumns(headingsIn(table), target);
  if (columns === null) return false;
  put({ draft: { ...draft, columns }, isRemembered: true });
  return true;
}

/** A keyboard user passes each choice of a list for a moment. */
const LOOK_AFTER_MILLISECONDS = 250;
/** A look that was withdrawn may still take one of the places that a key has for files. */
const LOOKS_MAX = 4;
const LOOK_AGAIN_AFTER_MILLISECONDS = 750;

let nextLook: ReturnType<typeof setTimeout> | undefined;

/** Looks at the file once the choices have settled. */
export function lookSoon(target: Target, after = LOOK_AFTER_MILLISECONDS, looks = 1): void {
  clearTimeout(nextLook);
  nextLook = setTimeout(() => look(target, looks), after);
}

/** Requests a preview of the file. Of several previews the last one counts. */
async function look(target: Target, looks: number): Promise<void> {
  const answer = await send<DryRunAnswer>("look", target, { dry_run: "true" });
  if (answer === null) return;
  if (!answer.ok && answer.problem.code === "too_many_jobs" && looks < LOOKS_MAX) {
    lookSoon(target, LOOK_AGAIN_AFTER_MILLISECONDS, looks + 1);
    return;
  }
  const table = answer.ok ? answer.body.table : answer.problem.table;
  if (table !== undefined && takeRemembered(table, target)) {
    await look(target, looks);
    return;
  }
  if (table !== undefined) put({ questions: allQuestions(current.questions, table.questions) });
  if (answer.ok) put({ reading: { ...answer.body, problem: null } });
  else if (answer.problem.status !== 401) {
    const problem: Problem = answer.problem;
    // What is not about the columns leaves what was seen of the file as it was.
    const seen =
      problem.table === undefined ? current.reading : { notes: [], table: problem.table, lines: [], npis: null };
    put({ reading: { notes: [], table: null, lines: [], npis: null, ...seen, problem } });
  }
}

/** Has the file priced; its job is shown when it was accepted. */
export async function order(target: Target): Promise<void> {
  clearTimeout(nextLook);
  const answer = await send<Job>("order", target, {});
  if (answer === null) return;
  if (!answer.ok) {
    // When the session has ended, the page says so itself.
    if (answer.problem.status !== 401) put({ refusal: answer.problem });
    return;
  }
  const { draft, reading } = current;
  if (reading?.table != null) rememberColumns(headingsIn(reading.table), target, draft.columns);
  put({ ...EMPTY_ORDER, draft: { ...EMPTY_DRAFT, ...target } });
  goTo(addressText("/reprice", { job: answer.body.id }));
}

async function send<Body>(what: "look" | "order", { state, setting }: Target, more: Readonly<Record<string, string>>) {
  const { draft } = current;
  const { file, claims } = draft;
  if (file === null) return null;
  withdraw();
  const refused = tooLarge(file.size, claims?.size);
  if (refused !== null) {
    put({ refusal: refused });
    return null;
  }
  const form = new FormData();
  const { table } = current.reading ?? { table: null };
  const by = draft.by ?? (table === null ? null : usualTotals(table));
  const fields = formFields({ ...draft, by }, state, setting);
  for (const [name, value] of Object.entries({ ...fields, ...more })) form.set(name, value);
  form.set("file", file);
  if (claims !== null) form.set("claims", claims);
  put({ sending: { what, bytes: 0, total: file.size + (claims?.size ?? 0) }, refusal: null });
  const sending = sendForm<Body>(REPRICE_PATH, form, ({ bytes, total }) => {
    if (underWay === sending) put({ sending: { what, bytes, total } });
  });
  underWay = sending;
  const answer = await sending.answer;
  if (underWay !== sending) return null;
  underWay = null;
  put({ sending: null });
  return answer;
}

/** Cancels what is in progress. */
export function withdraw(): void {
  const before = underWay;
  underWay = null;
  if (before !== null) put({ sending: null });
  before?.withdraw();
}

/** The next person who signs in must not see these claims. */
function clear(): void {
  clearTimeout(nextLook);
  withdraw();
  put(EMPTY_ORDER);
}

onLeaving(clear);

/** The order of a file. It lives as long as the page and is stored nowhere, like the file. */
export interface Draft {
  /** Codes of the catalogue; null until something is chosen: the first then. */
  readonly state: string | null;
  readonly setting: string | null;
  readonly file: File | null;
  /** The claims (837) of a remittance (835); null without them. */
  readonly claims: File | null;
  /** Of a workbook; null for the first. */
  readonly sheet: string | null;
  /** Chosen roles of columns, by heading; null keeps a column as is. The service recognises the others. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Whether the reader said that negative payments are takebacks although most are negative. */
  readonly areTakebacks: boolean;
  /** Whether the rate is expected also where less was billed. */
  readonly noChargeLimit: boolean;
  /** As it was typed: "0.50", "1%". */
  readonly tolerance: string;
  /** Null for what is usual. */
  readonly by: readonly string[] | null;
}

/** What was chosen, changed. Another file, sheet or setting has other columns: what was said about them no longer holds. */
export function changed(draft: Draft, changes: Partial<Draft>): Draft {
  const isOtherFile = changes.file !== undefined && changes.file !== draft.file;
  const [sheet, claims] = isOtherFile ? [null, null] : [draft.sheet, draft.claims];
  const areOthers = areOtherColumns(draft, changes);
  return { ...draft, ...(areOthers ? { columns: {}, areTakebacks: false, by: null } : {}), sheet, claims, ...changes };
}

function areOtherColumns(draft: Draft, { file, sheet, state, setting }: Partial<Draft>): boolean {
  const isOther = <Value>(value: Value | undefined, before: Value) => value !== undefined && value !== before;
  return (
    isOther(file, draft.file) ||
    isOther(sheet, draft.sheet) ||
    isOther(state, draft.state) ||
    isOther(setting, draft.setting)
  );
}

/** State and setting of a draft; the first ones where none were chosen. */
export function lookupOf(
  draft: Pick<Draft, "state" | "setting">,
  states: readonly CatalogueState[],
): { readonly state: CatalogueState; readonly setting: CatalogueSetting } | null {
  const state = states.find(({ code }) => code === draft.state) ?? states[0];
  const setting = state?.settings.find((each) => each.setting === draft.setting) ?? state?.settings[0];
  return state === undefined || setting === undefined ? null : { state, setting };
}

/** The fields of the form beside the file, by the API's names. */
export function formFields(draft: Draft, state: string, setting: string): Readonly<Record<string, string>> {
  const { sheet, columns, noChargeLimit, tolerance, by } = draft;
  const fields = {
    state,
    setting,
    sheet: sheet ?? "",
    columns: Object.keys(columns).length === 0 ? "" : JSON.stringify(columns),
    no_charge_limit: noChargeLimit ? "true" : "",
    tolerance: tolerance.trim(),
    by: by?.join(",") ?? "",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** A column of payers or plans: what an analyst adds up by besides code, provider and month. */
const PAYER = /\b(?:payer|payor|plan|insurer|insurance)\b/i;
const NO_PAYER = /\b(?:id|number|no|code|date|type|paid|amount|amt)\b/i;

/** What totals are made by when the reader says nothing: the service's own, and the payer where a column has it. */
export function usualTotals({ groupings, headings }: ShownTable): readonly string[] {
  const payer = headings.find(
    ({ heading, meaning }) => meaning === null && PAYER.test(heading) && !NO_PAYER.test(heading) && canGroupBy(heading),
  );
  return payer === undefined ? groupings : [...groupings, payer.heading];
}

/** Where a totals heading has a comma, the API would read two names. */
export function canGroupBy(heading: string): boolean {
  return heading !== "" && !heading.includes(",");
}
