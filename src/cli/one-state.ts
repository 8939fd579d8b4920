import type { Day } from "../calendar/day.ts";
import { monthsOrNever } from "../operations/setting.ts";
import { todayIn } from "../operations/today.ts";
import { EmptyTables } from "../pricing/empty-tables.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { ProviderResult } from "../pricing/result.ts";
import type { StateInRelease } from "../release/release.ts";
import type { Read, RequestFields } from "../request/read.ts";
import { freshnessOf } from "../state/freshness.ts";
import { StaleTables, staleMessage } from "../state/stale-tables.ts";
import { states } from "../states/index.ts";
import { lookupNamed, readParameters, stateIn, stateNamed, tellFaults } from "./lookup-arguments.ts";
import type { NamedLookup } from "./one-lookup.ts";
import { openRelease } from "./open-release.ts";
import { tell } from "./output.ts";
import type { ExitCode } from "./usage.ts";

/** What a command asks of one lookup of a state: how its parameters are read, and what is told of them. */
interface Asked<Request> {
  readonly read: (lookup: RateLookup, source: StateInRelease, fields: RequestFields, today: Day) => Read<Request>;
  /** Tells the answer, and returns the results in it: what there is to know of their tables is told after it. */
  readonly tell: (request: Request, lookup: RateLookup, source: StateInRelease) => Promise<readonly ProviderResult[]>;
}

/** Answers several lookups at once without a server, while the release is open. */
export async function askedOfState<Request>(
  named: NamedLookup & { readonly staleAfter: number },
  { read, tell: tellAnswer }: Asked<Request>,
): Promise<ExitCode> {
  const state = stateNamed(named.stateCode, states);
  const lookup = lookupNamed(state, named.setting);
  const fields = readParameters(named.parameters);
  const release = openRelease(named.release);
  try {
    const source = stateIn(release, state);
    const reading = read(lookup, source, fields, todayIn(named.timeZone)());
    if (!reading.ok) {
      tellFaults(reading.faults);
      return 1;
    }
    const results = await tellAnswer(reading.request, lookup, source);
    const freshness = freshnessOf(source, release.description.sources, monthsOrNever(named.staleAfter));
    for (const { message } of new EmptyTables(lookup, source.data).add(results).listed) tell(`note: ${message}`);
    for (const table of new StaleTables(freshness).add(results).listed) tell(`note: ${staleMessage(table)}`);
    return 0;
  } finally {
    release.close();
  }
}
