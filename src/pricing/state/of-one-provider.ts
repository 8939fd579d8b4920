import type { Parameters } from "../request/parameter.ts";
import type { RequestFault } from "../request/read.ts";
import type { State } from "./state.ts";

/** The parameters of what is asked about one provider: a name goes on narrowing what identifiers find; alone it would be many. */
export function ofOneProvider({ providers }: State, parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, parameter]) => [
      key,
      { ...parameter, identifiesProvider: parameter.identifiesProvider && key in providers.identifiers },
    ]),
  );
}

/** A fault, with what would help whoever named nobody exactly. `what`: "A history is of one provider". */
export function namingOneProvider(fault: RequestFault, { code }: State, what: string): RequestFault {
  if (fault.code !== "missing_provider_identifier") return fault;
  return { ...fault, message: `${fault.message} ${what}: /${code}/providers/search finds its identifiers by name.` };
}
