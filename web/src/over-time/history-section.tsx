import type { Lookup } from "../look-up/lookup.ts";

/** The same lookup in every published period. */
export function HistorySection({ lookup }: { readonly lookup: Lookup }) {
  return <p>{lookup.setting.day_parameter}</p>;
}
