import type { Day } from "../calendar/day.ts";
import type { RateData } from "../dataset/rate-data.ts";
import { RecentlyUsedKeys } from "../dataset/recently-used-keys.ts";
import { oncePerRelease } from "./once-per-release.ts";
import type { UnchangedDays } from "./unchanged-days.ts";
import { WatchedData } from "./watched-data.ts";

/** Claims whose outcomes are kept per rule and release: the codes and provider types of a busy day. */
const CLAIMS_KEPT_MAX = 10_000;

interface Rule<Claim extends readonly unknown[], Outcome> {
  /** Reads everything from the data that it is given: what it has read decides how long its outcome lasts. */
  readonly workOut: (data: RateData, ...claim: Claim) => Outcome;
  /** Everything that the rule looks at besides the data and the day, in parts: first what has the fewest values. */
  readonly whatDecides: (...claim: Claim) => readonly unknown[];
  readonly day: (...claim: Claim) => Day;
  /** Whether an outcome is the same on the next day; one that mentions its day is not. */
  readonly isLasting: (outcome: Outcome) => boolean;
}

/** What a claim pays, and the days on which it does. */
interface Lasting<Outcome> {
  readonly days: UnchangedDays;
  readonly outcome: Outcome;
}

/**
 * A pure rule that remembers its outcomes as long as a release is open. Claims repeat: what a code pays a type of
 * provider changes neither with the provider's name nor from one day to the next, only where a row that the rule has
 * read begins or ends.
 */
export function remembered<Claim extends readonly unknown[], Outcome>({
  workOut,
  whatDecides,
  day: dayOf,
  isLasting,
}: Rule<Claim, Outcome>): (data: RateData, ...claim: Claim) => Outcome {
  const claimsOf = oncePerRelease(() => new RecentlyUsedKeys<Lasting<Outcome>[]>(CLAIMS_KEPT_MAX));
  return (data, ...claim) => {
    const claims = claimsOf(data);
    const key = whatDecides(...claim);
    const day = dayOf(...claim);
    const known = claims.get(key);
    const lasting = known?.find(({ days }) => days.include(day));
    if (lasting !== undefined) return lasting.outcome;

    const watched = new WatchedData(data, day);
    const outcome = workOut(watched, ...claim);
    if (!isLasting(outcome)) return outcome;
    const added = { days: watched.unchanged, outcome };
    if (known === undefined) claims.set(key, [added]);
    else known.push(added);
    return outcome;
  };
}
