import { Money } from "../../core/money/money.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { LookupSource } from "../../pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import type { RowOrigins } from "../../pricing/row-origins.ts";
import type { Assumption } from "../../pricing/sheet.ts";
import { releaseJson } from "../../pricing/state/release-json.ts";
import type { State } from "../../pricing/state/state.ts";
import { type IncompleteTable, type StaleTable, staleMessage } from "../caveats.ts";
import { explainNoRate } from "./explain-no-rate.ts";
import { explainResult } from "./explain-result.ts";
import type { Explanation, RateUnits } from "./schema.ts";

/** The release that a lookup was answered from, and the program's version. */
interface AnsweredFrom {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
  readonly engineVersion: string;
  readonly origins: RowOrigins;
  readonly source: LookupSource & { readonly state: State };
}

/** A lookup as it was answered, and the names of the parameters that were sent. */
interface AnsweredLookup {
  readonly lookup: RateLookup;
  readonly request: LookupRequest;
  readonly sent: ReadonlySet<string>;
  readonly results: readonly ProviderResult[];
  /** The stale tables that its prices are made of. */
  readonly stale: readonly StaleTable[];
  /** The tables that its prices read and that are not loaded: without any row, or without an edition for the day. */
  readonly empty: readonly IncompleteTable[];
}

export function explain(answered: AnsweredLookup, from: AnsweredFrom): Explanation {
  const { lookup, request, sent, results, stale, empty } = answered;
  const { source, origins } = from;
  const { table } = source.state.providers;
  const understood = understoodRequest(lookup, request);
  const unpriced = { lookup, request, source };
  return {
    release: releaseJson(from),
    engine_version: from.engineVersion,
    request: understood,
    assumptions: assumptionsOf({ lookup, request, sent, results }),
    stale: stale.map((table) => ({ ...table, message: staleMessage(table) })),
    empty_tables: empty,
    explanations: results.map((result) => ({
      ...explainResult(result, { providers: table, origins }, explainNoRate(result, unpriced, table)),
      units: unitsOf(result, lookup),
    })),
  };
}

/** The units that a rate is for; null for a rate of the whole line or stay, and without a rate. */
function unitsOf({ result }: ProviderResult, { claimLines }: RateLookup): RateUnits | null {
  if (typeof result.payment_rate !== "string" || claimLines?.isPerUnit(result) !== true) return null;
  return { max: claimLines.unitsMax(result) };
}

/**
 * The defaults of all results, each once, the day first. Rules do not report flags that are false, so they are added
 * here.
 */
export function assumptionsOf({
  lookup,
  request,
  sent,
  results,
}: Omit<AnsweredLookup, "stale" | "empty">): readonly Assumption[] {
  const all = results
    .flatMap(({ outcome }) => outcome.sheet.assumptions)
    .filter(({ parameter }) => !sent.has(parameter));
  const day = assumedDay(lookup, understoodRequest(lookup, request), sent);
  return [...day, ...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

type Understood = Explanation["request"];

/** The request as understood: every parameter that was sent or has a default. */
export function understoodRequest({ parameters }: RateLookup, request: LookupRequest): Understood {
  const values = request as unknown as Readonly<Record<string, unknown>>;
  const understood: Record<string, string | number | boolean> = {};
  for (const [name, { schema }] of Object.entries(parameters)) {
    const parameter = snakeCase(name);
    const value = shownValue(values[name] ?? schema.default);
    if (value !== null) understood[parameter] = value;
  }
  return understood;
}

/** The value in JSON; a code as it was sent. */
export function shownValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Money) return value.text;
  return (value as { readonly sent: string }).sent;
}

/** The default day, if none was sent. */
export function assumedDay(
  { dayParameter }: RateLookup,
  understood: Understood,
  sent: ReadonlySet<string>,
): readonly Assumption[] {
  if (sent.has(dayParameter)) return [];
  return [{ parameter: dayParameter, value: String(understood[dayParameter]), reason: "not sent: today" }];
}

/** Names of the parameters that were sent with a value. */
export function namesSent(fields: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fields[name] != null && String(fields[name]).trim() !== ""));
}
