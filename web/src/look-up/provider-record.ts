import type { SearchAnswer } from "../../../src/pricing/provider-search.ts";
import type { CatalogueParameter } from "../api/catalogue.ts";
import { labelOf } from "../words/name.ts";
import { PROVIDER_NAME } from "./parts-of-question.ts";

/** A provider as a state's search answers it: members that all states have, and the state's own identifiers. */
interface ProviderRecord {
  readonly provider_name: string;
  readonly provider_type_label: string;
  readonly city: string | null;
  /** Where one provider has several places with rates of their own. */
  readonly campus_name?: string | null;
  readonly [member: string]: unknown;
}

export type ProviderAnswer = SearchAnswer<ProviderRecord>;

/** A provider that can be chosen: what the lookup then says, and how it is shown. */
export interface ProviderChoice {
  readonly name: string;
  /** "Hospital · Los Angeles · NPI 1000100010" */
  readonly detail: string;
  /** The parameters that name it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The first identifier that the record has names it; where it has none, its name has to do. */
export function choiceOf(record: ProviderRecord, identifiers: readonly CatalogueParameter[]): ProviderChoice {
  const identifier = identifiers.find(
    ({ name }) => name !== PROVIDER_NAME && typeof record[name] === "string" && record[name] !== "",
  )?.name;
  const campus = record.campus_name ?? "";
  const identity = identifier === undefined ? [] : [`${labelOf(identifier)} ${record[identifier]}`];
  return {
    name: campus === "" ? record.provider_name : `${record.provider_name}, ${campus}`,
    detail: [record.provider_type_label, record.city ?? "", ...identity].filter((text) => text !== "").join(" · "),
    fields:
      identifier === undefined
        ? { [PROVIDER_NAME]: record.provider_name }
        : { [identifier]: String(record[identifier]) },
  };
}

/** What was typed as parameters: an NPI is recognised, everything else is part of a name. */
export function typedProvider(text: string, identifiers: readonly CatalogueParameter[]): Record<string, string> {
  const typed = text.trim();
  if (typed === "") return {};
  const recognised = identifiers.find(({ kind, schema }) => {
    const { pattern } = schema;
    return kind === "npi" && typeof pattern === "string" && new RegExp(pattern).test(typed);
  });
  return { [recognised?.name ?? PROVIDER_NAME]: typed };
}

/** The lookup names this provider and no other: every other identifier is taken away. */
export function namingOnly(
  fields: Readonly<Record<string, string>>,
  identifiers: readonly CatalogueParameter[],
): Record<string, string | null> {
  return { ...Object.fromEntries(identifiers.map(({ name }) => [name, null])), ...fields };
}

/** A name in pieces, the one that was typed marked. Letters and digits alone are compared, as the search does. */
export function matchedPieces(name: string, typed: string): readonly { text: string; isMatch: boolean }[] {
  const characters = [...name];
  const compared = characters.flatMap((character, at) => {
    const plain = plainText(character);
    return plain === "" ? [] : [{ plain, at }];
  });
  const sought = [...typed].map(plainText).filter((plain) => plain !== "");
  const first = compared.findIndex((_, place) =>
    sought.every((plain, further) => compared[place + further]?.plain === plain),
  );
  const start = compared[first]?.at;
  const end = compared[first + sought.length - 1]?.at;
  if (sought.length === 0 || start === undefined || end === undefined) return [{ text: name, isMatch: false }];
  return [
    { text: characters.slice(0, start).join(""), isMatch: false },
    { text: characters.slice(start, end + 1).join(""), isMatch: true },
    { text: characters.slice(end + 1).join(""), isMatch: false },
  ].filter(({ text }) => text !== "");
}

/** A letter without case and accent, a digit as it is, and nothing of anything else. */
function plainText(character: string): string {
  return character
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");
}
