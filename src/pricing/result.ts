import { recordFrom } from "../core/runtime/records.ts";
import {
  type Field,
  type Fields,
  type ObjectOfFields,
  type ObjectSchema,
  objectOfFields,
} from "../core/schema/schema.ts";
import type { RateData } from "../dataset/table.ts";
import type { Outcome } from "./outcome.ts";

/** A result in JSON: the contract's field names. */
export type Result = Readonly<Record<string, unknown>>;

export interface WrittenResult {
  readonly result: Result;
}

/** A result, its outcome, and its provider row. */
export interface ProviderResult extends WrittenResult {
  readonly outcome: Outcome;
  readonly row: object | null;
}

export interface ResultInput<Request, Row, Found> {
  readonly request: Request;
  /** Null if no provider was found. */
  readonly provider: Row | null;
  readonly outcome: Outcome<Found>;
  readonly found: Found;
  readonly data: RateData;
  /** Null on identifier lookups. */
  readonly matchesTotal: number | null;
}

/** What the fields of a result are made from: shared values are computed once. */
interface ResultFacts<Request, Row, Found, Shared> extends ResultInput<Request, Row, Found> {
  readonly shared: Shared;
}

const BESIDE_PRICE = Symbol("beside price");

/** Declares that a field is no part of the price: it may change from day to day within the period of a price (conventions 3.5). */
export function besidePrice<Of extends Field<never>>(field: Of): Of {
  return { ...field, [BESIDE_PRICE]: true };
}

/** Makes the results of a lookup, with every field of the contract in its order. */
export interface ResultMaker<Request, Row, Found, ResultObject> {
  readonly schema: ObjectSchema<ResultObject>;
  /** The names of the fields that are declared with `besidePrice`. */
  readonly besidePrice: readonly string[];
  (
    request: Request,
    provider: Row | null,
    outcome: Outcome<Found>,
    data: RateData,
    matchesTotal: number | null,
  ): ResultObject;
}

/** Declares the results of a lookup: the values that fields share, and the fields, each with its schema and its value. */
export function resultOf<Request, Row, Found, Shared, Of extends Fields<ResultFacts<Request, Row, Found, Shared>>>(
  title: string,
  shared: (input: ResultInput<Request, Row, Found>) => Shared,
  fields: Of,
): ResultMaker<Request, Row, Found, ObjectOfFields<Of>> {
  const schema = objectOfFields(title, fields);
  const made = recordFrom(
    Object.entries(fields).map(([name, { value }]) => ({ name, value, isOptional: !schema.required.includes(name) })),
  ) as (facts: ResultFacts<Request, Row, Found, Shared>) => ObjectOfFields<Of>;
  const maker: (...input: Parameters<ResultMaker<Request, Row, Found, unknown>>) => ObjectOfFields<Of> = (
    request,
    provider,
    outcome,
    data,
    matchesTotal,
  ) => {
    const facts = { request, provider, outcome, found: outcome.found, data, matchesTotal, shared: null as Shared };
    facts.shared = shared(facts);
    return made(facts);
  };
  const beside = Object.keys(fields).filter((name) => BESIDE_PRICE in (fields[name] as object));
  return Object.assign(maker, { schema, besidePrice: beside });
}
