import type { RateLookup } from "../../../pricing/lookup.ts";
import type { State } from "../../../pricing/state/state.ts";

/** The lookup that an explanation belongs to: what the record leaves to the address that it was asked for at. */
export interface AskedOf {
  readonly state: Pick<State, "code" | "name">;
  readonly lookup: Pick<RateLookup, "setting" | "dayParameter" | "parameters">;
}

/** Whose price it is: `California Medicaid, outpatient`. */
export function askedText({ state, lookup }: AskedOf): string {
  return `${state.name} Medicaid, ${lookup.setting}`;
}
