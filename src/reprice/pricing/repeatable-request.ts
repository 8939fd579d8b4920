import { shownValue } from "../../answers/explanation/explain.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";

type Said = readonly (readonly [name: string, value: string])[];

/**
 * The parameters of a lookup that was priced, to send it again. They are written into results, pasted and kept in histories:
 * private values that do not change the price are left out, and so are flags that have their default.
 */
export class RepeatableRequest {
  readonly #parameters: readonly { readonly key: string; readonly name: string; readonly default: unknown }[];
  readonly #dayKey: string;

  constructor({ parameters, dayParameter }: RateLookup) {
    const all = Object.entries(parameters);
    this.#parameters = all
      .filter(([, { confidential }]) => !confidential)
      .map(([key, { schema }]) => ({ key, name: snakeCase(key), default: schema.default }));
    this.#dayKey = all.find(([key]) => snakeCase(key) === dayParameter)?.[0] ?? "";
  }

  said(request: LookupRequest): Said {
    const values = request as unknown as Readonly<Record<string, unknown>>;
    const said: (readonly [string, string])[] = [];
    for (const parameter of this.#parameters) {
      const value = shownValue(values[parameter.key] ?? parameter.default);
      const isDefaultFlag = value === false && parameter.default === false;
      if (value !== null && !isDefaultFlag) said.push([parameter.name, String(value)]);
    }
    return said;
  }

  /** The day that selects the rates, as `YYYY-MM-DD`. */
  dayOf(request: LookupRequest): string {
    return String(shownValue((request as unknown as Readonly<Record<string, unknown>>)[this.#dayKey]) ?? "");
  }

  /** `npi=1000700140&billing_code=99213`: a query has no commas and no quotes, so it is a cell as it is. */
  static query(said: Said): string {
    let text = "";
    for (const [name, value] of said)
      text += `${text === "" ? "" : "&"}${name}=${encodeURIComponent(value.toWellFormed())}`;
    return text;
  }
}
