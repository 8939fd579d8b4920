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
import type { Explanation } from "./schema.ts";

/** The release that a lookup was answered from, and the program that did so. */
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
  /** The tables that its prices looked into and that are not loaded: without any row, or without an edition for the day. */
  readonly empty: readonly IncompleteTable[];
}

/** The explanation of a lookup, one for each of its results. */
export function explain(answered: AnsweredLookup, from: AnsweredFrom): Explanation {
  const { lookup, request, sent, results, stale, empty } = answered;
  const { source, origins } = from;
  const { table } = source.state.providers;
  const understood = understoodRequest(lookup, request);
  const asked = { lookup, request, source };
  return {
    release: releaseJson(from),
    engine_version: from.engineVersion,
    request: understood,
    assumptions: assumptionsOf({ lookup, request, sent, results }),
    stale: stale.map((table) => ({ ...table, message: staleMessage(table) })),
    empty_tables: empty,
    explanations: results.map((result) =>
      explainResult(result, { providers: table, origins }, explainNoRate(result, asked, table)),
    ),
  };
}

/** The defaults of all results, each once, the day first. A rule need not know whether a flag that is false was sent. */
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

/** What was understood of a request: every parameter that was sent or that a default stands for. */
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

/** A value as JSON carries it; a code as it was sent. */
export function shownValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Money) return value.text;
  return (value as { readonly sent: string }).sent;
}

/** The day that was taken because none was sent. */
export function assumedDay(
  { dayParameter }: RateLookup,
  understood: Understood,
  sent: ReadonlySet<string>,
): readonly Assumption[] {
  if (sent.has(dayParameter)) return [];
  return [{ parameter: dayParameter, value: String(understood[dayParameter]), reason: "not sent: today" }];
}

/** The names of the parameters that count as sent: one without a value does not. */
export function namesSent(fields: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(fields).filter((name) => fields[name] != null && String(fields[name]).trim() !== ""));
}
