import type { Example, RateLookup } from "../pricing/lookup.ts";
import type { CareSetting } from "../providers/definition.ts";
import type { Parameter, Parameters } from "../request/parameter.ts";
import type { ObjectSchema } from "../schema/schema.ts";
import type { State } from "../state/state.ts";
import { snakeCase } from "../text/spelling.ts";
import type { Endpoint } from "./exchange.ts";

/* What can be asked, for programs that make forms of it, the page at `/` first: nothing about a state is written there. */

export const CATALOGUE_PATH = "/catalogue.json";

/** One parameter of an endpoint, from the declaration that also reads it. */
export interface CatalogueParameter {
  readonly name: string;
  /** What its values are: `code`, `day`, `choice`, `flag` and so on. */
  readonly kind: string;
  readonly description: string;
  readonly required: boolean;
  readonly identifies_provider: boolean;
  /** As OpenAPI has it: with the values of a choice as `enum`, and as `default` what its absence stands for. */
  readonly schema: Parameter<unknown>["schema"];
}

/** A lookup of one setting. */
export interface CatalogueSetting {
  readonly setting: CareSetting;
  readonly summary: string;
  readonly description: string;
  /** The parameter whose day selects the rates. */
  readonly day_parameter: string;
  readonly parameters: readonly CatalogueParameter[];
  /** What the figures of its results are, by their field names, which explanations name figures by too. */
  readonly figures: Readonly<Record<string, string>>;
  readonly examples: readonly Example[];
}

export interface CatalogueState {
  readonly code: string;
  readonly name: string;
  readonly settings: readonly CatalogueSetting[];
  readonly search: { readonly parameters: readonly CatalogueParameter[] };
}

export interface Catalogue {
  readonly states: readonly CatalogueState[];
}

/** What every state can be asked, from the declarations that also serve the requests. */
export function catalogueOf(states: readonly State[]): Catalogue {
  return {
    states: states.map(({ code, name, lookups, search }) => ({
      code,
      name,
      settings: lookups.map(settingOf),
      search: { parameters: listed(search.parameters) },
    })),
  };
}

function settingOf({ setting, about, dayParameter, parameters, resultSchema, examples }: RateLookup): CatalogueSetting {
  return {
    setting,
    summary: about.summary,
    description: about.description,
    day_parameter: dayParameter,
    parameters: listed(parameters),
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
    Object.entries(properties).flatMap(([name, { type, format, description }]) =>
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
    exchange.header("cache-control", "no-cache").sendJson(json);
  };
}
