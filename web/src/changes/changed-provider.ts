import type { FindAnswer } from "../../../src/pricing/provider-find.ts";
import { API_PREFIX, FIND_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import type { ReleaseChange } from "./diff.ts";

/** The columns of a key that name a provider, and that a search finds. */
const PROVIDER_COLUMNS = ["state_provider_id", "npi"];

/** Keeps the place of a name until it is known, so that nothing moves. */
const NOTHING_YET = "\u00a0";

/**
 * The name of the provider of a change; null where the change is of none, or of one that is not in the release in service. The service
 * finds one provider at a time, so a row requests its name when the reader reaches it (`isSeen`).
 */
export function useChangedProvider(
  { table, key }: Pick<ReleaseChange, "table" | "key">,
  states: readonly CatalogueState[],
  isSeen: boolean,
): { readonly name: string | null } {
  const state = states.find((each) => table.startsWith(`${each.code}/`));
  const column = PROVIDER_COLUMNS.find((each) => (key[each] ?? "") !== "");
  const number = column === undefined ? "" : (key[column] ?? "");
  const path = `${API_PREFIX}/${state?.code}${FIND_PATH}`;
  const hasName = state !== undefined && number !== "";
  const request = useAnswer<FindAnswer>(hasName && isSeen ? addressText(path, { text: number, limit: "1" }) : null);
  if (!hasName || column === undefined) return { name: null };
  if (request.state !== "answered") return { name: NOTHING_YET };
  const found = request.answer.ok ? request.answer.body.providers : [];
  const name = found.find((each) => each[column] === number)?.provider_name;
  return { name: typeof name === "string" && name !== "" ? name : null };
}
