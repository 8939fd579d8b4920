import type { SearchAnswer } from "../../../src/pricing/provider-search.ts";
import { identifiersIn } from "../api/identifiers.ts";
import type { Problem } from "../api/problem.ts";
import { type Asked, useAnswer } from "../api/use-answer.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { firstGroups, type Group, type ProviderRecord } from "./group.ts";
import { searchPath } from "./rate-comparison.ts";

/** Fewer say little about where a price stands: then the group is taken wider. */
const ENOUGH_PROVIDERS = 8;

/** Campuses and locations of one provider; nobody has more under one number. */
const OWN_RECORDS_MAX = 50;

interface FirstGroup {
  /** Null until it is known. */
  readonly group: Group | null;
  /** What the search knows of the provider; empty for a lookup by name. */
  readonly records: readonly ProviderRecord[];
  /** What it waits for. */
  readonly waiting: Asked<SearchAnswer>;
  readonly problem: Problem | null;
  readonly again: () => void;
}

/** The group that a provider is compared with before anybody has chosen one: from its own record, wide enough to say something. */
export function useFirstGroup(lookup: Lookup): FirstGroup {
  const identifiers = identifiersIn(lookup);
  const isByName = Object.keys(identifiers).length === 0;
  const own = useAnswer<SearchAnswer>(isByName ? null : searchPath(lookup, identifiers, OWN_RECORDS_MAX));
  const records = own.state === "answered" && own.answer.ok ? own.answer.body.providers : [];
  const isKnown = isByName || own.state === "answered";
  const [near, wider] = isKnown ? firstGroups(lookup, records[0] ?? null) : [];

  const isToCount = near !== undefined && wider !== undefined;
  const count = useAnswer<SearchAnswer>(isToCount ? searchPath(lookup, near, 1) : null);
  const waiting = own.state === "waiting" ? own : count;
  const problem = own.state === "answered" && !own.answer.ok ? own.answer.problem : null;
  const told = { records, waiting, problem, again: own.again };
  if (!isKnown || problem !== null) return { ...told, group: null };
  if (!isToCount) return { ...told, group: near ?? {} };
  if (count.state !== "answered") return { ...told, group: null };
  const isEnough = !count.answer.ok || count.answer.body.total_results >= ENOUGH_PROVIDERS;
  return { ...told, group: isEnough ? near : wider };
}
