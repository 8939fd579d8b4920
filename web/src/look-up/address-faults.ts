import type { CatalogueSetting, CatalogueState } from "../api/catalogue.ts";

/** Of the address alone: they say what the parameters are parameters of. */
const PLACE = ["state", "setting"];

/**
 * What an address says that no lookup can mean, each as a sentence without its full stop. None of it may be passed over: the
 * price would be of something else than the address says.
 */
export function addressFaults(
  query: URLSearchParams,
  states: readonly CatalogueState[],
  { state, setting }: { readonly state: CatalogueState; readonly setting: CatalogueSetting },
): readonly string[] {
  const [askedState, askedSetting] = PLACE.map((name) => query.get(name)?.trim() ?? "");
  const twice = namesIn(query)
    .filter((name) => query.getAll(name).length > 1)
    .map((name) => `${name} is given ${query.getAll(name).length === 2 ? "twice" : "more than once"}`);
  if (askedState && !states.some(({ code }) => code === askedState)) {
    return [`${askedState} is not a state that this key is enabled for`, ...twice];
  }
  if (askedSetting && askedSetting !== setting.setting) {
    return [`${askedSetting} is not a setting of ${state.name}`, ...twice];
  }
  const known = new Set([...PLACE, ...setting.parameters.map(({ name }) => name)]);
  const unknown = namesIn(query).filter((name) => !known.has(name));
  return [...unknown.map((name) => `${name} is not a parameter of this lookup`), ...twice];
}

function namesIn(query: URLSearchParams): readonly string[] {
  return [...new Set(query.keys())];
}
