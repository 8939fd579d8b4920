import type { Result } from "../../../src/pricing/result.ts";
import type { CatalogueSetting } from "../api/catalogue.ts";

const PREFIX = "available_";

/** What else could have been asked for: values of one parameter. */
interface Available {
  /** `procedure_types` */
  readonly name: string;
  /** The parameter to send one of them in; null where the setting has none. */
  readonly parameter: string | null;
  readonly values: readonly string[];
}

/** The lists of a result that say what else was available, with the parameter of their name in the singular. */
export function availableIn(result: Result, { parameters }: CatalogueSetting): readonly Available[] {
  return Object.entries(result).flatMap(([field, values]) => {
    if (!field.startsWith(PREFIX) || !Array.isArray(values) || values.length === 0) return [];
    const name = field.slice(PREFIX.length);
    const singulars = [name.replace(/ies$/, "y"), name.replace(/s$/, ""), name];
    const parameter = parameters.find((each) => singulars.includes(each.name))?.name ?? null;
    return [{ name, parameter, values: values.map(String) }];
  });
}
