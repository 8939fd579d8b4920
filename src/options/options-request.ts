import { namesSent } from "../explanation/understood.ts";
import type { LookupRequest, RateLookup } from "../pricing/lookup.ts";
import type { Defaults, Parameters } from "../request/parameter.ts";
import { type Read, type RequestFields, requestReader } from "../request/read.ts";
import { namingOneProvider, ofOneProvider } from "../state/of-one-provider.ts";
import { oncePerLookup } from "../state/once-per-lookup.ts";
import type { State } from "../state/state.ts";

/** A lookup whose options are asked for, and the names of the parameters that were sent. */
export interface OptionsRequest {
  readonly request: LookupRequest;
  readonly sent: ReadonlySet<string>;
}

/** The parameters that the options of a lookup are asked by, and how they are read. */
interface OptionsDeclaration {
  readonly parameters: Parameters;
  readonly read: (fields: RequestFields, defaults: Defaults) => Read<OptionsRequest>;
}

/** The options of a lookup: its own parameters, of one provider, by an exact identifier. */
export const optionsDeclaration = oncePerLookup(declared);

function declared(state: State, lookup: RateLookup): OptionsDeclaration {
  const parameters = ofOneProvider(state, lookup.parameters);
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const checked = reader.fromQuery(fields, defaults);
      // The same parameters, read as the lookup reads them: only who may be named differs.
      const read = checked.ok ? lookup.reader.fromQuery(fields, defaults) : checked;
      if (read.ok) return { ok: true, request: { request: read.request, sent: namesSent(fields) } };
      const what = "Options are those of one provider";
      return { ok: false, faults: read.faults.map((fault) => namingOneProvider(fault, state, what)) };
    },
  };
}
