import { useEffect, useRef, useState } from "preact/hooks";
import type { RequestFault } from "../../../src/pricing/request/read.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { API_PREFIX, BATCH_SUFFIX, RATE_PATHS } from "../../../src/pricing/state/api-paths.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import { type Answer, ask, type Problem, patiently, unreadable } from "../api/ask.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { SESSION_BEGUN } from "../api/session.ts";
import { isInformational, leftOutNote, MODIFIER, withoutIdleModifier } from "../look-up/modifiers.ts";
import { type BasketRow, rowText } from "./baskets.ts";
import { faultWords, type PricedResult, pricedResults, withoutResult } from "./outcome.ts";

/** All rows of a basket, priced with one release. */
export interface PricedBasket {
  /** Version and beginning of the content hash. */
  readonly release: string;
  /** By the text of the row. */
  readonly results: ReadonlyMap<string, readonly PricedResult[]>;
}

/** The answer to a batch (conventions 5). */
export interface BatchAnswer {
  readonly responses: readonly {
    readonly index: number;
    readonly results: readonly Result[];
    readonly error: { readonly errors: readonly RequestFault[] } | null;
  }[];
}

/** Rows of one state and setting, as one request. */
interface Batch {
  readonly path: string;
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
  readonly rows: readonly BasketRow[];
}

type Item = Readonly<Record<string, string | number | boolean>>;

/** A row as an item of a batch, where flags and counts are JSON values (conventions 2.1). */
export function itemOf({ fields }: Pick<BasketRow, "fields">, { parameters }: CatalogueSetting): Item {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const type = parameters.find((each) => each.name === name)?.schema.type;
      if (type === "boolean" && /^(?:true|1|false|0)$/i.test(value)) return [name, /^(?:true|1)$/i.test(value)];
      return [name, type === "integer" && /^[0-9]{1,9}$/.test(value) ? Number(value) : value];
    }),
  );
}

function batchesOf(rows: readonly BasketRow[], states: readonly CatalogueState[]): readonly Batch[] {
  const groups = Map.groupBy(rows, ({ state, setting }) => `${state} ${setting}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const state = states.find(({ code }) => code === first?.state);
    const setting = state?.settings.find((each) => each.setting === first?.setting);
    if (state === undefined || setting === undefined) return [];
    const path = `${API_PREFIX}/${state.code}${RATE_PATHS[setting.setting]}${BATCH_SUFFIX}`;
    const { batchItemsMax } = HTTP_LIMITS;
    return Array.from({ length: Math.ceil(group.length / batchItemsMax) }, (_, place) => ({
      path,
      state,
      setting,
      rows: group.slice(place * batchItemsMax, (place + 1) * batchItemsMax),
    }));
  });
}

type Send = (path: string, items: readonly Item[]) => Promise<Answer<BatchAnswer>>;

/** A release that arrives between two batches makes the rows of both incomparable: all are priced again. */
const RELEASES_MAX = 3;

const CHANGING: Problem = {
  status: 0,
  code: "release_changing",
  title: "The rates are being replaced",
  detail: "Rows of this basket were answered from different rates. Try again in a minute.",
};

/** Prices all rows with one release, one batch after the other. `onProgress` receives how many rows are priced. */
export async function priceRows(
  rows: readonly BasketRow[],
  states: readonly CatalogueState[],
  send: Send,
  onProgress: (done: number) => void,
): Promise<PricedBasket | Problem> {
  const batches = batchesOf(rows, states);
  const priced = new Set(batches.flatMap((batch) => batch.rows));
  for (let tries = 1; tries <= RELEASES_MAX; tries += 1) {
    const results = new Map<string, readonly PricedResult[]>();
    const releases = new Set<string>();
    for (const batch of batches) {
      onProgress(results.size);
      const answers = await answersOf(batch, send);
      if ("code" in answers) return answers;
      for (const release of answers.releases) releases.add(release);
      for (const [row, result] of answers.results) results.set(row, result);
    }
    for (const row of rows) {
      if (!priced.has(row)) results.set(rowText(row), [withoutResult(row, "Not priced", NOT_ENABLED)]);
    }
    const [release = ""] = releases;
    if (releases.size <= 1) return { release, results };
  }
  return CHANGING;
}

interface BatchAnswers {
  readonly releases: readonly string[];
  readonly results: readonly (readonly [row: string, results: readonly PricedResult[]])[];
}

/** The answers to a batch. Rows whose modifier informs and has no rate are priced without it, as repricing does. */
async function answersOf(batch: Batch, send: Send): Promise<BatchAnswers | Problem> {
  const sent = batch.rows.map((row) => withoutIdleModifier(row.fields, batch));
  const first = await askedOf(
    batch,
    sent.map(({ fields }) => fields),
    send,
  );
  if ("code" in first) return first;
  const notes = sent.map(({ leftOut }) => leftOut);
  const idle = batch.rows.flatMap((_, place) => {
    const fields = sent[place]?.fields ?? {};
    return isIdle(fields, first.responses[place]) ? [{ place, fields }] : [];
  });
  const results = answered(batch, first.responses, notes);
  if (idle.length === 0) return { releases: [first.release], results };
  const rest = { ...batch, rows: idle.flatMap(({ place }) => batch.rows[place] ?? []) };
  const second = await askedOf(
    rest,
    idle.map(({ fields }) => withoutModifier(fields)),
    send,
  );
  if ("code" in second) return second;
  const restNotes = idle.map(({ fields }) => leftOutNote(fields[MODIFIER] ?? "", batch.state));
  const again = answered(rest, second.responses, restNotes);
  return { releases: [first.release, second.release], results: [...results, ...again] };
}

type Fields = Readonly<Record<string, string>>;

async function askedOf(batch: Batch, fields: readonly Fields[], send: Send) {
  const items = fields.map((each) => itemOf({ fields: each }, batch.setting));
  const answer = await send(batch.path, items);
  if (!answer.ok) return answer.problem;
  if (!isOfBatch(answer.body, batch)) return unreadable(200);
  return { responses: answer.body.responses, release: answer.headers.get("ratebook-release") ?? "" };
}

/** Where any modifier is taken, the answer shows whether a rate is published with this one. */
function isIdle({ [MODIFIER]: modifier }: Fields, response: BatchAnswer["responses"][number] | undefined): boolean {
  if (modifier === undefined || response === undefined || response.error !== null) return false;
  return isInformational(modifier) && response.results.every((result) => result[MODIFIER] !== modifier);
}

function withoutModifier({ [MODIFIER]: _, ...others }: Fields): Fields {
  return others;
}

const NOT_ENABLED = "Your key is not enabled for this state, or the service no longer has it.";

/** No amount goes to the row of another. */
function isOfBatch({ responses }: BatchAnswer, { rows }: Batch): boolean {
  return responses.length === rows.length && responses.every(({ index }, place) => index === place);
}

/** The results of each row. `notes`: what was left out of it, if anything. */
function answered(
  { rows, state, setting }: Batch,
  responses: BatchAnswer["responses"],
  notes: readonly (string | null)[],
): BatchAnswers["results"] {
  return rows.map((row, place) => {
    const { results = [], error = null } = responses[place] ?? {};
    if (error !== null)
      return [rowText(row), [withoutResult(row, "Not priced", faultWords(error.errors, row, setting))]];
    const note = notes[place] ?? null;
    const priced = pricedResults(results, state, setting);
    return [rowText(row), note === null ? priced : priced.map((each) => ({ ...each, notes: [note, ...each.notes] }))];
  });
}

/** The prices of a basket, and how far they are. What was priced before stays until all of it is there. */
interface BasketPricing {
  readonly state: "idle" | "pricing" | "priced" | "failed";
  readonly priced: PricedBasket | null;
  readonly done: number;
  /** Seconds of the wait for the limit of the key; null: none. */
  readonly waitSeconds: number | null;
  readonly problem: Problem | null;
}

const IDLE: BasketPricing = { state: "idle", priced: null, done: 0, waitSeconds: null, problem: null };

/** A window of the limit is ten seconds (`src/keys/rate-limits.ts`), and every batch finds a new one open. */
const PATIENCE = { waitSecondsMax: HTTP_LIMITS.retryAfterSecondsMax, triesMax: 12 };

/** A service that opens sessions and then refuses them would otherwise be requested for ever. */
const REFUSALS_MAX = 2;

/** Prices a basket when it is opened, and again when it has rows without a price or other rates come into service. */
export function usePricing(rows: readonly BasketRow[], states: readonly CatalogueState[], inService: string | null) {
  const [pricing, setPricing] = useState(IDLE);
  const [tries, setTries] = useState(0);
  const refusals = useRef(0);
  const known = pricing.priced?.results;
  const isOutdated = pricing.priced !== null && inService !== null && pricing.priced.release !== inService;
  const isPriced = !isOutdated && known !== undefined && rows.every((row) => known.has(rowText(row)));
  // Rows that were removed need no request. Rates that another node still serves are not requested for ever.
  const wanted = rows.length === 0 || isPriced ? null : `${isOutdated ? inService : ""} ${rows.map(rowText).join()}`;
  useEffect(() => {
    if (wanted === null) return;
    const question = new AbortController();
    const put = (changes: Partial<BasketPricing>) => setPricing((before) => ({ ...before, ...changes }));
    const send: Send = (path, items) =>
      patiently(
        () => {
          put({ waitSeconds: null });
          return ask<BatchAnswer>(path, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ requests: items }),
            signal: question.signal,
          });
        },
        question.signal,
        (waitSeconds) => put({ waitSeconds }),
        PATIENCE,
      );
    put({ state: "pricing", done: 0, waitSeconds: null, problem: null });
    const again = () => setTries((count) => count + 1);
    priceRows(rows, states, send, (done) => put({ done })).then(
      (priced) => {
        if (question.signal.aborted) return;
        if ("results" in priced) {
          refusals.current = 0;
          put({ state: "priced", priced, done: rows.length });
        } else if (priced.status === 401 && refusals.current < REFUSALS_MAX) {
          // Another session is being opened; where none can be, the sign-in replaces this view.
          refusals.current += 1;
          addEventListener(SESSION_BEGUN, again, { once: true, signal: question.signal });
        } else put({ state: "failed", problem: priced });
      },
      () => {},
    );
    return () => question.abort();
  }, [wanted, tries]);
  return { ...pricing, again: () => setTries((count) => count + 1) };
}
