import type { RateData } from "../dataset/rate-data.ts";
import type { Setting } from "../providers/definition.ts";
import type { SoughtName } from "../request/kinds.ts";
import type { Parameters, RequestOf } from "../request/parameter.ts";
import { type RequestReader, requestReader } from "../request/read.ts";
import type { ObjectSchema, ResultSchema } from "./result-fields.ts";
import { type ResultsJson, resultsJson } from "./results-json.ts";

/** A result as the wire carries it: the contract's field names. */
export type Result = Readonly<Record<string, unknown>>;

/** One result and whether it counts: a rate was found, or the code is manually priced (conventions 3.3). */
export interface Priced {
  readonly counts: boolean;
  readonly result: Result;
}

/** A result, and the row of the provider that it is about where that row is kept in memory. */
export interface ProviderResult {
  readonly keptRow: object | null;
  readonly result: Result;
}

/** What every rate lookup asks. */
export interface LookupRequest {
  readonly referenceId: string | null;
  readonly npi: string | null;
  readonly providerName: SoughtName | null;
}

/** Among the rows that match the identifiers: those to price, or the one result that says why none is. */
export type Selection<Row> = { readonly rows: readonly Row[] } | { readonly refusal: Result };

/**
 * The rules of one state and setting. Finding providers, counting them, capping, leaving out
 * and ordering are the same in every state and live in `answer.ts`.
 */
export interface LookupRules<Request extends LookupRequest, Row> {
  /** The rows of an identifier lookup that are priced. */
  readonly select: (request: Request, matching: readonly Row[], data: RateData) => Selection<Row>;
  /** Whether a lookup by name alone looks at this row; decided by its class alone. */
  readonly considersByName: (request: Request, row: Row) => boolean;
  /** The results of one provider row, in the state page's order. `matchesTotal` is null on identifier lookups. */
  readonly price: (request: Request, row: Row, data: RateData, matchesTotal: number | null) => readonly Priced[];
  /** The provider type a row is priced as; outpatient types without a result that counts are left out (3.4). */
  readonly typeAsPriced: ((request: Request, row: Row) => string) | null;
  /** No row matches the identifiers sent. */
  readonly noProvider: (request: Request, data: RateData) => Result;
  /**
   * A lookup by name alone that nobody qualifies for. `nameMatches`: some row has the name;
   * `considersAny`: the lookup also looks at one of them (`considersByName`).
   */
  readonly noneQualifies: (request: Request, nameMatches: boolean, data: RateData, considersAny: boolean) => Result;
}

/** A request that shows what an endpoint does; the documentation answers it from the loaded data. */
export interface Example {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
}

interface About {
  readonly summary: string;
  readonly description: string;
}

/** A rate lookup as HTTP, the command line and the documentation see it. */
export interface RateLookup {
  readonly setting: Setting;
  readonly about: About;
  readonly examples: readonly Example[];
  readonly parameters: Parameters;
  readonly reader: RequestReader<LookupRequest>;
  readonly resultSchema: ObjectSchema;
  readonly resultsJson: ResultsJson;
  readonly rules: LookupRules<LookupRequest, unknown>;
}

interface LookupDeclaration<Spec extends Parameters, Row> {
  readonly setting: Setting;
  readonly about: About;
  readonly examples: readonly Example[];
  readonly parameters: Spec;
  readonly result: ResultSchema;
  readonly rules: LookupRules<RequestOf<Spec> & LookupRequest, Row>;
}

/** Declares a lookup; the types of its request and rows matter inside the state only. */
export function rateLookup<Spec extends Parameters, Row>(declaration: LookupDeclaration<Spec, Row>): RateLookup {
  return {
    setting: declaration.setting,
    about: declaration.about,
    examples: declaration.examples,
    parameters: declaration.parameters,
    reader: requestReader(declaration.parameters) as unknown as RequestReader<LookupRequest>,
    resultSchema: declaration.result.object,
    resultsJson: resultsJson(declaration.result),
    rules: declaration.rules as unknown as LookupRules<LookupRequest, unknown>,
  };
}

/** Where the fields of a lookup come from: text of a query string, or JSON of a batch item. */
export type Form = "fromQuery" | "fromItem";
