import type { Schema } from "../core/schema/schema.ts";
import type { Example, RateLookup } from "../pricing/lookup.ts";
import type { Defaults, Parameters } from "../pricing/request/parameter.ts";
import type { Read, RequestFault, RequestFields } from "../pricing/request/read.ts";
import type { ProviderResult, Result } from "../pricing/result.ts";
import { freshnessOf } from "../pricing/state/freshness.ts";
import type { State } from "../pricing/state/state.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import { Caveats } from "./caveats.ts";
import { type CsvTable, csvInSlices } from "./csv-table.ts";

export type Format = "json" | "csv" | "html";

/** Whether an answer may take so many lookups. Called once the number is known, before the first lookup. */
export type Admits = (lookups: number) => Promise<boolean>;

/** An open release and the terms of a question to it. */
interface ReleaseSubject {
  readonly release: Release;
  /** Codes of the states that the caller may query. */
  readonly states: readonly string[];
  /** Null: an edition never becomes stale. */
  readonly staleAfterMonths: number | null;
  readonly admits: Admits;
}

export interface StateSubject extends ReleaseSubject {
  readonly source: StateInRelease;
}

export interface LookupSubject extends StateSubject {
  readonly lookup: RateLookup;
}

interface Subjects {
  readonly release: ReleaseSubject;
  readonly state: StateSubject;
  readonly lookup: LookupSubject;
}

/** What the parameters of a kind of answer follow from. */
interface Declared {
  readonly release: readonly [codesOfStates: readonly string[]];
  readonly state: readonly [state: State];
  readonly lookup: readonly [state: State, lookup: RateLookup];
}

/** What the examples of a kind of answer follow from. */
interface Shown {
  readonly release: null;
  readonly state: State;
  readonly lookup: RateLookup;
}

/** What the description of a kind of answer follows from. */
interface Described extends Omit<Shown, "lookup"> {
  /** `claimLines` is absent where a description is of all lookups. */
  readonly lookup: Pick<RateLookup, "about" | "dayParameter"> & Partial<Pick<RateLookup, "claimLines">>;
}

type SubjectKind = keyof Subjects;

/** What the parameters follow from, taken from the subject of a question. */
const DECLARED_IN: { readonly [Of in SubjectKind]: (subject: Subjects[Of]) => Declared[Of] } = {
  release: ({ states }) => [states],
  state: ({ source }) => [source.state],
  lookup: ({ source, lookup }) => [source.state, lookup],
};

/** An answer as JSON, and what else is known of it. */
export interface Answered<Value> {
  readonly value: Value;
  /** How many rate lookups it answered, for usage. More than one were admitted before. */
  readonly lookups: number;
  /** The results in it, lookup by lookup: caveats are gathered from them. */
  readonly results: readonly (readonly ProviderResult[])[];
  /** Their caveats, where the answer itself contains them. */
  readonly caveats?: Caveats;
}

/** An answer for a terminal: its text for standard output, and remarks for standard error. */
export interface AnswerText {
  readonly text: string;
  readonly remarks: readonly string[];
}

export interface ReadParameters<Request> {
  readonly parameters: Parameters;
  readonly read: (fields: RequestFields, defaults: Defaults) => Read<Request>;
}

interface AnswerFacts<Of extends SubjectKind> {
  readonly about: Of;
  readonly name: string;
  /** Below the path of the lookup, of the state or of the API. */
  readonly path: "" | `/${string}`;
  /** What documents call its schema, beside the state and the setting. */
  readonly noun: string;
  /** The title of its operation. For a lookup, it follows the lookup's title: `Outpatient rate, in every period`. */
  readonly summary: string;
  readonly description: (of: Described[Of]) => string;
  /** Why a lookup does not have it, with the remedy; null where it has. Absent: every lookup has it. */
  readonly notFor?: (of: Described[Of]) => string | null;
  /** How many lookups it counts as: "`limit` lookups". Absent: one. */
  readonly counts?: string;
  /** How many of them one API key may have under way in a process. Without it there is no limit. */
  readonly underWayPerKeyMax?: number;
  /** Example requests. Documents show the first one. */
  readonly examples: (of: Shown[Of]) => readonly Example[];
  readonly command: {
    readonly description: string;
    readonly parameters: string;
    readonly json?: string;
    readonly example: string;
    /** Yes-or-no parameters that the command also has as options, with their words. */
    readonly toggles?: Readonly<Record<string, string>>;
  };
  readonly rows: string;
}

/** Declaration of one kind of answer; its types matter in its own file only. */
interface AnswerDeclaration<Of extends SubjectKind, Request, Value, Found extends Answered<Value>>
  extends AnswerFacts<Of> {
  readonly parameters: (...of: Declared[Of]) => ReadParameters<Request>;
  /** `result` describes the results or records in the answer. */
  readonly schema: (result: Schema<Result>, title: string) => Schema<Value>;
  /** Null when so many lookups are not admitted. Errors that only the data shows are returned as request errors. */
  readonly answer: (
    request: Request,
    subject: Subjects[Of],
    fields: RequestFields,
  ) => Promise<Found | RequestErrors | null>;
  /** The answer if it needs no waiting, so that no other thread is needed; otherwise null. */
  readonly answerAtOnce?: (request: Request, subject: Subjects[Of], fields: RequestFields) => Found | null;
  /** A faster writer than `JSON.stringify` of the value. */
  readonly json?: (found: Found, subject: Subjects[Of]) => string;
  readonly table: (found: Found, subject: Subjects[Of]) => CsvTable;
  readonly text: (found: Found, subject: Subjects[Of]) => AnswerText;
  /** A page to print. Its code is loaded on demand: most servers never need it. */
  readonly page?: (found: Found, subject: Subjects[Of]) => Promise<string>;
}

export interface RequestErrors {
  readonly ok: false;
  readonly faults: readonly RequestFault[];
}

/** A kind of answer as HTTP, the command line and agents see it. */
export interface AnswerKind<Of extends SubjectKind = "lookup"> extends AnswerFacts<Of> {
  readonly formats: readonly Format[];
  readonly parameters: (...of: Declared[Of]) => Parameters;
  readonly reading: (...of: Declared[Of]) => ReadParameters<unknown>;
  readonly schema: (result: Schema<Result>, title: string) => Schema;
  /** Answers a request that was read, if that needs no waiting; otherwise null. */
  readonly answerAtOnce: (request: unknown, subject: Subjects[Of], fields: RequestFields) => AnsweredQuestion | null;
  /** Reads the request and answers it; null when so many lookups are not admitted. */
  readonly ask: (
    fields: RequestFields,
    defaults: Defaults,
    subject: Subjects[Of],
  ) => Promise<AnsweredQuestion | RequestErrors | null>;
}

/** A kind of answer of any subject; `about` says which one it takes. */
export type AnyAnswerKind = { readonly [Of in SubjectKind]: AnswerKind<Of> }[SubjectKind];

/** An answer about all states, as documents and the client describe it. */
export type ServiceAnswer = Pick<
  AnswerKind<"release">,
  "name" | "path" | "summary" | "description" | "rows" | "formats" | "parameters" | "schema"
>;

export interface AnsweredQuestion {
  readonly ok: true;
  readonly lookups: number;
  readonly caveats: Caveats | null;
  readonly saysCaveats: boolean;
  readonly as: (format: Format) => string | Promise<string>;
  readonly text: () => AnswerText;
}

/** Declares a kind of answer. Route, charge, documents, table, command and tool follow from it (`index.ts` lists them). */
export function answerKind<Of extends SubjectKind, Request, Value, Found extends Answered<Value>>(
  declaration: AnswerDeclaration<Of, Request, Value, Found>,
): AnswerKind<Of> {
  const { about, parameters, schema, answer, answerAtOnce, json, table, text, page, ...facts } = declaration;
  const known = new WeakMap<object, ReadParameters<Request>>();
  const reading = (...of: Declared[Of]) => {
    const key = keyOf(of);
    const declared = known.get(key) ?? parameters(...of);
    known.set(key, declared);
    return declared;
  };

  function written(found: Found, subject: Subjects[Of]): AnsweredQuestion {
    const { value, lookups, results } = found;
    return {
      ok: true,
      lookups,
      caveats: found.caveats ?? caveatsOf(subject, results),
      saysCaveats: found.caveats !== undefined,
      as: (format) => {
        if (format === "csv") return csvInSlices(table(found, subject));
        if (format === "html" && page !== undefined) return page(found, subject);
        return json === undefined ? JSON.stringify(value) : json(found, subject);
      },
      text: () => text(found, subject),
    };
  }

  const { description, counts } = facts;
  return {
    ...facts,
    description: counts === undefined ? description : (of) => `${description(of)} Counts as ${counts}.`,
    about,
    schema,
    parameters: (...of) => reading(...of).parameters,
    reading,
    // HTML comes before CSV: browsers show the first one that they accept.
    formats: page === undefined ? ["json", "csv"] : ["json", "html", "csv"],
    answerAtOnce: (request, subject, fields) => {
      const found = answerAtOnce?.(request as Request, subject, fields) ?? null;
      return found === null ? null : written(found, subject);
    },
    ask: async (fields, defaults, subject) => {
      const read = reading(...DECLARED_IN[about](subject)).read(fields, defaults);
      if (!read.ok) return read;
      // Every request pays for one lookup on arrival.
      let admitted = 1;
      const admits: Admits = (lookups) => {
        admitted = Math.max(admitted, lookups);
        return subject.admits(lookups);
      };
      const found = await answer(read.request, { ...subject, admits }, fields);
      if (found === null || "faults" in found) return found;
      if (found.lookups > admitted) throw new Error(`${facts.name}: ${found.lookups} lookups, ${admitted} admitted`);
      return written(found, subject);
    },
  };
}

/** Cache key of the declared parameters: the states, the state or the lookup. */
function keyOf(of: Declared[SubjectKind]): object {
  return of.length === 2 ? of[1] : of[0];
}

/** Caveats of the results of an answer; null where it has no prices. */
function caveatsOf(subject: Subjects[SubjectKind], results: Answered<unknown>["results"]): Caveats | null {
  return "lookup" in subject ? gathered(subject, results) : null;
}

export function gathered({ lookup, ...subject }: LookupSubject, results: Answered<unknown>["results"]): Caveats {
  const caveats = noCaveats(subject, [lookup]);
  for (const each of results) caveats.add(each);
  return caveats;
}

/** For results that are added as they come, of one or several lookups of a state. */
export function noCaveats(
  { source, release, staleAfterMonths }: StateSubject,
  lookups: readonly RateLookup[],
): Caveats {
  return new Caveats(lookups, source, freshnessOf(source, release.description.sources, staleAfterMonths));
}
