import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { Parameter } from "./parameter.ts";

const SEPARATOR = ",";

/** Several values of one parameter in one text, with commas between them. Each is read as the parameter reads it, and once. */
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
