import {
  anyObject,
  array,
  boolean,
  type ObjectSchema,
  object,
  record,
  type Schema,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { sharedTables } from "../../dataset/medicare-tables.ts";
import { titleOf } from "../../dataset/table.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameter, Parameters } from "../../pricing/request/parameter.ts";
import { programName, type State } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import { type Endpoint, MEDIA_TYPES } from "./exchange.ts";

/* The lookups of every state, for programs that build forms from them, such as the page at `/`: it contains nothing about a state. */

export const CATALOGUE_PATH = "/catalogue.json";

/** One parameter of an endpoint, from the declaration that also reads it. */
const parameter = object("Catalogue parameter", {
  name: string("As the endpoint calls it."),
  kind: string("What its values are: code, day, choice, flag, count, dollars, npi, modifier or text."),
  description: string("The description."),
  required: boolean("Whether every request needs it."),
  identifies_provider: boolean("Whether it is one of the provider identifiers."),
  // With the values of a choice as `enum`, and as `default` what its absence stands for.
  schema: anyObject<Parameter<unknown>["schema"]>("Its JSON Schema, as in this document."),
});

const parameters = array(parameter, "In the contract's order.");

/** A lookup of one setting. */
const setting = object("Catalogue setting", {
  setting: string("The setting, as in the path.") as Schema<CareSetting>,
  summary: string("What is looked up, in a few words."),
  description: string("How it is priced."),
  day_parameter: string("The parameter whose day selects the rates."),
  parameters,
  modifier_parameters: array(
    object("Catalogue modifier parameter", {
      modifier: string("The modifier of a claim line."),
      parameter: string("The parameter that it stands for."),
      value: string("The value to send."),
    }),
    "Modifiers of claim lines that are sent as another parameter.",
  ),
  // By field names, which explanations name figures by too.
  figures: record(string("The meaning."), "The meaning of the figures of its results, by their field names."),
  examples: array(
    object("Catalogue example", {
      title: string("What it shows."),
      query: record(string("Its value."), "The parameters to send."),
    }),
    "Lookups that show what there is.",
  ),
});

const stateInCatalogue = object("Catalogue state", {
  code: string("The state's path prefix."),
  name: string("The state's name."),
  program: string("What its Medicaid program is called: Medi-Cal, Florida Medicaid."),
  settings: array(setting, "The settings that it prices."),
  words: record(string("In words."), "The values of its parameters and results in words; others are words already."),
  search: { ...object("Catalogue search", { parameters }), description: "The provider search." },
});

const tableInWords = object("Catalogue table", {
  name: string("What readers call it."),
  words: record(string("In words."), "Its columns and values whose names do not say what they are."),
});

export const catalogueSchema = object("Catalogue", {
  states: array(stateInCatalogue, "The states of the service."),
  tables: record(tableInWords, "The tables of datasets in words, by their names."),
});

export type CatalogueParameter = ValueOf<typeof parameter>;
export type CatalogueSetting = ValueOf<typeof setting>;
export type CatalogueState = ValueOf<typeof stateInCatalogue>;
export type Catalogue = ValueOf<typeof catalogueSchema>;

/** The lookups and searches of every state, from the declarations that also serve the requests. */
export function catalogueOf(states: readonly State[]): Catalogue {
  const tables = [...states.flatMap((state) => state.tables), ...sharedTables];
  return {
    tables: Object.fromEntries(tables.map((table) => [titleOf(table), { name: table.called, words: table.words }])),
    states: states.map((state) => ({
      code: state.code,
      name: state.name,
      program: programName(state),
      settings: state.lookups.map(settingOf),
      words: state.valueWords,
      search: { parameters: listed(state.search.parameters) },
    })),
  };
}

function settingOf(lookup: RateLookup): CatalogueSetting {
  const { setting, about, dayParameter, parameters, claimLines, resultSchema, examples } = lookup;
  return {
    setting,
    summary: about.summary,
    description: about.description,
    day_parameter: dayParameter,
    parameters: listed(parameters),
    modifier_parameters: (claimLines?.saidByModifiers ?? []).flatMap(({ parameter, values }) =>
      Object.entries(values).map(([modifier, value]) => ({ modifier, parameter, value })),
    ),
    figures: figuresIn(resultSchema),
    examples,
  };
}

function listed(parameters: Parameters): readonly CatalogueParameter[] {
  return Object.entries(parameters).map(([key, parameter]) => ({
    name: snakeCase(key),
    kind: parameter.kind,
    description: parameter.description,
    required: parameter.required,
    identifies_provider: parameter.identifiesProvider,
    schema: parameter.schema,
  }));
}

/** The fields of a result that hold a figure, as the schema describes them. */
function figuresIn({ properties }: ObjectSchema): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type, format, description = "" }]) =>
      format === "decimal" || [type].flat().some((each) => each === "integer" || each === "number")
        ? [[name, description]]
        : [],
    ),
  );
}

/** GET /catalogue.json. Open to everyone, as the OpenAPI document is, and a hundredth of its size. */
export function catalogueEndpoint(states: readonly State[]): Endpoint {
  const json = Buffer.from(JSON.stringify(catalogueOf(states)));
  return (exchange) => {
    exchange.sendTagged(MEDIA_TYPES.json, json, "no-cache");
  };
}
