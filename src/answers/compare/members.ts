import { nextSlice, Slices } from "../../core/runtime/scheduler.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RowPlace } from "../../dataset/table.ts";
import { answerAtOnce } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { queryOf } from "../../pricing/provider-search.ts";
import type { BillingCode } from "../../pricing/request/kinds.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Answered, LookupSubject } from "../answer.ts";
import { COMPARED_MAX } from "./limits.ts";
import type { ComparisonRequest } from "./request.ts";
import type { Comparison, Member } from "./schema.ts";
import { compared } from "./standings.ts";

type Identifiers = Member["identifiers"];

/** A lookup of a comparison, and of which of its results; null: of all. */
interface Planned {
  readonly request: LookupRequest;
  readonly rows: ReadonlySet<number> | null;
}

/** Reading and pricing takes some tens of microseconds. */
const LOOKUPS_PER_CLOCK_READING = 1;

/** Compares one code over providers, or one provider over codes; null when so many lookups are not admitted. */
export async function comparisonOf(
  asked: ComparisonRequest,
  { lookup, source, admits }: Pick<LookupSubject, "lookup" | "source" | "admits">,
): Promise<Answered<Comparison> | null> {
  const { total, planned } =
    asked.kind === "codes"
      ? {
          total: asked.requests.length,
          planned: asked.requests.map((each) => ({ request: onlyOf(lookup, each), rows: null })),
        }
      : await providersChosen(asked.request, lookup, source);
  if (!(await admits(planned.length))) return null;

  const answers: (readonly ProviderResult[])[] = [];
  const slices = new Slices(LOOKUPS_PER_CLOCK_READING);
  for (const { request, rows } of planned) {
    if (slices.isOver()) await nextSlice();
    const results = answerAtOnce(lookup, request, source) ?? [];
    answers.push(results.filter(({ row }) => rows === null || row === null || rows.has((row as RowPlace).line)));
  }
  const { statistics, standings } = compared(answers.flat());
  let place = 0;
  const members = planned.map(({ request }, number): Member => {
    const results = answers[number] as readonly ProviderResult[];
    const ofResults = standings.slice(place, place + results.length);
    place += results.length;
    return {
      billing_code: codeOf(request),
      identifiers: identifiersOf(request, source.identifierNames),
      results: results.map(({ result }) => result),
      standings: ofResults,
    };
  });
  const value = { compared: asked.kind, total_results: total, statistics, members };
  return { value, lookups: members.length, results: answers };
}

/** The first records that a provider search finds; those of one provider are one lookup, by its identifiers. */
async function providersChosen(
  request: Extract<ComparisonRequest, { readonly kind: "providers" }>["request"],
  lookup: RateLookup,
  { state, directory }: StateInRelease,
): Promise<{ readonly total: number; readonly planned: readonly Planned[] }> {
  const { providers } = state;
  const { total, rows } = await directory.search(queryOf(request, providers), COMPARED_MAX);
  const byProvider = Map.groupBy(rows as readonly RowPlace[], (row) => JSON.stringify(providers.identity(row)));
  const planned = [...byProvider.values()].map((records): Planned => {
    const [first] = records as [RowPlace];
    const identifiers = Object.entries(providers.identifiers).map(([name, { of }]) => [
      name,
      of(first).find((value) => value !== null) ?? null,
    ]);
    return {
      request: {
        ...onlyOf(lookup, request),
        ...Object.fromEntries(identifiers.filter(([name]) => (name as string) in lookup.parameters)),
        providerName: null,
      } as unknown as LookupRequest,
      rows: new Set(records.map(({ line }) => line)),
    };
  });
  return { total, planned };
}

/** The parameters of the lookup among those of a comparison. */
function onlyOf({ parameters }: RateLookup, request: Readonly<Record<string, unknown>>): LookupRequest {
  const own = Object.fromEntries(Object.keys(parameters).map((key) => [key, request[key]]));
  return { ...own, today: request.today } as unknown as LookupRequest;
}

/** A code is read into its parts, among them what was sent; or it is that text itself. */
function codeOf(request: LookupRequest): string | null {
  const { billingCode } = request as unknown as { readonly billingCode: Pick<BillingCode, "sent"> | string | null };
  return typeof billingCode === "object" ? (billingCode?.sent ?? null) : billingCode;
}

function identifiersOf(request: LookupRequest, names: readonly string[]): Identifiers {
  const values = request as unknown as Identifiers;
  return Object.fromEntries(names.map((name) => [snakeCase(name), values[name] ?? null]));
}
