import type { LookupSource } from "../pricing/answer.ts";
import type { LookupRequest, ProviderResult, RateLookup } from "../pricing/lookup.ts";
import type { RowOrigins } from "../pricing/row-origins.ts";
import type { Assumption } from "../pricing/sheet.ts";
import { type StaleTable, staleMessage } from "../pricing/stale-tables.ts";
import type { State } from "../pricing/state.ts";
import { explainNoRate } from "./explain-no-rate.ts";
import { explainResult } from "./explain-result.ts";
import type { Explanation } from "./explanation.ts";
import { assumedDay, understoodRequest } from "./understood.ts";

/** The release that a lookup was answered from, and the program that did so. */
export interface AnsweredFrom {
  readonly name: string;
  readonly version: string;
  readonly contentHash: string;
  readonly engineVersion: string;
  readonly origins: RowOrigins;
  readonly source: LookupSource & { readonly state: State };
}

/** A lookup as it was answered, and the names of the parameters that were sent. */
export interface AnsweredLookup {
  readonly lookup: RateLookup;
  readonly request: LookupRequest;
  readonly sent: ReadonlySet<string>;
  readonly results: readonly ProviderResult[];
  /** The stale tables that its prices are made of. */
  readonly stale: readonly StaleTable[];
}

/** The explanation of a lookup, one for each of its results. */
export function explain({ lookup, request, sent, results, stale }: AnsweredLookup, from: AnsweredFrom): Explanation {
  const { source, origins } = from;
  const { table } = source.state.providers;
  const understood = understoodRequest(lookup, request);
  const asked = { lookup, request, source };
  return {
    release: { name: from.name, version: from.version, content_hash: from.contentHash },
    engine_version: from.engineVersion,
    request: understood,
    assumptions: [...assumedDay(lookup, understood, sent), ...assumptionsOf(results, sent)],
    stale: stale.map((table) => ({ ...table, message: staleMessage(table) })),
    explanations: results.map((result) =>
      explainResult(result, { providers: table, origins }, explainNoRate(result, asked, table)),
    ),
  };
}

/** The defaults of all results, each once. A rule need not know whether a flag that is false was sent. */
function assumptionsOf(results: readonly ProviderResult[], sent: ReadonlySet<string>): readonly Assumption[] {
  const all = results
    .flatMap(({ outcome }) => outcome.sheet.assumptions)
    .filter(({ parameter }) => !sent.has(parameter));
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
