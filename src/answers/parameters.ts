import { quoted, Refusal } from "../core/text/refusal.ts";
import type { Parameter, Parameters } from "../pricing/request/parameter.ts";
import type { RequestFault } from "../pricing/request/read.ts";
import type { State } from "../pricing/state/state.ts";

const SEPARATOR = ",";

/**
 * Several values of one parameter, separated by commas. Each is read as the parameter reads it; duplicates are dropped.
 */
export function listOf<Value>(
  parameter: Parameter<Value>,
  about: { readonly description: string; readonly example?: string },
  { membersMax, charactersMax }: { readonly membersMax: number; readonly charactersMax: number },
): Parameter<readonly Value[] | null> {
  const form = `1 to ${membersMax} values with commas between them`;
  const tooLong = new Refusal(`${form} (in at most ${charactersMax} characters)`);
  const read = (text: string): readonly Value[] | Refusal => {
    const members = text.split(SEPARATOR).map((member) => member.trim());
    if (members.length > membersMax) return new Refusal(`${form}, but it has ${members.length}`);
    const values: Value[] = [];
    for (const [place, member] of members.entries()) {
      if (member === "") return new Refusal(`${form}, but one of them is empty`);
      if (members.indexOf(member) < place)
        return new Refusal(`each value once, but ${quoted(member)} stands there twice`);
      const value = parameter.fromText(member);
      if (value instanceof Refusal)
        return new Refusal(`${value.expected} for each value, which ${quoted(member)} is not`);
      values.push(value);
    }
    return values;
  };
  return {
    ...about,
    kind: parameter.kind,
    required: false,
    identifiesProvider: false,
    verbatim: false,
    confidential: parameter.confidential,
    charactersMax,
    tooLong,
    repeated: new Refusal(`${form}, but it is given more than once: put commas between the values`),
    schema: { type: "string", maxLength: charactersMax },
    absent: () => null,
    fromText: read,
    fromJson: (value) =>
      typeof value === "string"
        ? read(value)
        : new Refusal('one JSON string with commas between the values, such as "a,b"'),
  };
}

/**
 * The parameters of an answer about one provider. A name narrows an identifier's matches; alone it would match many.
 */
export function ofOneProvider({ providers }: State, parameters: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(parameters).map(([key, parameter]) => [
      key,
      { ...parameter, identifiesProvider: parameter.identifiesProvider && key in providers.identifiers },
    ]),
  );
}

/** Adds a remedy to the error of a client that sent no identifier. `what`: "A history is of one provider". */
export function namingOneProvider(fault: RequestFault, { code }: State, what: string): RequestFault {
  if (fault.code !== "missing_provider_identifier") return fault;
  return { ...fault, message: `${fault.message} ${what}: /${code}/providers/search finds its identifiers by name.` };
}
