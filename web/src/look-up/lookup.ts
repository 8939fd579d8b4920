import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { API_PREFIX, RATE_PATHS } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import { billedFault } from "../answer/billed-limit.ts";
import type { CatalogueParameter, CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { type RequestState, useAnswer } from "../api/use-answer.ts";
import { comparedIn, comparedParameters, type Group } from "../beside-others/groups.ts";
import { valueText } from "../words/names.ts";
import { CODES, codesOfAddress } from "./codes.ts";
import { faultsOf } from "./faults.ts";
import { addressFaults } from "./look-up-view.tsx";
import { withoutIdleModifier } from "./modifiers.ts";
import { lackingIn, partsOfQuestion } from "./question-form.tsx";

/** A lookup as the address holds it: a state, a setting, and the parameters that were given. */
export interface Lookup {
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
  /** By the API's names; what is absent was not given. */
  readonly fields: Readonly<Record<string, string>>;
  /** The providers that the reader compares it with; absent: those that the page chooses. */
  readonly compared?: Group;
  /** The codes that were typed together, of which one is looked up; absent where it was typed alone. */
  readonly codes?: readonly string[];
  /** The units of the claim line as they were typed; absent where none were. */
  readonly units?: string;
  /** What was billed for the claim line, in dollars and cents; absent where it is not known. */
  readonly billed?: string;
}

/** The part of an address with the units of the claim line: the page's, no parameter of the API. */
export const UNITS = "units";

/** The part with what was billed for the line, which a link from a repriced file has. */
export const BILLED = "billed";

/** Longer texts are no units; an address may have any. */
const UNITS_CHARACTERS_MAX = 40;

/** The endpoints of a rate lookup. */
type RateEndpoint = "" | "/explain" | "/history" | "/compare" | "/options" | "/what-if" | "/benchmark";

/** The lookup of an address, and what of the address is no part of it. */
export interface AddressLookup {
  readonly lookup: Lookup;
  /** Each as a sentence without its full stop. If there is any, the lookup differs from the address and must not be priced. */
  readonly notUnderstood: readonly string[];
  /** What was left out of the address, and why that does not change the price; null: nothing. */
  readonly leftOut: string | null;
}

/**
 * The lookup of an address. A missing state or setting is the first one; an empty address or an unknown place becomes the first
 * example, so that the page never opens empty. What is not understood is left out and reported.
 */
export function lookupIn(query: URLSearchParams, states: readonly CatalogueState[]): AddressLookup | null {
  const place = placeIn(query, states);
  if (place === null) return null;
  const { state, setting, isAsRequested } = place;
  const notUnderstood = addressFaults(query, states, place);
  if (query.size === 0 || !isAsRequested) {
    return { lookup: { state, setting, fields: setting.examples[0]?.query ?? {} }, notUnderstood, leftOut: null };
  }
  const given = setting.parameters.flatMap(({ name }) => {
    const [value = "", ...others] = query.getAll(name).map((each) => each.trim());
    // Of two values neither is the one that was meant.
    return value === "" || others.length > 0 ? [] : [[name, value] as const];
  });
  const { fields, leftOut } = withoutIdleModifier(Object.fromEntries(given), place);
  const codes = codesOfAddress(query);
  const compared = comparedIn(query, place);
  const units = (query.get(UNITS) ?? "").trim().slice(0, UNITS_CHARACTERS_MAX);
  // Of two amounts neither is the one that was billed.
  const [billed = "", ...otherBilled] = query.getAll(BILLED).map((each) => each.trim());
  const lookup = {
    state,
    setting,
    fields,
    ...(codes.length < 2 ? {} : { codes }),
    ...(compared === undefined ? {} : { compared }),
    ...(units === "" ? {} : { units }),
    ...(billed === "" || otherBilled.length > 0 || billedFault(billed) !== null ? {} : { billed }),
  };
  return { lookup, notUnderstood, leftOut };
}

/** The state and setting of an address, or what stands in for those that the key does not have. */
function placeIn(query: URLSearchParams, states: readonly CatalogueState[]) {
  const [stateCode, settingName] = ["state", "setting"].map((name) => query.get(name)?.trim() ?? "");
  const state = states.find(({ code }) => code === stateCode) ?? states[0];
  const setting = state?.settings.find((each) => each.setting === settingName) ?? state?.settings[0];
  if (state === undefined || setting === undefined) return null;
  const isAsRequested = [state.code, ""].includes(stateCode ?? "") && [setting.setting, ""].includes(settingName ?? "");
  return { state, setting, isAsRequested };
}

/** Where the page shows a lookup. */
export function addressOfLookup({
  state,
  setting,
  fields,
  compared,
  codes = [],
  units = "",
  billed = "",
}: Lookup): string {
  return addressText("/", {
    state: state.code,
    setting: setting.setting,
    ...fields,
    [CODES]: codes.join(","),
    [UNITS]: units,
    [BILLED]: billed,
    ...comparedParameters(compared),
  });
}

/** Where the API answers it. */
export function ratePath(
  { state, setting, fields }: Lookup,
  endpoint: RateEndpoint,
  others: Readonly<Record<string, string>> = {},
): string {
  return addressText(`${API_PREFIX}/${state.code}${RATE_PATHS[setting.setting]}${endpoint}`, { ...fields, ...others });
}

/**
 * The lookup with some facts changed; null removes one. What was billed is of one claim line: of its provider and day. Facts of an
 * example, such as a child patient, are none of the reader's claim: they go with the provider or the code of the example.
 */
export function withFields(lookup: Lookup, changes: Readonly<Record<string, string | null>>): Lookup {
  const { compared, billed, ...others } = lookup;
  const isChanged = ({ name }: CatalogueParameter) =>
    (changes[name] ?? "") !== "" && changes[name] !== lookup.fields[name];
  const { identifiers, code } = partsOfQuestion(lookup.setting);
  const isOther = identifiers.some(isChanged);
  const isOtherClaim = isOther || (code !== null && isChanged(code));
  const before = isOtherClaim && isExample(lookup) ? withoutFacts(lookup) : lookup.fields;
  const fields = Object.entries({ ...before, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== "",
  );
  // Another provider has other neighbors: the page chooses them again.
  const keptGroup = compared === undefined || isOther ? {} : { compared };
  const day = lookup.setting.day_parameter;
  const isOtherDay = day in changes && (changes[day] ?? "") !== (lookup.fields[day] ?? "");
  const keptBilled = billed === undefined || isOther || isOtherDay ? {} : { billed };
  return { ...others, fields: Object.fromEntries(fields), ...keptGroup, ...keptBilled };
}

/** Whether nothing but the day differs from an example. */
function isExample({ setting, fields }: Lookup): boolean {
  const withoutDay = (query: Readonly<Record<string, string>>) =>
    JSON.stringify(
      Object.entries(query)
        .filter(([name]) => name !== setting.day_parameter)
        .sort(),
    );
  return setting.examples.some(({ query }) => withoutDay(query) === withoutDay(fields));
}

/** The provider, the code, the day and what every lookup needs. */
function withoutFacts({ setting, fields }: Lookup): Readonly<Record<string, string>> {
  const { identifiers, code, day } = partsOfQuestion(setting);
  const kept = [...identifiers, code, day].flatMap((parameter) => parameter?.name ?? []);
  const required = setting.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => [...kept, ...required].includes(name)));
}

/**
 * The first example of another state or setting: neither codes nor providers of one mean anything in another, and an example
 * shows what does. The day that was given stays, or a price would silently be of another period.
 */
export function otherPlace(lookup: Lookup, state: CatalogueState, setting: CatalogueSetting): Lookup {
  const day = lookup.fields[lookup.setting.day_parameter];
  const fields = setting.examples[0]?.query ?? {};
  return { state, setting, fields: day === undefined ? fields : { ...fields, [setting.day_parameter]: day } };
}

export function isSameLookup(one: Lookup, other: Lookup): boolean {
  return lookupText(one) === lookupText(other);
}

function lookupText({ state, setting, fields, codes = [], units = "", billed = "" }: Lookup): string {
  return JSON.stringify([state.code, setting.setting, Object.entries(fields).sort(), codes, units, billed]);
}

/** What the answer knows about the question. */
export interface KnownOfAnswer {
  /** The error of each field, in the page's words. */
  readonly faults: Readonly<Record<string, string>>;
  /** The default of each parameter that was not sent, if it was used. */
  readonly assumed: Readonly<Record<string, string>>;
  /** How each parameter was understood, including defaults. */
  readonly understood: Explanation["request"];
  /** A parameter value that would give a price, and why. */
  readonly remedies: readonly { readonly parameter: string; readonly value: string; readonly why: string }[];
  /** A member of the results when they all agree. */
  readonly said: (member: string) => string | null;
  /** The values of a member, one for each result. */
  readonly values: (member: string) => readonly unknown[];
}

/** The answer to this lookup, requested once for both parts; `isPriced`: whether the lookup is priced. */
export function useKnownOfAnswer(lookup: Lookup, isPriced: boolean): KnownOfAnswer {
  const isAskable = isPriced && lackingIn(lookup).length === 0;
  return knownOf(useAnswer<Explanation>(isAskable ? ratePath(lookup, "/explain") : null), lookup);
}

export function knownOf(request: RequestState<Explanation>, lookup: Lookup): KnownOfAnswer {
  const answer = request.state === "answered" ? request.answer : null;
  const explanation = answer?.ok === true ? answer.body : null;
  const results = explanation?.explanations ?? [];
  return {
    faults: answer?.ok === false ? faultsOf(answer.problem, lookup) : {},
    assumed: assumedIn(explanation?.assumptions ?? []),
    understood: explanation?.request ?? {},
    remedies: (results[0]?.no_rate?.remedy ?? []).flatMap(({ parameter, value, why }) =>
      value === null ? [] : [{ parameter, value, why }],
    ),
    values: (member) => results.map(({ result }) => result[member]),
    said: (member) => {
      const said = new Set(results.map(({ result }) => result[member]));
      const [only] = said;
      return said.size === 1 && typeof only === "string" && only !== "" ? only : null;
    },
  };
}

/** "Default: Medicine, the most common one of the code that has a price". Providers of one name can differ in it. */
function assumedIn(assumptions: Explanation["assumptions"]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { parameter, value, reason } of assumptions) {
    const text = `Default: ${valueText(value)}, ${reason.replace(/^not sent: /, "")}`;
    texts[parameter] =
      texts[parameter] === undefined || texts[parameter] === text ? text : "The default differs by provider";
  }
  return texts;
}
