import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import { requestReader } from "../../pricing/request/read.ts";
import { namingOneProvider, ofOneProvider } from "../../pricing/state/of-one-provider.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReadParameters } from "../answer.ts";
import { namesSent } from "../explanation/understood.ts";

/** A lookup whose options are requested, and the names of the parameters that were sent. */
export interface OptionsRequest {
  readonly request: LookupRequest;
  readonly sent: ReadonlySet<string>;
}

/** The parameters of options: those of the lookup, of one provider, by an exact identifier. */
export function optionsParameters(state: State, lookup: RateLookup): ReadParameters<OptionsRequest> {
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
