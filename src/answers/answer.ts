import type { LookupSource } from "../pricing/answer.ts";
import type { Example, RateLookup } from "../pricing/lookup.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import type { RowOrigins } from "../pricing/row-origins.ts";
import type { Defaults, Parameters } from "../request/parameter.ts";
import type { Read, RequestFault, RequestFields } from "../request/read.ts";
import type { Json, Schema } from "../schema/schema.ts";
import { oncePerLookup } from "../state/once-per-lookup.ts";
import type { State } from "../state/state.ts";
import { type CsvTable, csvInSlices } from "./csv-table.ts";

/** Asked when it is known how many lookups an answer takes, before the first of them: whether they may be. */
export type Admits = (lookups: number) => Promise<boolean>;

/** One state of a release, as answers are worked out from it. */
export interface AnswerSource extends LookupSource {
  readonly state: State;
  readonly origins: RowOrigins;
}

/** What is asked about: a lookup of a state of a release. */
export interface About {
  readonly lookup: RateLookup;
  readonly source: AnswerSource;
  readonly admits: Admits;
}

/** An answer as JSON carries it, and what else is known of it. */
export interface Answered<Value> {
  readonly value: Value;
  /** As how many lookups it counts. */
  readonly lookups: number;
  /** The results in it, lookup by lookup: they tell what is to be said against its prices. */
  readonly results: readonly (readonly ProviderResult[])[];
}

/** The same for a terminal: what is printed, and what is said beside it. */
export interface AnswerText {
  readonly text: string;
  readonly remarks: readonly string[];
}

/** The parameters of a kind of answer, and how they are read. */
export interface ReadParameters<Request> {
  readonly parameters: Parameters;
  readonly read: (fields: RequestFields, defaults: Defaults) => Read<Request>;
}

/** What a kind of answer says of itself, whatever it answers. */
interface AnswerFacts {
  /** Its name among the commands. */
  readonly name: string;
  /** Below the path of the lookup. */
  readonly path: `/${string}`;
  /** What documents call its schema, beside the state and the setting. */
  readonly noun: string;
  /** What follows the summary of the lookup: `Outpatient rate, in every period`. */
  readonly summary: string;
  /** What it is, and as how many lookups it counts. */
  readonly description: (lookup: Pick<RateLookup, "dayParameter">) => string;
  /** A request of the lookup's own examples that shows what it is. */
  readonly examples: (lookup: RateLookup) => readonly Example[];
  readonly command: {
    readonly description: string;
    /** What its arguments are. */
    readonly parameters: string;
    readonly example: string;
  };
  /** What a row of its table is. */
  readonly rows: string;
  /** The list that makes an answer long. Agents receive its first entries where all of them are too many. */
  readonly list?: {
    readonly name: string;
    /** How a caller gets the rest. */
    readonly remedy: string;
    /** Members that change with the first entry left out, such as where the next page begins. */
    readonly next?: (leftOut: Json) => Json;
  };
}

/** All there is to say about one kind of answer; the types matter in its own file only. */
interface AnswerDeclaration<Request, Value> extends AnswerFacts {
  readonly parameters: (state: State, lookup: RateLookup) => ReadParameters<Request>;
  /** Of an answer whose results are those of a lookup. */
  readonly schema: (result: Schema<Result>, title: string) => Schema<Value>;
  /** Null when so many lookups are not admitted. */
  readonly answer: (request: Request, about: About) => Promise<Answered<Value> | null>;
  readonly table: (value: Value, lookup: RateLookup) => CsvTable;
  readonly text: (answered: Answered<Value>) => AnswerText;
}

/** A kind of answer about a lookup, as everything that offers it sees it. */
export interface AnswerKind extends AnswerFacts {
  readonly parameters: (state: State, lookup: RateLookup) => Parameters;
  /** The same, and how they are read. */
  readonly reading: (state: State, lookup: RateLookup) => ReadParameters<unknown>;
  readonly schema: (result: Schema<Result>, title: string) => Schema;
  /** Reads the request and answers it; null when so many lookups are not admitted. */
  readonly ask: (fields: RequestFields, defaults: Defaults, about: About) => Promise<Asked | null>;
}

/** What comes of a question: an answer in every form, or what is wrong with the request. */
type Asked = AnsweredQuestion | { readonly ok: false; readonly faults: readonly RequestFault[] };

interface AnsweredQuestion {
  readonly ok: true;
  readonly lookups: number;
  readonly results: readonly (readonly ProviderResult[])[];
  readonly json: () => string;
  readonly csv: () => Promise<string>;
  readonly text: () => AnswerText;
}

/** Declares a kind of answer. Route, charge, documents, table and command follow from it (`index.ts` lists them). */
export function answerKind<Request, Value>(declaration: AnswerDeclaration<Request, Value>): AnswerKind {
  const { parameters, schema, answer, table, text, ...facts } = declaration;
  const declared = oncePerLookup(parameters);
  return {
    ...facts,
    schema,
    reading: declared,
    parameters: (state, lookup) => declared(state, lookup).parameters,
    ask: async (fields, defaults, about) => {
      const { lookup, source } = about;
      const read = declared(source.state, lookup).read(fields, defaults);
      if (!read.ok) return read;
      const answered = await answer(read.request, about);
      if (answered === null) return null;
      const { value, lookups, results } = answered;
      return {
        ok: true,
        lookups,
        results,
        json: () => JSON.stringify(value),
        csv: () => {
          const { columns, rows } = table(value, lookup);
          return csvInSlices(columns, rows);
        },
        text: () => text(answered),
      };
    },
  };
}
