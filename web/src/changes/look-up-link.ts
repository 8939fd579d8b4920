import type { CatalogueParameter, CatalogueSetting, CatalogueState } from "../api/catalogue.ts";
import { addressOfLookup } from "../look-up/lookup.ts";
import type { ReleaseChange } from "./diff.ts";

/** The columns of keys that hold the code of a procedure, as the tables of states name them. */
const CODE_COLUMNS = ["billing_code", "procedure_code", "code"];

/**
 * Where the code of a change is looked up on the first day that it is about; null where the change is about no code, or where
 * it is not clear which setting would price it. Other columns of the key come along where the lookup has them.
 */
export function lookUpAddress({ table, key, from }: ReleaseChange, states: readonly CatalogueState[]): string | null {
  // Lists without periods hold no rates: a code there may be one of a provider type.
  if (from === null) return null;
  const state = states.find(({ code }) => table.startsWith(`${code}/`));
  const code = CODE_COLUMNS.map((column) => key[column] ?? null).find((value) => value !== null) ?? null;
  if (state === undefined || code === null) return null;
  const priced = state.settings.flatMap((setting) => {
    const parameter = setting.parameters.find(({ kind, required }) => kind === "code" && required);
    return parameter !== undefined && accepts(parameter, code) ? [{ setting, parameter }] : [];
  });
  const [only] = priced;
  if (only === undefined || priced.length > 1) return null;
  const { setting, parameter } = only;
  const fields = { ...sharedFields(setting, key), [parameter.name]: code, [setting.day_parameter]: from };
  return addressOfLookup({ state, setting, fields });
}

/** What the key says of the claim, in the words of the lookup. */
function sharedFields(setting: CatalogueSetting, key: ReleaseChange["key"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    setting.parameters.flatMap((parameter) => {
      const value = key[parameter.name] ?? null;
      return value !== null && value !== "" && accepts(parameter, value) ? [[parameter.name, value]] : [];
    }),
  );
}

/** Whether a parameter takes a value, as far as its schema says. */
function accepts({ schema }: CatalogueParameter, value: string): boolean {
  const { pattern, enum: values } = schema;
  if (Array.isArray(values) && !values.includes(value)) return false;
  return typeof pattern !== "string" || new RegExp(pattern).test(value);
}
