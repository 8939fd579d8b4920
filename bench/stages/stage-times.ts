import type { Day } from "../../src/core/calendar/day.ts";
import type { RateData } from "../../src/dataset/table.ts";
import type { LookupRequest } from "../../src/pricing/lookup.ts";
import type { RequestFields } from "../../src/pricing/request/read.ts";
import type { WrittenResult } from "../../src/pricing/result.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { timed } from "../support/statistics.ts";
import type { Lookup } from "../support/workload.ts";
import type { Access } from "./access.ts";
import type { RequestForm } from "./forms.ts";
import { RecordedReads, readAgain } from "./recorded-reads.ts";

export const STAGES = ["parse", "authenticate", "resolve", "read", "price", "serialise"] as const;

/** Microseconds per lookup. */
export type StageTimes = Readonly<Record<(typeof STAGES)[number], number>>;

const TODAY = { today: "2026-11-15" as Day };

/** The rows that pricing a list of lookups reads: the first time, and again when outcomes are remembered. */
interface Reads {
  readonly first: ReturnType<RecordedReads["take"]>;
  readonly again: ReturnType<RecordedReads["take"]>;
}

/** Prices the lookups twice over a release of their own and notes what is read. */
export function readsOf(source: StateInRelease, lookups: readonly Lookup[]): Reads {
  const data = new RecordedReads(source.data);
  const priceAll = () => {
    for (const { fields } of lookups) price(read(source, "fromItem", fields), source, data);
    return data.take();
  };
  return { first: priceAll(), again: priceAll() };
}

/** Runs all lookups through one stage, then through the next, with the functions that the service itself calls. */
export function stageTimes(
  source: StateInRelease,
  lookups: readonly Lookup[],
  { form, lookupsPerRequest, text, parse, serialise }: RequestForm,
  reads: ReturnType<RecordedReads["take"]>,
  { admit }: Access,
): StageTimes {
  const requestsOfClients = inGroups(lookups, lookupsPerRequest);
  const texts = requestsOfClients.map(text);
  const perLookup = (work: () => void) => (timed(work) * 1000) / lookups.length;
  const { data } = source;
  let requests: LookupRequest[] = [];
  let rows: (readonly unknown[])[] = [];
  let answers: ReturnType<typeof price>[] = [];
  return {
    parse: perLookup(() => {
      requests = texts.flatMap((each) => parse(each).map((fields) => read(source, form, fields)));
    }),
    authenticate: perLookup(() => {
      for (const each of requestsOfClients) admit(each.length);
    }),
    resolve: perLookup(() => {
      rows = requests.map((request) => resolve(request, source, data));
    }),
    read: perLookup(() => readAgain(reads, data)),
    price: perLookup(() => {
      answers = requests.map((request, index) => results(request, rows[index] as readonly unknown[], source, data));
    }),
    serialise: perLookup(() => {
      for (const each of inGroups(answers, lookupsPerRequest)) serialise(each);
    }),
  };
}

function read({ state }: StateInRelease, form: RequestForm["form"], fields: RequestFields): LookupRequest {
  const reading = lookupOf(state, "outpatient").reader[form](fields, TODAY);
  if (!reading.ok) throw new Error(reading.faults[0]?.message);
  return reading.request;
}

/** The rows of the provider that are priced. */
function resolve(request: LookupRequest, { state, directory }: StateInRelease, data: RateData): readonly unknown[] {
  const rows = directory.find({ npi: request.npi as string }, null);
  const selection = lookupOf(state, "outpatient").rules.select(request, rows, data);
  return "rows" in selection ? selection.rows : [];
}

function results(
  request: LookupRequest,
  rows: readonly unknown[],
  { state }: StateInRelease,
  data: RateData,
): WrittenResult[] {
  const lookup = lookupOf(state, "outpatient");
  const pricer = lookup.pricer(request, data);
  return rows.flatMap((row) =>
    lookup.rules.workOut(request, row, pricer).map((outcome) => ({
      result: lookup.result(request, row, outcome, data, null),
    })),
  );
}

function price(request: LookupRequest, source: StateInRelease, data: RateData) {
  return results(request, resolve(request, source, data), source, data);
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, group) =>
    items.slice(group * size, (group + 1) * size),
  );
}
