import type { FindAnswer } from "../../../src/pricing/provider-find.ts";
import { API_PREFIX, FIND_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { partsOfQuestion } from "../look-up/question-form.tsx";
import type { ReleaseChange } from "./diff.ts";

/** The identifier of the provider of a change; null where the key has none that the state's lookups take. */
export function providerIn({ table, key }: Pick<ReleaseChange, "table" | "key">, states: readonly CatalogueState[]) {
  const state = states.find(({ code }) => table.startsWith(`${code}/`));
  const identifiers = (state?.settings ?? []).flatMap((setting) => partsOfQuestion(setting).identifiers);
  const column = identifiers.find(({ name }) => (key[name] ?? "") !== "")?.name;
  if (state === undefined || column === undefined) return null;
  return { column, number: key[column] ?? "", path: `${API_PREFIX}/${state.code}${FIND_PATH}` };
}

/**
 * The name of the provider of a change; null where the change is of none, or of one that is not in the release in service. The service
 * finds one provider at a time, so a row requests its name when the reader reaches it (`isSeen`); until then it is coming.
 */
export function useChangedProvider(
  change: Pick<ReleaseChange, "table" | "key">,
  states: readonly CatalogueState[],
  isSeen: boolean,
): { readonly name: string | null; readonly isComing: boolean } {
  const provider = providerIn(change, states);
  const path = provider === null ? null : addressText(provider.path, { text: provider.number, limit: "1" });
  const request = useAnswer<FindAnswer>(isSeen ? path : null);
  if (provider === null) return { name: null, isComing: false };
  if (request.state !== "answered") return { name: null, isComing: true };
  const found = request.answer.ok ? request.answer.body.providers : [];
  const name = found.find((each) => each[provider.column] === provider.number)?.provider_name;
  return { name: typeof name === "string" && name !== "" ? name : null, isComing: false };
}
