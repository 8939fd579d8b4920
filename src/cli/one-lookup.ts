import { Caveats } from "../answers/caveats.ts";
import { monthsOrNever } from "../operations/setting.ts";
import { todayIn } from "../operations/today.ts";
import type { IncompleteTable } from "../pricing/empty-tables.ts";
import type { LookupRequest, RateLookup } from "../pricing/lookup.ts";
import { lookupAnswer } from "../pricing/lookup-answer.ts";
import type { ProviderResult } from "../pricing/result.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import { freshnessOf } from "../state/freshness.ts";
import type { StaleTable } from "../state/stale-tables.ts";
import { states } from "../states/index.ts";
import { lookupNamed, readParameters, stateIn, stateNamed, tellFaults } from "./lookup-arguments.ts";
import { openRelease } from "./open-release.ts";
import type { ExitCode } from "./usage.ts";

/** A lookup as a command names it. */
interface NamedLookup {
  readonly stateCode: string;
  readonly setting: string;
  readonly parameters: readonly string[];
  readonly release: string;
  readonly timeZone: string | null;
}

/** The same, answered. */
interface AnsweredHere {
  readonly lookup: RateLookup;
  readonly query: Readonly<Record<string, unknown>>;
  readonly request: LookupRequest;
  readonly results: readonly ProviderResult[];
  readonly stale: readonly StaleTable[];
  readonly empty: readonly IncompleteTable[];
  readonly release: Release;
  readonly source: StateInRelease;
}

/** Answers one lookup without a server and has the answer told while its release is open. */
export async function oneLookup(
  named: NamedLookup & { readonly staleAfter: number },
  tell: (answered: AnsweredHere) => void,
): Promise<ExitCode> {
  const state = stateNamed(named.stateCode, states);
  const lookup = lookupNamed(state, named.setting);
  const query = readParameters(named.parameters);
  const release = openRelease(named.release);
  try {
    const source = stateIn(release, state);
    const today = todayIn(named.timeZone)();
    const answer = await lookupAnswer(lookup, "fromQuery", query, { today }, source);
    if (!answer.ok) {
      tellFaults(answer.faults);
      return 1;
    }
    const { request, results } = answer;
    const freshness = freshnessOf(source, release.description.sources, monthsOrNever(named.staleAfter));
    const { stale, empty } = new Caveats(lookup, source, freshness).add(results);
    tell({ lookup, query, request, results, stale, empty, release, source });
    return 0;
  } finally {
    release.close();
  }
}
