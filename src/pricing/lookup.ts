import type { Day } from "../core/calendar/day.ts";
import { recordReader } from "../core/runtime/records.ts";
import type { ObjectSchema } from "../core/schema/schema.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { RateData, Table } from "../dataset/table.ts";
import type { CareSetting } from "../registry/definition.ts";
import { type ResultsJson, resultsJson } from "./json-writer.ts";
import type { NoRate } from "./no-rate.ts";
import { type Outcome, RequestPricer } from "./outcome.ts";
import type { SearchedName } from "./request/kinds.ts";
import type { Parameters, RequestOf } from "./request/parameter.ts";
import { type RequestReader, requestReader } from "./request/read.ts";
import type { Result, ResultMaker } from "./result.ts";
import type { Notation } from "./worksheet/line.ts";

/** What every rate lookup asks, and the day of the service on which it does. */
export interface LookupRequest {
  readonly today: Day;
  readonly referenceId: string | null;
  readonly npi: string | null;
  readonly providerName: SearchedName | null;
}

/** Why nobody is priced, what is known all the same, and whom the one result is about. */
export interface Refused<Found, Row> {
  readonly noRate: NoRate;
  readonly found: Found;
  readonly about: Row | null;
}

/** Among the rows that match the identifiers: those to price, or why none is. */
export type Selection<Found, Row> = { readonly rows: readonly Row[] } | Refused<Found, Row>;

/**
 * The rules of one state and setting. Finding providers, counting them, capping, leaving out
 * and ordering are the same in every state and live in `answer.ts`.
 */
interface LookupRules<Request extends LookupRequest, Row, Found extends object> {
  /** The rows of an identifier lookup that are priced. */
  readonly select: (request: Request, matching: readonly Row[], data: RateData) => Selection<Found, Row>;
  /** Whether a lookup by name alone looks at this row; decided by its class alone. */
  readonly considersByName: (request: Request, row: Row) => boolean;
  /** What one provider row comes to, in the state page's order of results. */
  readonly workOut: (request: Request, row: Row, pricer: RequestPricer) => readonly Outcome<Found>[];
  /** The provider type a row is priced as; outpatient types without a result that counts are left out (3.4). */
  readonly typeAsPriced: ((request: Request, row: Row) => string) | null;
  /** No row matches the identifiers sent. */
  readonly noProvider: (request: Request, data: RateData) => Refused<Found, Row>;
  /**
   * A lookup by name alone that nobody qualifies for. `nameMatches`: some row has the name;
   * `considersAny`: the lookup also looks at one of them (`considersByName`).
   */
  readonly noneQualifies: (
    request: Request,
    nameMatches: boolean,
    data: RateData,
    considersAny: boolean,
  ) => Refused<Found, Row>;
}

/** A request that shows what an endpoint does; the documentation answers it from the loaded data. */
export interface Example {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
}

interface Summary {
  readonly summary: string;
  readonly description: string;
}

/** Values that a release, or the page, knows of some parameters. */
type KnownValues<Name extends string> = { readonly [Each in Name]?: (data: RateData) => readonly string[] };

/** A rate lookup as HTTP, the command line and the documentation see it. */
export interface RateLookup {
  readonly setting: CareSetting;
  readonly about: Summary;
  readonly examples: readonly Example[];
  /**
   * The dated tables that its prices are made of, in the order in which the page describes them; parameters aside. A price that
   * looks into one without any row is incomplete (`src/answers/caveats.ts`).
   */
  readonly tables: readonly Table[];
  /** How lines of claims are priced by it; null where a lookup is a claim, as a stay is. */
  readonly claimLines: ClaimLines<Result> | null;
  /** What a result shows to have been overlooked in its request; null for a lookup that has no such rule. */
  readonly overlooked: ((result: Result) => OverlookedParameter | null) | null;
  readonly parameters: Parameters;
  /** Of parameters that read any text of a form, the values that its rules tell apart, by their names in code. */
  readonly knownValues: KnownValues<string>;
  readonly reader: RequestReader<LookupRequest>;
  readonly resultSchema: ObjectSchema<Result>;
  readonly resultsJson: ResultsJson;
  readonly rules: LookupRules<LookupRequest, unknown, object>;
  /** The parameter whose day selects the rates: `date_of_service`. */
  readonly dayParameter: string;
  /** The same lookup on another day. */
  readonly on: (request: LookupRequest, day: Day) => LookupRequest;
  /** Fields of a result that speak of other rows than those of its price: they may change while the price holds. */
  readonly fieldsOfOtherRows: readonly string[];
  /** The values of a result that are compared with those of another day: all but the day itself and the fields of other rows. */
  readonly valuesOfPrice: (result: Result) => readonly unknown[];
  /** What the rules price a request with. */
  readonly pricer: (request: LookupRequest, data: RateData) => RequestPricer;
  readonly result: ResultMaker<LookupRequest, unknown, unknown, Result>;
}

/** The parameters that are days. */
type DayName<Spec extends Parameters> = {
  [Name in keyof Spec & string]: RequestOf<Spec>[Name] extends Day ? Name : never;
}[keyof Spec & string];

interface LookupDeclaration<Spec extends Parameters, Row, Found extends object, ResultObject extends Result> {
  readonly setting: CareSetting;
  readonly about: Summary;
  readonly examples: readonly Example[];
  readonly tables: readonly Table[];
  /** Null where a lookup is a claim, as a stay is. */
  readonly claimLines: ClaimLines<ResultObject> | null;
  /** What a result shows to have been overlooked in its request. */
  readonly overlooked?: (result: ResultObject) => OverlookedParameter | null;
  readonly parameters: Spec;
  readonly knownValues?: KnownValues<keyof Spec & string>;
  /** The parameter whose day selects the rates. */
  readonly day: DayName<Spec>;
  readonly notation: Notation;
  readonly rules: LookupRules<RequestOf<Spec> & LookupRequest, Row, Found>;
  readonly fieldsOfOtherRows?: readonly (keyof ResultObject & string)[];
  readonly result: ResultMaker<RequestOf<Spec> & LookupRequest, Row, Found, ResultObject>;
}

/** Declares a lookup; the types of its request, rows and findings matter inside the state only. */
export function rateLookup<Spec extends Parameters, Row, Found extends object, ResultObject extends Result>(
  declaration: LookupDeclaration<Spec, Row, Found, ResultObject>,
): RateLookup {
  const { setting, about, examples, tables, parameters, day, notation, result } = declaration;
  const dayParameter = snakeCase(day);
  const fieldsOfOtherRows: readonly string[] = declaration.fieldsOfOtherRows ?? [];
  const compared = Object.keys(result.schema.properties).filter(
    (name) => name !== `${dayParameter}_used` && !fieldsOfOtherRows.includes(name),
  );
  return {
    setting,
    about,
    examples,
    tables,
    claimLines: declaration.claimLines as ClaimLines<Result> | null,
    overlooked: (declaration.overlooked as RateLookup["overlooked"] | undefined) ?? null,
    parameters,
    knownValues: declaration.knownValues ?? {},
    reader: requestReader(parameters) as unknown as RequestReader<LookupRequest>,
    resultSchema: result.schema,
    resultsJson: resultsJson(result.schema),
    rules: declaration.rules as unknown as RateLookup["rules"],
    result: result as unknown as RateLookup["result"],
    dayParameter,
    on: (request, other) => ({ ...request, [day]: other }),
    fieldsOfOtherRows,
    valuesOfPrice: recordReader(compared),
    pricer: (request, data) =>
      new RequestPricer(data, (request as unknown as Record<string, Day>)[day] as Day, dayParameter, notation),
  };
}

/** Where the fields of a lookup come from: text of a query string, or JSON of a batch item. */
export type Form = "fromQuery" | "fromItem";

/**
 * What a line of a claim has that a lookup has not: several modifiers, and units. A lookup gives the rate of one unit with one
 * modifier; this says how a rate becomes what the line should have been paid.
 */
export interface ClaimLines<ResultObject> {
  /** The tables that list procedures, with the column of their codes; groups of procedures are no procedures. */
  readonly procedures: readonly { readonly table: Table; readonly column: string }[];
  /** The modifiers that always ask for a price of their own; any other does where a row is published for it. */
  readonly modifiers: readonly string[];
  /** Modifiers that say what a parameter says. */
  readonly saidByModifiers?: readonly ModifierParameter<ResultObject>[];
  /** Whether a result pays rightly for a modifier that it does not show: it pays a share of charges, or a flag was sent that says the same. */
  readonly coversModifier?: (result: ResultObject, modifier: string) => boolean;
  /** Whether the rate is for one unit; otherwise it is for the whole line. */
  readonly isPerUnit: (result: ResultObject) => boolean;
  /** The most units that are paid, where the state publishes it. */
  readonly unitsMax: (result: ResultObject) => string | null;
}

/** A parameter that modifiers fill in while its own cell is empty. */
interface ModifierParameter<ResultObject> {
  /** Its name on the wire. */
  readonly parameter: string;
  /** The value that each modifier stands for. */
  readonly values: Readonly<Record<string, string>>;
  /** Whether a result is that of the value. Where none is, nothing is published for it, and the modifier fills in nothing; absent: it always does. */
  readonly isPublished?: (result: ResultObject, value: string) => boolean;
}

/** A parameter that was not sent although the result shows that it should have been, such as a newborn's that it is a child. */
export interface OverlookedParameter {
  /** Its name on the wire. */
  readonly parameter: string;
  readonly value: string;
  /** Why, as the beginning of a sentence: `593-4 is a DRG of newborns`. */
  readonly because: string;
}

/** For states that publish no limit of units. */
export const NO_UNITS_MAX = () => null;
