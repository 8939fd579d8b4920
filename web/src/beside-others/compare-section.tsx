import type { Lookup } from "../look-up/lookup.ts";

/** The same code at other providers. */
export function CompareSection({ lookup }: { readonly lookup: Lookup }) {
  return <p>{lookup.state.name}</p>;
}
