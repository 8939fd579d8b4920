import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameter } from "../../pricing/request/parameter.ts";
import type { ProviderResult } from "../../pricing/result.ts";
import { Figure, Operation, type Term } from "../../pricing/worksheet/calculation.ts";

/** A parameter of a lookup, by its name in code. */
export interface NamedParameter {
  readonly name: string;
  readonly parameter: Parameter<unknown>;
}

/** What tells which values are worth trying: the lookup as it was sent, answered. */
export interface LookupAsSent {
  readonly lookup: RateLookup;
  readonly source: LookupSource;
  readonly results: readonly ProviderResult[];
}

/**
 * The values of a parameter that are tried, as texts; null: not sent. They come from its declaration and from what the release
 * says about this lookup, never from a list made for it.
 */
export function triedTexts(named: NamedParameter, answered: LookupAsSent): readonly (string | null)[] {
  const { kind, schema } = named.parameter;
  if (kind === "flag") return ["false", "true"];
  if (Array.isArray(schema.enum)) return [null, ...schema.enum.map(String)];
  if (kind === "count") return [null, ...once(counts(named, answered))];
  if (kind === "dollars") return [null, ...DOLLARS];
  return [null, ...once(openTexts(named, answered))];
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Nothing, and powers of ten: a claim of one dollar is below every cap, one of a billion above every threshold. */
const DOLLARS = ["0", "1", "10", "100", "1000", "10000", "100000", "1000000", "10000000", "100000000", "1000000000"];

/** Short stays and few units, a month, a season, and more than there is a rule for. */
const COUNTS = [1, 2, 3, 10, 16, 30, 60, 100, 1000];

/** The ends of the declared range, some counts in it, and those around the days that the calculation looks at. */
function counts({ parameter: { schema } }: NamedParameter, { results }: LookupAsSent): readonly string[] {
  const { minimum, maximum } = schema;
  const [least, most] = [Number(minimum), Number(maximum)];
  const published = results.flatMap(({ outcome }) => outcome.sheet.steps.flatMap(({ formula }) => daysIn(formula)));
  return [least, ...[...COUNTS, ...published].filter((each) => each > least && each < most), most]
    .sort((a, b) => a - b)
    .map(String);
}

/** The whole days below and above each figure of a formula that counts days, such as an average stay. */
function daysIn(term: Term | null): readonly number[] {
  if (term instanceof Operation) return term.of.flatMap(daysIn);
  if (!(term instanceof Figure) || term.unit !== "days") return [];
  const below = Math.floor(Number(term.value.text));
  return [below, below + 1];
}

/** Values of a parameter that reads any text of a form, such as a modifier: those that a declaration or a publication has. */
function openTexts({ name, parameter }: NamedParameter, { lookup, source, results }: LookupAsSent): readonly string[] {
  const { kind, schema, example } = parameter;
  const declared = [schema.default, example].filter((each) => typeof each === "string");
  const modifiers = kind === "modifier" ? (lookup.claimLines?.modifiers ?? []) : [];
  return [...declared, ...(lookup.knownValues[name]?.(source.data) ?? []), ...modifiers, ...published(name, results)];
}

/** What stands in the column of the same name of the rows that the calculation has looked at. */
function published(name: string, results: readonly ProviderResult[]): readonly string[] {
  const rows = results.flatMap(({ outcome: { sheet } }) => sheet.readings.rowsOn(sheet.day));
  return rows.flatMap(({ row }) => {
    const cell: unknown = Reflect.get(row, name);
    return typeof cell === "string" ? [cell] : [];
  });
}
