import type { Day } from "../core/calendar/day.ts";
import { recordFrom } from "../core/runtime/records.ts";
import {
  array,
  type Fields,
  integer,
  type ObjectSchema,
  object,
  objectOfFields,
  type Schema,
  type ValueOf,
} from "../core/schema/schema.ts";
import type { RateData } from "../dataset/table.ts";
import type { ProviderDefinition } from "../registry/definition.ts";
import type { ProviderDirectory, ProviderQuery } from "../registry/directory.ts";
import type { Example } from "./lookup.ts";
import { referenceId, type SearchedName } from "./request/kinds.ts";
import type { Parameters, RequestOf } from "./request/parameter.ts";
import { type RequestReader, requestReader } from "./request/read.ts";
import type { Result } from "./result.ts";

/** The parameters of every provider search, besides the state's identifiers and filters. */
export interface SearchRequest {
  readonly providerName: SearchedName | null;
  readonly limit: number;
  /** Not a parameter: the day that records are shown for. */
  readonly today: Day;
  readonly [parameter: string]: unknown;
}

export type SearchAnswer<Of = Result> = ValueOf<ReturnType<typeof searchSchema<Of>>>;

export function searchSchema<Of>(record: Schema<Of>, title: string) {
  return object(title, {
    providers: array(record, "The first providers, as many as `limit` allows."),
    total_results: integer("How many match, returned or not."),
    limit_applied: integer("The limit that was applied."),
  });
}

/** The provider search of one state, as HTTP, the command line and the documentation see it. */
export interface ProviderSearch {
  readonly about: { readonly summary: string; readonly description: string };
  readonly examples: readonly Example[];
  readonly parameters: Parameters;
  readonly reader: RequestReader<SearchRequest>;
  readonly recordSchema: ObjectSchema<Result>;
  readonly record: (request: SearchRequest, row: unknown, data: RateData) => Result;
}

interface RecordFacts<Request, Row> {
  readonly request: Request;
  readonly provider: Row;
  readonly data: RateData;
}

interface SearchDeclaration<Spec extends Parameters, Row> {
  readonly about: ProviderSearch["about"];
  readonly examples: readonly Example[];
  readonly parameters: Spec;
  /** The record's title and its fields: schemas and values. */
  readonly record: { readonly title: string; readonly fields: Fields<RecordFacts<RequestOf<Spec>, Row>> };
}

/** Accepted on searches, but not echoed (conventions 6). */
const searchReferenceId: typeof referenceId = {
  ...referenceId,
  description:
    "Your own correlation ID, as in lookups; the answer has no place for it. Never logged or stored. Must not contain PHI.",
};

export function providerSearch<Spec extends Parameters, Row>(
  declaration: SearchDeclaration<Spec, Row>,
): ProviderSearch {
  const parameters = { referenceId: searchReferenceId, ...declaration.parameters };
  const { title, fields } = declaration.record;
  const made = recordFrom<RecordFacts<never, never>>(
    Object.entries(fields).map(([name, { value }]) => ({ name, value, isOptional: false })),
  );
  return {
    about: declaration.about,
    examples: declaration.examples,
    parameters,
    reader: requestReader(parameters) as unknown as RequestReader<SearchRequest>,
    recordSchema: objectOfFields(title, fields),
    record: (request, provider, data) => made({ request, provider, data } as RecordFacts<never, never>) as Result,
  };
}

/** Answers a provider search: all parameters are combined with AND (conventions 6). */
export async function answerSearch(
  search: ProviderSearch,
  definition: ProviderDefinition,
  request: SearchRequest,
  directory: ProviderDirectory<unknown>,
  data: RateData,
): Promise<SearchAnswer> {
  const { total, rows } = await directory.search(queryOf(request, definition), request.limit);
  return {
    providers: rows.map((row) => search.record(request, row, data)),
    total_results: total,
    limit_applied: request.limit,
  };
}

/** The identifiers, the name and the filters that were sent. */
export function queryOf(
  request: Pick<SearchRequest, "providerName"> & Readonly<Record<string, unknown>>,
  definition: ProviderDefinition,
): ProviderQuery {
  return {
    identifiers: sentAmong(request, Object.keys(definition.identifiers)),
    name: request.providerName?.folded ?? null,
    filters: sentAmong(request, Object.keys(definition.filters)),
  };
}

/** The values that were sent, as text to compare; a name in its folded form. */
function sentAmong(request: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of names) {
    const value = request[name];
    if (value === null || value === undefined) continue;
    sent[name] = typeof value === "object" ? (value as SearchedName).folded : String(value);
  }
  return sent;
}
