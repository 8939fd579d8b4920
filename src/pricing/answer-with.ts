import { Refusal } from "../core/text/refusal.ts";
import { answerAtOnce, type LookupSource } from "./answer.ts";
import type { LookupRequest, RateLookup } from "./lookup.ts";
import type { ProviderResult } from "./result.ts";

/** A lookup as it was asked, and where it is answered from. */
export interface AskedLookup {
  readonly lookup: RateLookup;
  readonly request: LookupRequest;
  readonly source: LookupSource;
}

/** What the lookup would read from another text of one parameter, named as in code; null stands for a parameter that is not sent. */
export function valueRead({ lookup, request, source }: AskedLookup, name: string, text: string | null): unknown {
  const parameter = lookup.parameters[name];
  if (parameter === undefined) return new Refusal("a parameter of the lookup");
  return text === null
    ? parameter.absent({ today: lookup.pricer(request, source.data).day })
    : parameter.fromText(text);
}

/** The results of the lookup with one value changed; none where that cannot be asked, or not answered at once. */
export function answerWith(
  { lookup, request, source }: AskedLookup,
  name: string,
  value: unknown,
): readonly ProviderResult[] {
  if (value instanceof Refusal) return [];
  return answerAtOnce(lookup, { ...request, [name]: value }, source) ?? [];
}
