import { array, integer, named, nullable, object, type Schema, string, type ValueOf } from "../core/schema/schema.ts";
import { foldName } from "../core/text/folding.ts";
import { snakeCase } from "../core/text/spelling.ts";
import type { RateData } from "../dataset/table.ts";
import type { ProviderDefinition } from "../registry/definition.ts";
import type { ProviderDirectory } from "../registry/directory.ts";
import type { ProviderSearch, SearchRequest } from "./provider-search.ts";
import { required, searchLimit, text } from "./request/kinds.ts";
import type { Defaults } from "./request/parameter.ts";
import type { Result } from "./result.ts";

/*
 * Finding a provider from a text as people type it: an identifier with spaces and hyphens, or words of the name in any order. The
 * provider search of the contract stays exact (conventions 6); this is for people who choose one of the answers.
 */

export const findParameters = {
  text: required(
    text({
      description:
        "An identifier, with or without spaces, hyphens and a word such as NPI before it; or words of the name in any order.",
      example: "medical golden",
    }),
  ),
  limit: searchLimit,
};

const recognisedIdentifier = named(
  "RecognisedIdentifier",
  object("Recognised identifier", {
    parameter: string("The parameter of lookups and of the search that takes it."),
    number: string("The identifier, as that parameter takes it."),
  }),
);

const otherSpelling = named(
  "OtherSpelling",
  object("Other spelling", {
    text: string("A text to find instead, in capitals."),
    total_results: integer("How many match it."),
  }),
);

export function findSchema<Of>(record: Schema<Of>, title: string) {
  return object(title, {
    providers: array(
      record,
      "The first providers: those that the identifier names, those with the text in their name, then those with words that begin with its words.",
    ),
    total_results: integer("How many match, returned or not."),
    limit_applied: integer("The limit that was applied."),
    identifier: nullable(
      recognisedIdentifier,
      "The identifier that the text was read as; null where it is words of a name.",
    ),
    named_as_typed: integer(
      "How many providers have the text as it is in their name: those of a lookup by `provider_name`.",
    ),
    did_you_mean: array(
      otherSpelling,
      "Only where nothing matches: up to three texts with other spellings, one typing error away in each word of four letters or more.",
    ),
  });
}

export type FindAnswer<Of = Result> = ValueOf<ReturnType<typeof findSchema<Of>>>;

interface FindRequest {
  readonly text: string;
  readonly limit: number;
}

/** Providers that a typed text may mean. */
export async function answerFind(
  search: ProviderSearch,
  definition: ProviderDefinition,
  { text: typed, limit, ...defaults }: FindRequest & Defaults,
  directory: ProviderDirectory<unknown>,
  data: RateData,
): Promise<FindAnswer> {
  const identified = identifiedBy(typed, search, definition, directory, defaults);
  const folded = foldName(typed);
  const none = { total: 0, asTyped: 0, rows: [], spellings: [] };
  // An identifier that names a provider is not also searched for in names.
  const isNamed = folded !== "" && (identified === null || identified.rows.length === 0);
  const named = isNamed ? await directory.searchWords(folded, limit) : none;
  const plain = requestOf(search, {}, defaults);
  return {
    providers: [
      ...(identified?.rows ?? []).slice(0, limit).map((row) => search.record(identified?.request ?? plain, row, data)),
      ...named.rows.map((row) => search.record(plain, row, data)),
    ],
    total_results: (identified?.rows.length ?? 0) + named.total,
    limit_applied: limit,
    identifier: identified === null ? null : { parameter: identified.parameter, number: identified.number },
    named_as_typed: named.asTyped,
    // An NPI that no provider has is not a name with a typing error.
    did_you_mean: identified === null ? named.spellings.map(({ text, total }) => ({ text, total_results: total })) : [],
  };
}

interface Identified {
  readonly parameter: string;
  readonly number: string;
  readonly request: SearchRequest;
  readonly rows: readonly unknown[];
}

/** The identifier that a text is: one that a provider has, else a well-formed NPI; null where it is none. */
function identifiedBy(
  typed: string,
  search: ProviderSearch,
  definition: ProviderDefinition,
  directory: ProviderDirectory<unknown>,
  defaults: Defaults,
): Identified | null {
  let unknownNpi: Identified | null = null;
  for (const name of Object.keys(definition.identifiers)) {
    const kind = search.parameters[name]?.kind;
    for (const number of kind === undefined ? [] : numbersIn(typed)) {
      const parameter = snakeCase(name);
      const read = search.reader.fromQuery({ [parameter]: number }, defaults);
      if (!read.ok) continue;
      const rows = directory.find({ [name]: number }, null);
      const identified = { parameter, number, request: read.request, rows };
      if (rows.length > 0) return identified;
      if (kind === "npi") unknownNpi ??= identified;
    }
  }
  return unknownNpi;
}

/** Words before a number, such as "NPI:" or "Medicaid ID #". */
const LABEL = /^(?:npi[\s.:#]*|[a-z.]+[\s:#]+)+(?=\S*[0-9])/i;
const SEPARATORS = /[\s.:#–-]+/g;

/** The numbers that a text may be: as typed, and without a label, spaces and hyphens. */
function numbersIn(typed: string): readonly string[] {
  if (!/[0-9]/.test(typed)) return [];
  return [...new Set([typed, typed.replace(LABEL, "").replace(SEPARATORS, "")])];
}

function requestOf(
  search: ProviderSearch,
  fields: Readonly<Record<string, string>>,
  defaults: Defaults,
): SearchRequest {
  const read = search.reader.fromQuery(fields, defaults);
  if (!read.ok) throw new Error("A search without parameters was refused.");
  return read.request;
}
