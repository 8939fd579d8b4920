import type { Day } from "../core/calendar/day.ts";
import { recordReader } from "../core/runtime/records.ts";
import type { ObjectSchema } from "../core/schema/schema.ts";
import { acronymsIn } from "../core/text/labels.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { RateData, Table } from "../dataset/table.ts";
import type { CareSetting } from "../registry/definition.ts";
import type { ClaimField, ClaimFields } from "./claim-fields.ts";
import { type ResultsJson, resultsJson } from "./json-writer.ts";
import type { NoRate } from "./no-rate.ts";
import { type Outcome, RequestPricer } from "./outcome.ts";
import type { SearchedName } from "./request/kinds.ts";
import type { Parameters, RequestOf } from "./request/parameter.ts";
import { type RequestReader, requestReader } from "./request/read.ts";
import type { Result, ResultMaker } from "./result.ts";
import type { Notation } from "./worksheet/line.ts";

/** The parameters of every rate lookup, and today's date of the service. */
export interface LookupRequest {
  readonly today: Day;
  readonly referenceId: string | null;
  readonly npi: string | null;
  readonly providerName: SearchedName | null;
}

/** Why no provider is priced, what was found before, and the provider of the single result. */
export interface Refused<Found, Row> {
  readonly noRate: NoRate;
  readonly found: Found;
  readonly about: Row | null;
}

/** The matching rows to price, or why there are none. */
export type Selection<Found, Row> = { readonly rows: readonly Row[] } | Refused<Found, Row>;

/** The rules of one state and setting. `answer.ts` finds, counts, limits and orders providers for all states. */
interface LookupRules<Request extends LookupRequest, Row, Found extends object> {
  /** The rows of an identifier lookup that are priced. */
  readonly select: (request: Request, matching: readonly Row[], data: RateData) => Selection<Found, Row>;
  /** Whether a lookup by name alone considers this row; depends on its class only. */
  readonly considersByName: (request: Request, row: Row) => boolean;
  /** The outcomes of one provider row, in the order of the state's page. */
  readonly workOut: (request: Request, row: Row, pricer: RequestPricer) => readonly Outcome<Found>[];
  /** The provider type a row is priced as; outpatient types without a result that counts are left out (3.4). */
  readonly typeAsPriced: ((request: Request, row: Row) => string) | null;
  /** No row matches the identifiers sent. */
  readonly noProvider: (request: Request, data: RateData) => Refused<Found, Row>;
  /**
   * A lookup by name alone without a qualifying provider. `nameMatches`: some row has the name; `considersAny`: the
   * lookup considers one of them (`considersByName`).
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

/** Known values of parameters, from the release or the page. */
type KnownValues<Name extends string> = { readonly [Each in Name]?: (data: RateData) => readonly string[] };

/** A rate lookup as HTTP, the command line and the documentation see it. */
export interface RateLookup {
  readonly setting: CareSetting;
  readonly about: Summary;
  /** What it is about the provider that decides the rate, in a sentence: which NPI of a claim is meant. */
  readonly ratesOfProvider: string;
  readonly examples: readonly Example[];
  /**
   * The dated tables of its prices, in the order of the page, without parameters. A price that reads an empty one is
   * incomplete (`src/answers/caveats.ts`).
   */
  readonly tables: readonly Table[];
  /** How it prices claim lines; null if the lookup is a whole claim, such as a stay. */
  readonly claimLines: ClaimLines<Result> | null;
  /** The parameters that a claim in X12 says something about, by name on the wire. */
  readonly claimFields: ReadonlyMap<string, ClaimField>;
  /** Finds a parameter that the result shows to be missing from the request; null without such a rule. */
  readonly overlooked: ((result: Result) => OverlookedParameter | null) | null;
  readonly parameters: Parameters;
  /** For parameters that accept any text of a form: the values that the rules distinguish, by name in code. */
  readonly knownValues: KnownValues<string>;
  readonly reader: RequestReader<LookupRequest>;
  readonly resultSchema: ObjectSchema<Result>;
  /** Words that its declarations write in capitals, for labels. */
  readonly acronyms: ReadonlySet<string>;
  readonly resultsJson: ResultsJson;
  readonly rules: LookupRules<LookupRequest, unknown, object>;
  /** The parameter whose day selects the rates: `date_of_service`. */
  readonly dayParameter: string;
  /** The request on another day. */
  readonly on: (request: LookupRequest, day: Day) => LookupRequest;
  /** The values compared between days: those of all fields that are part of the price. */
  readonly valuesOfPrice: (result: Result) => readonly unknown[];
  readonly pricer: (request: LookupRequest, data: RateData) => RequestPricer;
  readonly result: ResultMaker<LookupRequest, unknown, unknown, Result>;
}

type DayName<Spec extends Parameters> = {
  [Name in keyof Spec & string]: RequestOf<Spec>[Name] extends Day ? Name : never;
}[keyof Spec & string];

interface LookupDeclaration<Spec extends Parameters, Row, Found extends object, ResultObject extends Result> {
  readonly setting: CareSetting;
  readonly about: Summary;
  readonly ratesOfProvider: string;
  readonly examples: readonly Example[];
  readonly tables: readonly Table[];
  readonly claimLines: ClaimLines<ResultObject> | null;
  readonly claimFields: ClaimFields<Spec>;
  readonly overlooked?: (result: ResultObject) => OverlookedParameter | null;
  readonly parameters: Spec;
  readonly knownValues?: KnownValues<keyof Spec & string>;
  readonly day: DayName<Spec>;
  readonly notation: Notation;
  readonly rules: LookupRules<RequestOf<Spec> & LookupRequest, Row, Found>;
  readonly result: ResultMaker<RequestOf<Spec> & LookupRequest, Row, Found, ResultObject>;
}

/** Declares a lookup; the types of its request, rows and findings matter inside the state only. */
export function rateLookup<Spec extends Parameters, Row, Found extends object, ResultObject extends Result>(
  declaration: LookupDeclaration<Spec, Row, Found, ResultObject>,
): RateLookup {
  const { setting, about, ratesOfProvider, examples, tables, parameters, day, notation, result } = declaration;
  const dayParameter = snakeCase(day);
  const compared = Object.keys(result.schema.properties).filter((name) => !result.besidePrice.includes(name));
  return {
    setting,
    about,
    ratesOfProvider,
    examples,
    tables,
    claimLines: declaration.claimLines as ClaimLines<Result> | null,
    claimFields: new Map(
      Object.entries<ClaimField | undefined>(declaration.claimFields).flatMap(([name, field]) =>
        field === undefined ? [] : [[snakeCase(name), field] as const],
      ),
    ),
    overlooked: (declaration.overlooked as RateLookup["overlooked"] | undefined) ?? null,
    parameters,
    knownValues: declaration.knownValues ?? {},
    reader: requestReader(parameters) as unknown as RequestReader<LookupRequest>,
    resultSchema: result.schema,
    acronyms: acronymsIn(textsOf(about.description, parameters, result.schema)),
    resultsJson: resultsJson(result.schema),
    rules: declaration.rules as unknown as RateLookup["rules"],
    result: result as unknown as RateLookup["result"],
    dayParameter,
    on: (request, other) => ({ ...request, [day]: other }),
    valuesOfPrice: recordReader(compared),
    pricer: (request, data) =>
      new RequestPricer(data, (request as unknown as Record<string, Day>)[day] as Day, dayParameter, notation),
  };
}

/** What a lookup says of itself: the acronyms of its state are written in capitals there. */
function textsOf(about: string, parameters: Parameters, { properties }: ObjectSchema): readonly string[] {
  const fields = Object.values(properties).flatMap(({ description = "" }) => description);
  return [about, ...Object.values(parameters).map(({ description }) => description), ...fields];
}

/** Where the fields of a lookup come from: text of a query string, or JSON of a batch item. */
export type Form = "fromQuery" | "fromItem";

/**
 * Pricing of claim lines, which have several modifiers and units. A lookup gives the rate of one unit with one
 * modifier; this says how that becomes the expected payment of the line.
 */
export interface ClaimLines<ResultObject> {
  /** The tables that list procedures (not groups of them), with the column of their codes. */
  readonly procedures: readonly { readonly table: Table; readonly column: string }[];
  /** The tables that list groups of procedures (EAPG, APG), where the lookup takes them as codes; absent: none. */
  readonly groups?: readonly CodeGroups[];
  /**
   * Types of providers whose price includes what the state pays for the facility, as results name them. Such a price is
   * not an office rate.
   */
  readonly facilityTypes: readonly string[];
  /** Modifiers that always have their own price; any other has one if a row is published for it. */
  readonly modifiers: readonly string[];
  /** Modifiers that set a parameter. */
  readonly saidByModifiers?: readonly ModifierParameter<ResultObject>[];
  /**
   * Whether a result is right for a modifier that it does not show: it pays a share of charges, or an equivalent flag
   * was sent.
   */
  readonly coversModifier?: (result: ResultObject, modifier: string) => boolean;
  /** Whether the rate is for one unit; otherwise it is for the whole line. */
  readonly isPerUnit: (result: ResultObject) => boolean;
  /** The most units that are paid, where the state publishes it. */
  readonly unitsMax: (result: ResultObject) => string | null;
}

/** A table of groups of procedures, with the column of their codes. */
interface CodeGroups {
  readonly table: Table;
  readonly column: string;
  /** What a lookup of such a code is sent beside it, by name on the wire: the code system, where the form of the code does not tell. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A parameter that modifiers fill in while its own cell is empty. */
interface ModifierParameter<ResultObject> {
  /** Its name on the wire. */
  readonly parameter: string;
  /** The value that each modifier stands for. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * Whether the result is for this value. If not, nothing is published for it and the modifier sets nothing. Absent:
   * always true.
   */
  readonly isPublished?: (result: ResultObject, value: string) => boolean;
}

/** A parameter that should have been sent, as the result shows: a newborn's DRG without the child flag. */
export interface OverlookedParameter {
  /** Its name on the wire. */
  readonly parameter: string;
  readonly value: string;
  /** Start of the sentence with the reason: `593-4 is a DRG of newborns`. */
  readonly because: string;
}

/** For states that publish no limit of units. */
export const NO_UNITS_MAX = () => null;
