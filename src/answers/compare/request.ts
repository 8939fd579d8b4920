import { snakeCase } from "../../core/text/spelling.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { listOf } from "../../pricing/request/lists.ts";
import type { Parameter, Parameters } from "../../pricing/request/parameter.ts";
import { type Read, type RequestFault, requestReader } from "../../pricing/request/read.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReadParameters } from "../answer.ts";
import { COMPARED_MAX } from "./limits.ts";

/** As many codes of the longest kind, 20 characters, with a comma and white space between them. */
const CODES_CHARACTERS_MAX = 24 * COMPARED_MAX;

const CODE_KEY = "billingCode";
const CODE = "billing_code";
const CODES = "billing_codes";

type Values = LookupRequest & Readonly<Record<string, unknown>>;

/** One code over several providers, or one provider over several codes. */
export type ComparisonRequest =
  | {
      readonly kind: "providers";
      /** The filters of the provider search included. */
      readonly request: Values;
    }
  | {
      readonly kind: "codes";
      /** The lookup of each code. */
      readonly requests: readonly Values[];
    };

/**
 * The parameters of a comparison: those of the lookup, a list of codes, and the filters of the state's provider search. A
 * parameter that both have (the provider's type) chooses providers and is part of each lookup.
 */
export function comparisonParameters(state: State, lookup: RateLookup): ReadParameters<ComparisonRequest> {
  const { parameters: ofLookup } = lookup;
  const code = ofLookup[CODE_KEY] as Parameter<unknown>;
  const onlyFilters = Object.keys(state.providers.filters).filter((key) => !(key in ofLookup));
  const parameters: Parameters = {
    ...Object.fromEntries(
      Object.entries(ofLookup).map(([key, parameter]) => [key, { ...parameter, ...LEFT_TO_COMPARISON }]),
    ),
    billingCodes: codesLike(code),
    ...Object.fromEntries(onlyFilters.map((key) => [key, state.search.parameters[key] as Parameter<unknown>])),
  };
  const reader = requestReader(parameters);
  const exact = Object.keys(state.providers.identifiers);
  const choosing = [...exact, "providerName", ...Object.keys(state.providers.filters)];

  function providersCompared(request: Values): Read<ComparisonRequest> {
    const faults: RequestFault[] = [];
    if (request[CODE_KEY] === null && code.required) faults.push(noCode());
    if (!isAnySent(request, choosing)) faults.push(nobodyChosen(choosing));
    return faults.length > 0 ? { ok: false, faults } : { ok: true, request: { kind: "providers", request } };
  }

  function codesCompared(request: Values, codes: readonly unknown[]): Read<ComparisonRequest> {
    const faults: RequestFault[] = [];
    if (request[CODE_KEY] !== null) faults.push(bothCodes());
    if (!isAnySent(request, exact)) faults.push(noProvider(exact));
    for (const key of onlyFilters) if (request[key] !== null) faults.push(filterOfCodes(key));
    if (faults.length > 0) return { ok: false, faults };
    return { ok: true, request: { kind: "codes", requests: codes.map((each) => ({ ...request, [CODE_KEY]: each })) } };
  }

  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return read;
      const { billingCodes, ...request } = read.request as unknown as Values & {
        readonly billingCodes: readonly unknown[] | null;
      };
      return billingCodes === null ? providersCompared(request) : codesCompared(request, billingCodes);
    },
  };
}

/** What is needed depends on what is compared. */
const LEFT_TO_COMPARISON = { required: false, identifiesProvider: false } as const;

function codesLike(code: Parameter<unknown>): Parameter<readonly unknown[] | null> {
  const description = `Up to ${COMPARED_MAX} values of ${CODE} with commas between them, to compare them at one provider.`;
  return listOf(code, { description }, { membersMax: COMPARED_MAX, charactersMax: CODES_CHARACTERS_MAX });
}

function isAnySent(request: Values, keys: readonly string[]): boolean {
  return keys.some((key) => (request[key] ?? null) !== null);
}

function noCode(): RequestFault {
  const message = `${CODE} is required to compare providers; send ${CODES} instead to compare codes at one provider.`;
  return { field: CODE, code: "missing_parameter", message };
}

function bothCodes(): RequestFault {
  const message = `${CODES} is not valid beside ${CODE}: send ${CODE} to compare providers, or ${CODES} to compare codes.`;
  return { field: CODES, code: "invalid_parameter", message };
}

function nobodyChosen(keys: readonly string[]): RequestFault {
  const names = keys.map(snakeCase);
  const message = `Send at least one of ${names.join(", ")}: they say which providers are compared.`;
  return { field: names[0] as string, code: "missing_provider_identifier", message };
}

function noProvider(keys: readonly string[]): RequestFault {
  const names = keys.map(snakeCase);
  const message = `Send at least one of ${names.join(", ")}: ${CODES} are compared at one provider.`;
  return { field: names[0] as string, code: "missing_provider_identifier", message };
}

function filterOfCodes(key: string): RequestFault {
  const field = snakeCase(key);
  const message = `${field} is not valid beside ${CODES}: it chooses among providers, which are compared by one ${CODE}.`;
  return { field, code: "invalid_parameter", message };
}
